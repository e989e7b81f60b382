package oracle

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestOneOracleServesSeveralModels uses one oracle for linear, MLP and GRU models, standardised or not, in both
// precisions. In the data's units all have the same path, and every attribution is complete.
func TestOneOracleServesSeveralModels(t *testing.T) {
	data := waves(40, 3, 51)
	o := mustTrain(t, small(), data, newKernels(t, data, 30, 0.5)).Oracle
	probe := waves(4, 3, 52)
	baseline := waves(1, 3, 53).X
	anchors := must.Of(o.Anchors(probe.X, baseline, 3)).In(t)
	mlp := models.DefaultMLPConfig()
	mlp.Hidden, mlp.Activation = []int{6}, "tanh"
	for _, spec := range []models.Spec{models.LinearSpec(), models.MLPSpec(mlp), {Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 3}}} {
		for _, standardize := range []bool{false, true} {
			name := fmt.Sprintf("%s, standardised %t", spec.Kind, standardize)
			cfg := igbo.DefaultConfig()
			cfg.Model, cfg.Standardize, cfg.Epochs, cfg.DType = spec, standardize, 3, "float64"
			cfg.Optimizer.LearningRate = 0.02
			m := mustModel(t, cfg, data, nil)
			p := must.Of(o.PathFor(m, 3)).In(t)
			units := func(points []float64) []float64 {
				scaled := slices.Clone(points)
				for i := range scaled {
					if n := m.Normalization; n.Scale != nil {
						scaled[i] = (scaled[i] - n.Shift[i%2]) / n.Scale[i%2]
					}
				}
				return scaled
			}
			both := append(units(probe.X), units(slices.Repeat(baseline, 4))...)
			knots := run(t, func(_ *model.Scope, x *Node) *Node {
				inputs, baselines := ends(x)
				points, _ := p.Points(inputs, baselines, []float64{0, 0.25, 0.5, 0.75, 1})
				return points
			}, both, 8, 3, 2)
			for i := range 4 {
				for s := range 5 {
					at := (s*4 + i) * 6
					backendtest.Near(t, name, knots[at:at+6], units(anchors[i][s]), 1e-9)
				}
			}
			m.Config.Attribution = settings(p, attribution.GaussLegendre, 24, units(baseline))
			tig := must.Of(m.Attribute(probe)).In(t)
			y := must.Of(m.Predict(probe)).In(t)
			from := must.Of(m.Predict(igbo.Data{Features: data.Features, Steps: 3, X: baseline, Y: make([]float64, 3)})).In(t)
			scale := 1.0
			if standardize {
				scale = m.Normalization.TargetScale
			}
			for i := range y {
				sum := 0.0
				for _, v := range tig[6*i : 6*i+6] {
					sum += v
				}
				if rise := (y[i] - from[i%3]) / scale; math.Abs(sum-rise) > 1e-7 {
					t.Errorf("%s: the attributions of output %d sum to %g, it rises by %g", name, i, sum, rise)
				}
			}
		}
	}
}

func mustModel(t testing.TB, cfg igbo.Config, data igbo.Data, d *dag.DAG) *igbo.Model {
	t.Helper()
	r := must.Of(igbo.Train(t.Context(), backendtest.Open(t), cfg, data, d)).In(t)
	return r.Model
}

// TestPathForRefuses checks that models with other features or steps are rejected.
func TestPathForRefuses(t *testing.T) {
	data := bowl(40, 54)
	o := mustTrain(t, small(), data, newKernels(t, data, 30, 0.3)).Oracle
	cfg := igbo.DefaultConfig()
	cfg.Epochs = 1
	other := data
	other.Features = []string{"x2", "x1"}
	_, err := o.PathFor(mustModel(t, cfg, other, nil), 3)
	refused(t, err, "the model has features [\"x2\" \"x1\"] and T = 1, but the oracle was trained on [\"x1\" \"x2\"] and 1")
	series := data
	series.Steps = 2
	_, err = o.PathFor(mustModel(t, cfg, series, nil), 3)
	refused(t, err, "and T = 2, but")
}

// TestIGBOTrainsAlongThePath checks that training accepts the path without other changes, also across
// checkpoints, and that a saved model names the path.
func TestIGBOTrainsAlongThePath(t *testing.T) {
	data := bowl(40, 55)
	o := mustTrain(t, small(), data, newKernels(t, data, 30, 0.3)).Oracle
	d := must.Of(dag.New(data.Features, []dag.Edge{{U: 1, V: 0, P: 1, Epsilon: 0.1, Delta: 0.5}}, nil, nil)).In(t)
	cfg := igbo.DefaultConfig()
	cfg.Model = models.MLPSpec(models.DefaultMLPConfig()) // the attributions of a linear model do not depend on the path
	cfg.Epochs, cfg.Attribution.Baselines = 2, []attribution.Baseline{attribution.Constant("in the data", []float64{0, -1}), attribution.Zero()}
	straight := mustModel(t, cfg, data, d)
	cfg.Attribution.Path = mustPath(t, o, 3)
	cfg.Checkpoints = igbo.Checkpoints{Dir: filepath.Join(t.TempDir(), "steps"), Resume: true}
	bent := mustModel(t, cfg, data, d)
	if got := mustModel(t, cfg, data, d); !slices.Equal(weightsOf(t, got), weightsOf(t, bent)) {
		t.Error("a resume gives other weights")
	}
	if slices.Equal(weightsOf(t, bent), weightsOf(t, straight)) {
		t.Error("the path changes nothing")
	}
	cfg.Attribution.Path = mustPath(t, o, 4)
	_, err := igbo.Train(t.Context(), backendtest.Open(t), cfg, data, d)
	refusal.Check(t, err, "K = 3\" and now \"oracle "+o.digest+", K = 4\"")
	warnings, err := o.Warnings(bent)
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], `the baseline "zero" is off the data`) {
		t.Errorf("warnings %q, %v, want one of the zero baseline", warnings, err)
	}
}

func weightsOf(t testing.TB, m *igbo.Model) (all []float64) {
	t.Helper()
	return must.Of(m.Predict(bowl(10, 56))).In(t)
}

// TestGradientOfScoresAlongThePath compares the gradient of Σ h² with respect to a model's parameters with
// central differences, along an oracle's path, in both modes.
func TestGradientOfScoresAlongThePath(t *testing.T) {
	o, b := odd(t, Bridge, 2), backendtest.Open(t)
	spec := models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 2}}
	build := must.Of(spec.BuildMasked()).In(t)
	f := func(scope *model.Scope, x *Node) *Node { return build(scope, x, nil) }
	x := wide.Tensor(dtypes.Float64, waves(3, 2, 57).X, 3, 2, 2)
	for _, mode := range []attribution.Mode{attribution.ForwardMode, attribution.ReverseMode} {
		c := settings(mustPath(t, o, 2), attribution.GaussLegendre, 6, []float64{0.2, 1})
		c.Mode = mode
		store := backendtest.Store(t, 3)
		loss := func(scope *model.Scope, x *Node) *Node {
			return ReduceAllSum(Square(attribution.Cumulative(scope, f, x, c)))
		}
		value := func() float64 {
			out := must.Of(model.CallOnce(b, store, loss, x)).In(t)
			return must.Of(wide.Floats(out)).In(t)[0]
		}
		value()
		for v := range store.IterVariables() {
			if v.Shape().DType != dtypes.Float64 {
				continue
			}
			out := must.Of(model.CallOnce(b, store, func(scope *model.Scope, x *Node) *Node {
				return Gradient(loss(scope, x), v.NodeValue(x))[0]
			}, x)).In(t)
			got, at := must.Of(wide.Floats(out)).In(t), must.Of(wide.Floats(v.MustValue())).In(t)
			for i := range at {
				const h = 1e-5
				var side [2]float64
				for s, sign := range []float64{1, -1} {
					moved := slices.Clone(at)
					moved[i] += sign * h
					must.Do(t, v.SetValue(wide.Tensor(dtypes.Float64, moved, v.Shape().Dimensions...)))
					side[s] = value()
				}
				must.Do(t, v.SetValue(wide.Tensor(dtypes.Float64, at, v.Shape().Dimensions...)))
				if want := (side[0] - side[1]) / (2 * h); math.Abs(got[i]-want) > 1e-6*(1+math.Abs(want)) {
					t.Errorf("%s, %s[%d]: gradient %g, differences %g", mode, v.Path(), i, got[i], want)
				}
			}
		}
	}
}

package oracle

import (
	"context"
	"math"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/exported"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
)

// TestExportedFunctionsNameWhatIsWrong calls exported functions with nil, zero values, an oracle without
// weights, and excessive numbers.
func TestExportedFunctionsNameWhatIsWrong(t *testing.T) {
	var none context.Context
	b, background := backendtest.Open(t), context.Background()
	data := bowl(40, 41)
	a, c := newKernels(t, data, 30, 0.3), small()
	trains := func(change func(c *Config, data *igbo.Data)) func() error {
		return func() error {
			c, data := c, data
			change(&c, &data)
			_, err := Train(background, b, c, data, a)
			return err
		}
	}
	valid := func(change func(c *Config)) func() error {
		return trains(func(c *Config, _ *igbo.Data) { change(c) })
	}
	o := mustTrain(t, c, data, a).Oracle
	anyone := func(call func(o *Oracle) error) exported.Call {
		return exported.Bad(func() error { return call(nil) }, func() error { return call(&Oracle{}) })
	}
	with := func(anyone exported.Call, more ...func() error) exported.Call {
		return exported.Bad(append(anyone.Bad, more...)...)
	}
	path := func(k int) func() error { return func() error { _, err := o.Path(k); return err } }
	report := func(x, baseline []float64, k int) func() error {
		return func() error { _, err := o.Validity(x, baseline, k); return err }
	}
	laid := func(x, baseline []float64, k int) func() error {
		return func() error { _, err := o.Anchors(x, baseline, k); return err }
	}
	nan, x := math.NaN(), data.X
	exported.Check(t, map[string]exported.Call{
		"Train": exported.Bad(
			func() error { _, err := Train(none, b, c, data, a); return err },
			func() error { _, err := Train(background, nil, c, data, a); return err },
			func() error { _, err := Train(background, b, c, data, nil); return err },
			func() error { _, err := Train(background, b, Config{}, data, a); return err },
			func() error { _, err := Train(background, b, c, igbo.Data{}, a); return err },
			trains(func(_ *Config, d *igbo.Data) { *d = bowl(1, 1) }),
			trains(func(_ *Config, d *igbo.Data) { *d = waves(30, 2, 1) }),
			trains(func(c *Config, d *igbo.Data) {
				c.EarlyStopping = EarlyStopping{HeldOut: 0.5, Pairs: 1, Patience: 1, Every: 1}
				*d = bowl(3, 1)
			})),
		"Config.Validate": exported.Bad(func() error { return Config{}.Validate(2) }, func() error { return c.Validate(0) }, func() error { return c.Validate(math.MinInt) },
			valid(func(c *Config) { c.MinAnchors = 0 }), valid(func(c *Config) { c.MaxAnchors = math.MaxInt }), valid(func(c *Config) { c.MinAnchors, c.MaxAnchors = 5, 4 }),
			valid(func(c *Config) { c.Hidden = math.MaxInt }), valid(func(c *Config) { c.State = math.MinInt }), valid(func(c *Config) { c.Steps = math.MaxInt }),
			valid(func(c *Config) { c.Batch = 0 }), valid(func(c *Config) { c.Points = math.MaxInt }), valid(func(c *Config) { c.Weight = nan }), valid(func(c *Config) { c.Rule = "none" }), valid(func(c *Config) { c.DType = "float16" }),
			valid(func(c *Config) { c.Optimizer.LearningRate = 0 }), valid(func(c *Config) { c.Length = "" }), valid(func(c *Config) { c.Validity = "points" }),
			valid(func(c *Config) { c.Baseline = []float64{1} }), valid(func(c *Config) { c.Baseline = []float64{1, nan} })),
		"EarlyStopping.Validate": exported.Bad(EarlyStopping{Patience: -1}.Validate, EarlyStopping{Patience: 1}.Validate, EarlyStopping{Patience: 1, Every: 1, Pairs: 1, HeldOut: 1}.Validate),
		"DefaultConfig":          exported.Total("no argument"),
		"Points":                 exported.Bad(func() error { _, err := Points(igbo.Data{}); return err }),
		"Oracle.Path":            with(anyone(func(o *Oracle) error { _, err := o.Path(3); return err }), path(0), path(-1), path(math.MinInt), path(math.MaxInt)),
		"Oracle.PathFor": with(anyone(func(o *Oracle) error { _, err := o.PathFor(&igbo.Model{}, 3); return err }),
			func() error { _, err := o.PathFor(nil, 3); return err }, func() error { _, err := o.PathFor(&igbo.Model{}, 3); return err }),
		"Oracle.Anchors": with(anyone(func(o *Oracle) error { _, err := o.Anchors(x, x, 3); return err }),
			laid(nil, nil, 3), laid(x[:3], x[:2], 3), laid(x[:8], x[:4], 3), laid([]float64{1, nan}, x[:2], 3), laid(x[:2], []float64{nan, 1}, 3), laid(x[:2], x[2:4], 0)),
		"Oracle.Validity": with(anyone(func(o *Oracle) error { _, err := o.Validity(x, x, 3); return err }),
			report(nil, nil, 3), report(x[:2], x[:2], 3), report(x[:2], x[2:4], 0), report([]float64{1e300, 1}, x[2:4], 2)),
		"Oracle.Warnings": anyone(func(o *Oracle) error { _, err := o.Warnings(&igbo.Model{}); return err }),
		"Oracle.Save":     anyone(func(o *Oracle) error { return o.Save(t.TempDir()) }),
	}, "file.go") // files are tested separately
	_, err := Load(nil, "")
	refused(t, err, "loading: the backend must not be nil")
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "oracle: ") || strings.Count(err.Error(), "oracle: ") > 1 {
		t.Errorf("error %v, want one of this package with %q", err, want)
	}
}

// TestRefusalsSayWhatIsWrong checks that errors describe the problem.
func TestRefusalsSayWhatIsWrong(t *testing.T) {
	b := backendtest.Open(t)
	data := bowl(40, 42)
	a := newKernels(t, data, 30, 0.3)
	_, err := Train(t.Context(), b, small(), waves(30, 3, 1), a)
	refused(t, err, "the assessor has T = 1 steps and D = 2 features, want 3 and 2")
	_, err = Train(t.Context(), b, small(), data, &kernels{points: a.points, scale: math.NaN()})
	refused(t, err, "the scale NaN, want finite numbers")
	_, err = (&Oracle{}).Path(3)
	refused(t, err, "neither trained nor loaded")
	o := mustTrain(t, small(), data, a).Oracle
	_, err = o.Path(0)
	refused(t, err, "a path has K = 0 anchors, want 1 to")
	_, err = o.Anchors([]float64{1, math.NaN()}, []float64{0, 0}, 3)
	refused(t, err, "number 1 of inputs and baselines is NaN")
	broken := *o
	broken.weights = append([][]float64{}, o.weights...)
	broken.weights[5] = []float64{0, math.Inf(1)}
	_, err = broken.Anchors(data.X[:2], data.X[2:4], 3)
	refused(t, err, "anchor 1 of path 0 is")

	_, err = model.CallOnce(b, model.NewStore(), func(_ *model.Scope, x *Node) *Node {
		points, _ := mustPath(t, o, 2).Points(x, nil, []float64{0.5})
		return points
	}, wide.Tensor(Config{}.dtype(), waves(2, 3, 1).X, 2, 3, 2))
	refusal.Check(t, err, "oracle: inputs (Float32)[2, 3, 2], but the oracle was trained on T = 1 steps of D = 2 features")

	wild := newKernels(t, data, 30, 0.3)
	wild.width = 1e-200 // energies that overflow
	_, err = Train(t.Context(), b, small(), data, wild)
	refused(t, err, "step 1")
}

var _ assessor.Assessor = (*kernels)(nil)

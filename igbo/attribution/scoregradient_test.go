package attribution

import (
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestGradientOfHWithRespectToParameters compares the gradient of a function of H with central differences in
// float64, for every score, a curved path, several baselines, groups, and chunks.
func TestGradientOfHWithRespectToParameters(t *testing.T) {
	attention := models.Attention(models.AttentionConfig{Width: 4, Heads: 2, Layers: 1, Activation: "tanh"})
	bent := PiecewiseLinear{Anchors: func(x, base *Node) []*Node { return []*Node{MulScalar(Mul(x, x), 0.3)} }}
	for name, c := range map[string]struct {
		f      Model
		steps  int
		change func(*Config)
	}{
		"signed table":                  {smoothMLP(), 1, func(*Config) {}},
		"absolute table":                {smoothMLP(), 1, func(c *Config) { c.Score = Absolute }},
		"linear":                        {models.Linear(), 1, func(*Config) {}},
		"signed sequence":               {running, 3, func(*Config) {}},
		"reverse sequence":              {running, 5, func(c *Config) { c.Mode = ReverseMode }},
		"forward sequence":              {running, 5, func(c *Config) { c.Mode = ForwardMode }},
		"bent path":                     {smoothMLP(), 1, func(c *Config) { c.Path = bent }},
		"groups and chunks":             {smoothMLP(), 1, func(c *Config) { c.Groups, c.Chunk = [][]int{{0, 2}, {1}, {3}}, 3 }},
		"recomputed table":              {smoothMLP(), 1, func(c *Config) { c.Chunk, c.Recompute = 2, true }},
		"recomputed sequence, reverse":  {running, 4, func(c *Config) { c.Chunk, c.Recompute, c.Mode = 2, true, ReverseMode }},
		"recomputed sequence, forward":  {running, 4, func(c *Config) { c.Chunk, c.Recompute, c.Mode = 2, true, ForwardMode }},
		"recomputed attention, reverse": {attention, 3, func(c *Config) { c.Chunk, c.Recompute, c.Mode = 2, true, ReverseMode }},
		"recomputed attention, forward": {attention, 3, func(c *Config) { c.Chunk, c.Recompute, c.Mode = 2, true, ForwardMode }},
		"recomputed GRU":                {models.GRU(models.GRUConfig{Hidden: 3}), 4, func(c *Config) { c.Chunk, c.Recompute = 1, true }},
		"several baselines": {smoothMLP(), 1, func(c *Config) {
			c.Baselines = []Baseline{Zero(), Constant("mean", []float64{1, 0, -1, 2})}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := DefaultConfig()
			cfg.Points = 4
			c.change(&cfg)
			checkParameterGradient(t, normal(2, 4, c.steps, 4), func(s *model.Scope, x *Node) *Node {
				scores := Scores(s, c.f, x, cfg)
				w := make([]float64, scores.Shape().Dim(1))
				for i := range w {
					w[i] = float64(i*i) - 1.5
				}
				return ReduceAllSum(Square(ReduceSum(Mul(scores, Const(x.Graph(), [][]float64{w})), -1)))
			})
		})
	}
}

// checkParameterGradient compares Gradient with central differences at every fourth element of every trainable
// variable, or at all elements in a full sweep. The relative error must be at most 1e-6.
func checkParameterGradient(t *testing.T, x *tensors.Tensor, loss func(*model.Scope, *Node) *Node) {
	t.Helper()
	store := backendtest.Store(t, 5)
	run(t, store, loss, x) // creates the variables
	grads := run(t, store, func(s *model.Scope, x *Node) *Node {
		return backendtest.Joined(s.BuildTrainableVariablesGradientsGraph(loss(s, x))...)
	}, x)
	value := backendtest.Compiled(t, store, ofOne(loss))
	at := func() float64 { return value(x)[0] }
	i, scale := 0, 0.0
	for _, g := range grads {
		scale = math.Max(scale, math.Abs(g))
	}
	if scale == 0 {
		t.Fatal("the gradient is zero everywhere: nothing is tested")
	}
	for v := range store.RootScope().IterVariables() {
		if !v.Trainable {
			continue
		}
		for j := range v.Shape().Size() {
			if j%4 != 0 && !sweep.Whole() {
				i++
				continue
			}
			want := centralDifference(t, v, j, at)
			if math.Abs(grads[i]-want) > 1e-6*scale {
				t.Errorf("%s[%d]: gradient %.10g, differences %.10g", v.Path(), j, grads[i], want)
			}
			i++
		}
	}
}

// centralDifference computes the fourth-order formula (8Δ(s) − Δ(2s))/(12s) with Δ(s) = f(+s) − f(−s).
func centralDifference(t *testing.T, v *model.Variable, j int, at func() float64) float64 {
	t.Helper()
	const step = 2e-5
	shift := func(by float64) float64 {
		value := must.Of(v.Value()).In(t)
		flat := tensors.MustCopyFlatData[float64](value)
		flat[j] += by
		must.Do(t, v.SetValue(tensors.FromFlatDataAndDimensions(flat, v.Shape().Dimensions...)))
		return at()
	}
	up1, up2 := shift(step), shift(step)
	down1, down2 := shift(-3*step), shift(-step)
	shift(2 * step)
	return (8*(up1-down1) - (up2 - down2)) / (12 * step)
}

package attribution

import (
	"math"
	"strings"
	"testing"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/models"
)

// TestScoreFormula compares H_k with numbers computed by hand, signed and absolute.
func TestScoreFormula(t *testing.T) {
	h := tensors.FromFlatDataAndDimensions([]float64{1, -3, 0, 2, 2, -4}, 1, 2, 3) // T = 2, K = 3
	for kind, want := range map[ScoreKind][]float64{
		Signed:   {(1.0/4 + 2.0/8) / 2, (-3.0/4 + 2.0/8) / 2, (-4.0 / 8) / 2},
		Absolute: {(1.0/4 + 2.0/8) / 2, (3.0/4 + 2.0/8) / 2, (4.0 / 8) / 2},
	} {
		cfg := DefaultConfig()
		cfg.Score = kind
		got := run(t, model.NewStore(), func(_ *model.Scope, h *Node) *Node { return Score(h, nil, cfg) }, h)
		backendtest.Near(t, string(kind), got, want, 1e-7)
	}
}

// TestScoresStayInRange checks that H is in [−1, 1] (signed) or [0, 1] (absolute), and that absolute shares sum
// to 1, also for a model without any attribution.
func TestScoresStayInRange(t *testing.T) {
	x := normal(1, 8, 3, 4)
	dead := func(_ *model.Scope, x *Node) *Node { return ReduceSum(MulScalar(x, 0), -1) }
	for name, f := range map[string]Model{"running": running, "dead": dead} {
		for kind, low := range map[ScoreKind]float64{Signed: -1, Absolute: 0} {
			cfg := DefaultConfig()
			cfg.Score = kind
			scores := run(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return Scores(s, f, x, cfg) }, x)
			for i, v := range scores {
				if !(v >= low && v <= 1) {
					t.Fatalf("%s, %s: score %d is %g", name, kind, i, v)
				}
			}
			if sum := scores[0] + scores[1] + scores[2] + scores[3]; kind == Absolute && name == "running" && math.Abs(sum-1) > 1e-6 {
				t.Errorf("absolute shares sum to %g", sum)
			}
		}
	}
}

// TestVerdict8SignedScoreOfALinearModelIsOdd checks a linear model with baseline 0. Its signed score is odd in
// x, so the mean over a symmetric distribution is 0 for every θ. Its absolute score is even, and the mean is
// not 0.
func TestVerdict8SignedScoreOfALinearModelIsOdd(t *testing.T) {
	store, x := backendtest.Store(t, 1), normal(3, 50, 1, 6)
	mirrored := tensors.MustCopyFlatData[float64](x)
	for i := range mirrored {
		mirrored[i] = -mirrored[i]
	}
	minus := tensors.FromFlatDataAndDimensions(mirrored, 50, 1, 6)
	for kind, sign := range map[ScoreKind]float64{Signed: -1, Absolute: 1} {
		cfg := DefaultConfig()
		cfg.Score = kind
		scores := func(x *tensors.Tensor) []float64 {
			return run(t, store, func(s *model.Scope, x *Node) *Node { return Scores(s, models.Linear(), x, cfg) }, x)
		}
		want := scores(x)
		for i := range want {
			want[i] *= sign
		}
		backendtest.Near(t, string(kind), scores(minus), want, 1e-12)
	}
}

// TestGroupsAreSummedBeforeH checks that one-hot columns of one feature share one score.
func TestGroupsAreSummedBeforeH(t *testing.T) {
	store, x := backendtest.Store(t, 1), normal(4, 3, 1, 4)
	cfg := DefaultConfig()
	h := run(t, store, func(s *model.Scope, x *Node) *Node { return Cumulative(s, smoothMLP(), x, cfg) }, x)
	cfg.Groups = [][]int{{3}, {0, 2}, {1}}
	grouped := run(t, store, func(s *model.Scope, x *Node) *Node { return Cumulative(s, smoothMLP(), x, cfg) }, x)
	var want []float64
	for i := 0; i < len(h); i += 4 {
		want = append(want, h[i+3], h[i]+h[i+2], h[i+1])
	}
	backendtest.Near(t, "grouped h", grouped, want, 1e-12)
}

// TestSeveralBaselinesAreAveragedInH checks that h for two baselines is the mean of both h.
func TestSeveralBaselinesAreAveragedInH(t *testing.T) {
	store, x := backendtest.Store(t, 1), normal(5, 3, 1, 4)
	mean := Constant("mean", []float64{1, 2, 3, 4})
	h := func(bs ...Baseline) []float64 {
		cfg := DefaultConfig()
		cfg.Baselines = bs
		return run(t, store, func(s *model.Scope, x *Node) *Node { return Cumulative(s, smoothMLP(), x, cfg) }, x)
	}
	a, b, both := h(Zero()), h(mean), h(Zero(), mean)
	for i := range a {
		a[i] = (a[i] + b[i]) / 2
	}
	backendtest.Near(t, "averaged h", both, a, 1e-12)
}

// TestPaddedBatchGivesTheScoresOfItsUnpaddedSeries checks that padding does not change scores.
func TestPaddedBatchGivesTheScoresOfItsUnpaddedSeries(t *testing.T) {
	const d = 3
	store := backendtest.Store(t, 1)
	masked := func(s *model.Scope, x, _ *Node) *Node { return running(s, x) }
	cfg := DefaultConfig()
	cfg.Baselines = []Baseline{Constant("mean", []float64{0.3, -0.2, 0.1})}
	short, long := normal(6, 1, 2, d), normal(7, 1, 5, d)
	flat := append(tensors.MustCopyFlatData[float64](short), make([]float64, 3*d)...)
	flat = append(flat, tensors.MustCopyFlatData[float64](long)...)
	for i := 2 * d; i < 5*d; i++ {
		flat[i] = 99 // padding must not matter
	}
	mask := [][]bool{{true, true, false, false, false}, {true, true, true, true, true}}
	got := run(t, store, func(s *model.Scope, x *Node) *Node {
		return MaskedScores(s, masked, x, Const(x.Graph(), mask), cfg)
	}, tensors.FromFlatDataAndDimensions(flat, 2, 5, d))
	var want []float64
	for _, x := range []*tensors.Tensor{short, long} {
		want = append(want, run(t, store, func(s *model.Scope, x *Node) *Node { return Scores(s, running, x, cfg) }, x)...)
	}
	backendtest.Near(t, "scores", got, want, 1e-12)
}

// TestBadInput checks that errors name wrong shapes and settings, and what is allowed.
func TestBadInput(t *testing.T) {
	good := normal(1, 2, 1, 3)
	for want, c := range map[string]struct {
		x      *tensors.Tensor
		f      Model
		change func(*Config)
	}{
		"want [B,T,D]":           {x: normal(1, 2, 3)},
		"T = 0":                  {x: tensors.FromFlatDataAndDimensions([]float64{}, 2, 0, 3)},
		"D = 0":                  {x: tensors.FromFlatDataAndDimensions([]float64{}, 2, 1, 0)},
		"0 quadrature points":    {change: func(c *Config) { c.Points = 0 }},
		"want at least 2":        {change: func(c *Config) { c.Quadrature, c.Points = Trapezoid, 1 }},
		"simpson":                {change: func(c *Config) { c.Quadrature = "simpson" }},
		"unknown score \"both\"": {change: func(c *Config) { c.Score = "both" }},
		"unknown mode":           {change: func(c *Config) { c.Mode = "sideways" }},
		"Chunk is -1":            {change: func(c *Config) { c.Chunk = -1 }},
		"ε = 0":                  {change: func(c *Config) { c.Epsilon = 0 }},
		"in two feature groups":  {change: func(c *Config) { c.Groups = [][]int{{0, 1}, {1, 2}} }},
		"in no feature group":    {change: func(c *Config) { c.Groups = [][]int{{0, 1}} }},
		"contains column 3":      {change: func(c *Config) { c.Groups = [][]int{{0, 1, 2, 3}} }},
		"has 2 values":           {change: func(c *Config) { c.Baselines = []Baseline{Constant("two", []float64{1, 2})} }},
		"want [2 1]":             {f: func(_ *model.Scope, x *Node) *Node { return x }},
		"output 5 not found":     {f: Select(func(_ *model.Scope, x *Node) *Node { return x }, 5)},
	} {
		cfg, x, f := DefaultConfig(), good, Model(models.Linear())
		if c.x != nil {
			x = c.x
		}
		if c.f != nil {
			f = c.f
		}
		if c.change != nil {
			c.change(&cfg)
		}
		_, err := tryRun(t, backendtest.Store(t, 1), func(s *model.Scope, x *Node) *Node { return Scores(s, f, x, cfg) }, x)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "attribution: ") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// TestForwardEqualsReverse checks that both modes give the same h, with and without chunks, with several
// baselines, and along a curved path.
func TestForwardEqualsReverse(t *testing.T) {
	bent := PiecewiseLinear{Anchors: func(x, base *Node) []*Node { return []*Node{MulScalar(Mul(x, x), 0.3)} }}
	store, x := backendtest.Store(t, 1), normal(9, 3, 6, 4)
	for name, change := range map[string]func(*Config){
		"plain": func(*Config) {}, "chunked": func(c *Config) { c.Chunk = 3 }, "bent": func(c *Config) { c.Path = bent },
		"baselines": func(c *Config) { c.Baselines = []Baseline{Zero(), Constant("one", []float64{1, 1, 1, 1})} },
	} {
		h := func(mode Mode) []float64 {
			cfg := DefaultConfig()
			cfg.Mode = mode
			change(&cfg)
			return run(t, store, func(s *model.Scope, x *Node) *Node { return Cumulative(s, running, x, cfg) }, x)
		}
		backendtest.Near(t, name, h(ForwardMode), h(ReverseMode), 1e-12)
	}
}

// TestModeIsChosenByCost checks that reverse mode is used for tables and short series, and forward mode if
// there are at least as many steps as features.
func TestModeIsChosenByCost(t *testing.T) {
	for _, c := range []struct {
		t, d int
		want Mode
	}{{1, 1, ReverseMode}, {1, 10, ReverseMode}, {4, 10, ReverseMode}, {10, 10, ForwardMode}, {64, 8, ForwardMode}} {
		if got := DefaultConfig().mode(c.t, c.d); got != c.want {
			t.Errorf("T = %d, D = %d: %s, want %s", c.t, c.d, got, c.want)
		}
	}
	forced := DefaultConfig()
	forced.Mode = ReverseMode
	if forced.mode(64, 8) != ReverseMode {
		t.Error("the choice cannot be overridden")
	}
}

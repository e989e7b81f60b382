package benchmark

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/task"
)

// suspicious draws n samples of y = 2x1 − x2 + noise with three inputs and a suspect that equals y.
func suspicious(n int, seed uint64) *Problem {
	rng := rand.New(rand.NewPCG(seed, 3))
	draw := func(broken bool) igbo.Data {
		d := igbo.Data{Features: []string{"x1", "x2", "x3", "s"}, Steps: 1}
		for range n {
			x := []float64{rng.NormFloat64(), 2 * rng.NormFloat64(), rng.NormFloat64()}
			y := 2*x[0] - x[1] + 0.3*rng.NormFloat64()
			hint := y
			if broken {
				hint = 3 * rng.NormFloat64()
			}
			d.X, d.Y = append(d.X, x[0], x[1], x[2], hint+0.3*rng.NormFloat64()), append(d.Y, y)
		}
		return d
	}
	return &Problem{Train: draw(false), Test: draw(true), Suspects: []int{3}}
}

// steady returns a linear student that converges, with full batches and many steps.
func steady(p *Problem) Network {
	n := DefaultNetwork(models.LinearSpec())
	n.Epochs, n.Batch, n.Rate, n.Decay = 2500, p.Train.Samples(), 0.1, 0
	return n
}

func mustFit(t *testing.T, m Method, p *Problem, strength float64) Fitted {
	t.Helper()
	f, err := m.Fit(t.Context(), backendtest.Open(t), p, Setting{Strength: strength}, 1)
	if err != nil {
		t.Fatalf("%s: %v", m.Name(), err)
	}
	return f
}

func mustPredict(t *testing.T, f Fitted, x []float64) []float64 {
	t.Helper()
	y := must.Of(f.Predict(x)).In(t)
	return y
}

// moved returns inputs in which one of four columns is larger.
func moved(x []float64, column int, by float64) []float64 {
	x = slices.Clone(x)
	for i := column; i < len(x); i += 4 {
		x[i] += by
	}
	return x
}

// TestGradientPenaltiesOfALinearStudent checks weights against a closed form, because weight decay, input gradients and
// expected gradients are quadratic in the weights of a linear student. Expected gradients use pairs of shuffled samples, so the
// closed form uses the expectation of (x − x′)² over pairs, 2.
func TestGradientPenaltiesOfALinearStudent(t *testing.T) {
	p := suspicious(60, 1)
	n := steady(p)
	for _, c := range []struct {
		m         Method
		strength  float64
		penalties []float64 // penalty of w² by feature, standardised
		tolerance float64
	}{
		{n.Unconstrained(), 0, []float64{0, 0, 0, 0}, 2e-3},
		{n.WeightDecay(), 0.3, []float64{0.15, 0.15, 0.15, 0.15}, 2e-3},
		{n.InputGradient(), 0.7, []float64{0, 0, 0, 0.7}, 2e-3},
		{n.ExpectedGradients(), 0.35, []float64{0, 0, 0, 0.7}, 0.08},
	} {
		got, want := mustFit(t, c.m, p, c.strength).Weights(), closed(p, c.penalties)
		for k := range want {
			if math.Abs(got[k]-want[k]) > c.tolerance {
				t.Errorf("%s: weights %.4f, want %.4f", c.m.Name(), got, want)
				break
			}
		}
	}
}

// closed minimises the mean squared error and Σ penalty·w² in standardised units.
func closed(p *Problem, penalties []float64) []float64 {
	rows, d := len(p.Train.Y), len(penalties)
	x := mat.NewDense(rows, d, append([]float64(nil), p.Train.X...))
	y := mat.NewVecDense(rows, append([]float64(nil), p.Train.Y...))
	standardise := func(v []float64) float64 {
		mean, stdDev := stat.PopMeanStdDev(v, nil)
		for i := range v {
			v[i] = (v[i] - mean) / stdDev
		}
		return stdDev
	}
	scale := make([]float64, d)
	for k := range d {
		column := mat.Col(nil, k, x)
		scale[k] = standardise(column)
		x.SetCol(k, column)
	}
	target := standardise(y.RawVector().Data)
	var gram mat.Dense
	gram.Mul(x.T(), x)
	for k, v := range penalties {
		gram.Set(k, k, gram.At(k, k)+v*float64(rows))
	}
	var right, w mat.VecDense
	right.MulVec(x.T(), y)
	if err := w.SolveVec(&gram, &right); err != nil {
		panic(err)
	}
	weights := make([]float64, d)
	for k := range weights {
		weights[k] = w.AtVec(k) * target / scale[k]
	}
	return weights
}

// shares returns the mean shares of a linear student's attributions by feature, and their mean sizes in standard deviations of
// the target.
func shares(p *Problem, f Fitted) (share, size []float64) {
	w, n, target := f.Weights(), float64(len(p.Train.Y)), stat.PopStdDev(p.Train.Y, nil)
	share, size = make([]float64, len(w)), make([]float64, len(w))
	for i := range p.Train.Y {
		h := make([]float64, len(w))
		for k, v := range w {
			h[k] = math.Abs(v * (p.Train.X[i*len(w)+k] - stat.Mean(records.Column(p.Train.X, len(w), k), nil)) / target)
		}
		floats.AddScaled(share, 1/floats.Sum(h)/n, h)
		floats.AddScaled(size, 1/n, h)
	}
	return share, size
}

// TestBoundsHold checks that a linear student ends at its bound and not below it: a cap on the share, a cap on scores of
// permuted inputs, and a bound on the attribution itself. With edges, the suspect must be last.
func TestBoundsHold(t *testing.T) {
	p := suspicious(80, 2)
	n := steady(p)
	if s, _ := shares(p, mustFit(t, n.Cap(false), p, 0.05)); math.Abs(s[3]-0.05) > 5e-3 {
		t.Errorf("a share of %.4f under a cap of 0.05", s[3])
	}
	if s, _ := shares(p, mustFit(t, n.Cap(true), p, 0.05)); math.Abs(s[3]-0.05) > 0.03 {
		t.Errorf("a share of %.4f under a cap of 0.05 on permuted inputs", s[3])
	}
	if _, h := shares(p, mustFit(t, n.AttributionBound(), p, 0.1)); math.Abs(h[3]-0.1) > 5e-3 {
		t.Errorf("an attribution of %.4f under a bound of 0.1", h[3])
	}
	free, _ := shares(p, mustFit(t, n.Unconstrained(), p, 0))
	if s, _ := shares(p, mustFit(t, n.Edges(false), p, 0.01)); s[3] > free[3]/2 {
		t.Errorf("a share of %.3f under edges, %.3f without", s[3], free[3])
	}
}

// TestPenaltiesReachNetworks checks that each penalty lowers the effect of the suspect on the output of an MLP and of a GRU.
func TestPenaltiesReachNetworks(t *testing.T) {
	for _, spec := range []models.Spec{
		models.MLPSpec(models.MLPConfig{Hidden: []int{6}, Activation: "tanh"}),
		{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 4}},
	} {
		p := suspicious(60, 4)
		if spec.Kind == models.KindGRU {
			p.Train.Steps, p.Test.Steps = 3, 3
		}
		n := DefaultNetwork(spec)
		n.Points = 4
		effect := func(f Fitted) float64 {
			before, after := mustPredict(t, f, p.Test.X), mustPredict(t, f, moved(p.Test.X, 3, 1))
			return floats.Distance(before, after, 1) / float64(len(after))
		}
		free := effect(mustFit(t, n.Unconstrained(), p, 0))
		for _, c := range []struct {
			m        Method
			strength float64
		}{{n.Cap(false), 0.01}, {n.Cap(true), 0.01}, {n.Edges(false), 0.005}, {n.Edges(true), 0.005}, {n.AttributionBound(), 0.01}, {n.InputGradient(), 10}, {n.ExpectedGradients(), 10}, {n.Deleted(), 0}} {
			most := 0.5 * free
			if c.m.Name() == n.Deleted().Name() {
				most = 0
			}
			if got := effect(mustFit(t, c.m, p, c.strength)); got > most {
				t.Errorf("%s, %s: the output moves by %.3f, want at most %.3f of the %.3f without", spec.Kind, c.m.Name(), got, most, free)
			}
		}
	}
}

// TestMonotone checks that outputs never change against a known sign, whatever the data are, and that an unknown sign is free.
func TestMonotone(t *testing.T) {
	p := suspicious(60, 5)
	p.Suspects, p.Signs = nil, []int{-1, -1, 1, 0} // the first sign is wrong on purpose
	for _, spec := range []models.Spec{models.LinearSpec(), models.MLPSpec(models.MLPConfig{Hidden: []int{5, 4}, Activation: "tanh"})} {
		f := mustFit(t, DefaultNetwork(spec).Monotone(), p, 0)
		before := mustPredict(t, f, p.Test.X)
		for k, sign := range p.Signs {
			after, rises := mustPredict(t, f, moved(p.Test.X, k, 0.7)), 0.0
			for i := range after {
				if d := after[i] - before[i]; d*float64(sign) < -1e-5 {
					t.Fatalf("%s: feature %d of sign %d moves an output by %g", spec.Kind, k, sign, d)
				}
				rises += (after[i] - before[i]) / float64(len(after))
			}
			if sign == 0 && rises < 0.2 {
				t.Errorf("%s: the feature of no known sign moves outputs by %g, want more", spec.Kind, rises)
			}
		}
	}
}

// TestDistillation checks that a student with few noisy labels learns a teacher's outputs, or its probabilities for classes.
func TestDistillation(t *testing.T) {
	p := suspicious(12, 6)
	p.Teacher = func(x []float64) (y []float64, err error) {
		for i := 0; i < len(x); i += 4 {
			y = append(y, 2*x[i]-x[i+1])
		}
		return y, nil
	}
	n := steady(p)
	w := mustFit(t, n.Taught(true, ""), p, n.Decay).Weights()
	for k, want := range []float64{2, -1, 0, 0} {
		if math.Abs(w[k]-want) > 2e-2 {
			t.Errorf("weights %.3f, want the teacher's 2, −1, 0 and 0", w)
			break
		}
	}
	p.Loss = task.Loss{Kind: task.KindLogistic}
	for i, y := range p.Train.Y {
		p.Train.Y[i] = 0
		if y > 0 {
			p.Train.Y[i] = 1
		}
	}
	w = mustFit(t, n.Taught(true, ""), p, n.Decay).Weights()
	if math.Abs(w[0]-2) > 0.1 || math.Abs(w[1]+1) > 0.1 {
		t.Errorf("weights %.3f of the log-odds, want the teacher's 2 and −1", w)
	}
}

// TestPermutedScores checks that scores of permuted inputs are those of inputs in which only the suspect comes from the next
// sample.
func TestPermutedScores(t *testing.T) {
	p := suspicious(8, 7)
	n := steady(p)
	n.Epochs = 50
	plain, permuted := mustFit(t, n.Cap(false), p, 0.01).Weights(), mustFit(t, n.Cap(true), p, 0.01).Weights()
	if fmt.Sprint(plain) == fmt.Sprint(permuted) {
		t.Error("permuted inputs change nothing")
	}
	p.Train.X[3] = 1
	for i := 3; i < len(p.Train.X); i += 4 { // all suspects are equal, so permuting changes nothing
		p.Train.X[i] = 1
	}
	plain, permuted = mustFit(t, n.Cap(false), p, 0.01).Weights(), mustFit(t, n.Cap(true), p, 0.01).Weights()
	for k := range plain {
		if math.Abs(plain[k]-permuted[k]) > 1e-5 {
			t.Errorf("weights %v, on permuted inputs %v, want the same", plain, permuted)
			break
		}
	}
}

// TestGradientMethodsRefuse checks that a method reports missing parts of the problem before anything is trained.
func TestGradientMethodsRefuse(t *testing.T) {
	n := DefaultNetwork(models.LinearSpec())
	gru := DefaultNetwork(models.Spec{Kind: models.KindGRU, GRU: &models.GRUConfig{Hidden: 3}})
	relu := DefaultNetwork(models.MLPSpec(models.MLPConfig{Hidden: []int{3}, Activation: "gelu"}))
	for want, c := range map[string]struct {
		m      Method
		change func(p *Problem)
	}{
		"at least one suspect":        {n.Cap(false), func(p *Problem) { p.Suspects = nil }},
		"every feature is a suspect":  {n.Deleted(), func(p *Problem) { p.Suspects = []int{0, 1, 2, 3} }},
		"suspect 9 is not the index":  {n.InputGradient(), func(p *Problem) { p.Suspects = []int{9} }},
		"one output, got 2":           {n.Unconstrained(), func(p *Problem) { p.Outputs = 2 }},
		"must have equal length":      {n.Unconstrained(), func(p *Problem) { p.Train.Mask = make([]bool, len(p.Train.Y)) }},
		"the teacher is nil":          {n.Taught(true, ""), func(*Problem) {}},
		"0 signs":                     {n.Monotone(), func(*Problem) {}},
		"at least one sign must be":   {n.Monotone(), func(p *Problem) { p.Signs = []int{0, 0, 0, 0} }},
		"sign of feature 1 must be":   {n.Monotone(), func(p *Problem) { p.Signs = []int{0, 2, 0, 0} }},
		"network kind gru":            {gru.Monotone(), func(p *Problem) { p.Signs = []int{1, 0, 0, 0} }},
		"unsupported activation gelu": {relu.Monotone(), func(p *Problem) { p.Signs = []int{1, 0, 0, 0} }},
	} {
		p := suspicious(6, 8)
		c.change(p)
		if _, err := c.m.Fit(t.Context(), backendtest.Open(t), p, Setting{Strength: 0.1}, 1); err == nil || !strings.HasPrefix(err.Error(), "benchmark: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that begins with benchmark: and has %q", err, want)
		}
	}
}

// TestOneBudget checks that every method has the same number of distinct settings in increasing order, or nothing to tune.
func TestOneBudget(t *testing.T) {
	names := map[string]bool{}
	n := DefaultNetwork(models.LinearSpec())
	for _, m := range []Method{
		n.Unconstrained(), n.WeightDecay(), n.Deleted(), n.Edges(false), n.Edges(true), n.Cap(false), n.Cap(true), n.AttributionBound(),
		n.InputGradient(), n.ExpectedGradients(), n.Monotone(), n.Taught(false, ""), n.Taught(true, ""), n.Taught(true, OrderOnly),
	} {
		s := m.Settings()
		if len(s) != GridSize && len(s) != 1 {
			t.Errorf("%s has %d settings, want %d or 1", m.Name(), len(s), GridSize)
		}
		for i := 1; i < len(s); i++ {
			if s[i].Strength <= s[i-1].Strength {
				t.Errorf("%s: strengths %v, want them to rise", m.Name(), s)
			}
		}
		if names[m.Name()] {
			t.Errorf("two methods are called %q", m.Name())
		}
		names[m.Name()] = true
	}
	if err := DefaultNetwork(models.CustomSpec("own")).Validate(3); err == nil {
		t.Error("a custom network is accepted")
	}
	if err := n.Validate(3); err != nil {
		t.Error(err)
	}
}

// TestTaught checks that a student that continues with an order of intervals satisfies them, and one without an order keeps its
// weight decay.
func TestTaught(t *testing.T) {
	p := suspicious(80, 9)
	d := must.Of(dag.New(p.Train.Features, []dag.Edge{{U: 1, V: 0, Mu: 0.2, Sigma: 0.05, P: 1, Epsilon: 0.15, Delta: 0.25}}, nil, nil)).In(t)
	n := steady(p)
	if err := n.Taught(false, Intervals).Applies(p); err == nil || !strings.Contains(err.Error(), "no order is known") {
		t.Errorf("error %v", err)
	}
	p.Order = d
	difference := func(f Fitted) float64 {
		share, _ := shares(p, f)
		return share[1] - share[0]
	}
	if got := difference(mustFit(t, n.Taught(false, Intervals), p, 0)); got < 0.14 || got > 0.26 {
		t.Errorf("a difference of shares of %.3f, want one within [0.15, 0.25]", got)
	}
	if got := difference(mustFit(t, n.Taught(false, OrderOnly), p, 0)); got < 0 || got > 0.14 {
		t.Errorf("a difference of shares of %.3f, want it to be met at 0.005 and not far beyond", got)
	}
	for k, want := range closed(p, []float64{0.05, 0.05, 0.05, 0.05}) {
		if got := mustFit(t, n.Taught(false, ""), p, 0.1).Weights()[k]; math.Abs(got-want) > 2e-3 {
			t.Errorf("weight %d is %.4f without an order, want %.4f", k, got, want)
		}
	}
}

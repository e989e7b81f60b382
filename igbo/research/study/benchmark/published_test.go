package benchmark

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// chained draws n rows of y = Σ w·x + noise, with the order and the signs of w, whose absolute values fall.
func chained(t *testing.T, n int, seed uint64, w ...float64) *Problem {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 8))
	d := igbo.Data{Steps: 1}
	var edges []dag.Edge
	p := &Problem{}
	for j, v := range w {
		d.Features = append(d.Features, string(rune('a'+j)))
		p.Signs = append(p.Signs, int(math.Copysign(1, v)))
		if j > 0 {
			edges = append(edges, dag.Edge{U: j - 1, V: j})
		}
	}
	for range n {
		y := 0.5 * rng.NormFloat64()
		for _, v := range w {
			x := rng.NormFloat64()
			y += v * x
			d.X = append(d.X, x)
		}
		d.Y = append(d.Y, y)
	}
	p.Train, p.Test = d, d
	p.Order = must.Of(Bare(d.Features, edges)).In(t)
	return p
}

// weightsOf fits a method and returns its weights in standardised units.
func weightsOf(t *testing.T, m Method, p *Problem, s Setting) []float64 {
	t.Helper()
	must.Do(t, m.Applies(p))
	f := must.Of(m.Fit(t.Context(), nil, p, s, 1)).In(t)
	theta := f.(lines).Theta
	return theta[:len(theta)-1]
}

// TestLassoMeetsItsConditions checks that at the minimum the gradient of each nonzero weight equals that of the penalty, and
// that of other weights is within it.
func TestLassoMeetsItsConditions(t *testing.T) {
	p := chained(t, 30, 1, 2, -1, 0.5, 0.1)
	m, factors := p.moments(), []float64{0.4, 0.8, 1.2, 1.6}
	most := 0.0
	for j, b := range m.b {
		most = max(most, math.Abs(b)/factors[j])
	}
	if theta := m.lasso(1, factors, nil); floats.Norm(theta, 1) > 1e-9 {
		t.Errorf("weights %v at the least strength without any", theta)
	}
	theta := m.lasso(0.1, factors, nil)
	left := multiplied(m.g, theta)
	for j, v := range theta {
		pull, bound := m.b[j]-left[j], 0.1*most*factors[j]
		if v != 0 && math.Abs(pull-math.Copysign(bound, v)) > 1e-7 || math.Abs(pull) > bound+1e-7 {
			t.Errorf("weight %d is %g: gradient %g, bound %g", j, v, pull, bound)
		}
	}
	for j, v := range m.lasso(0.001, factors, []int{-1, -1, 1, 0}) {
		if j == 0 && v != 0 || j == 1 && v >= 0 {
			t.Errorf("weight %d is %g against its sign", j, v)
		}
	}
}

// TestPenaltyFactors checks that η = 0 is the lasso, and that a larger η favours the first feature.
func TestPenaltyFactors(t *testing.T) {
	p := chained(t, 20, 2, 1, 1, 1)
	all := PenaltyFactors()
	plain, none := weightsOf(t, all[0], p, Setting{Strength: 0.3}), weightsOf(t, all[1], p, Setting{Strength: 0.3})
	if floats.Distance(plain, none, 2) > 1e-9 {
		t.Errorf("η = 0: %v, the lasso: %v", none, plain)
	}
	trusted := weightsOf(t, all[1], p, Setting{Strength: 0.3, Second: 3})
	if trusted[2]/trusted[0] >= plain[2]/plain[0] {
		t.Errorf("η = 3: %v, the lasso: %v", trusted, plain)
	}
	if n := len(all[1].Settings()); n != 32 {
		t.Errorf("%d settings, want 32", n)
	}
}

// TestSubsetsAreWeighed checks that the mean over subsets equals a computation with matrices for each subset, and that a narrow
// prior gives ridge.
func TestSubsetsAreWeighed(t *testing.T) {
	p := chained(t, 12, 3, 1.5, -0.4, 0.2)
	m, tau := p.moments(), 0.7
	prior := inclusions([]float64{5, 3, 1})
	want, total := make([]float64, 3), 0.0
	for g := range 8 {
		var at []int
		for j := range 3 {
			if g>>j&1 == 1 {
				at = append(at, j)
			}
		}
		weight, beta := math.Exp(prior[g]), []float64(nil)
		explained, det := 0.0, 1.0
		if k := len(at); k > 0 {
			q, right := mat.NewDense(k, k, nil), mat.NewVecDense(k, nil)
			for a, i := range at {
				right.SetVec(a, 12*m.b[i])
				for b, j := range at {
					q.Set(a, b, 12*m.g[i*3+j])
				}
				q.Set(a, a, q.At(a, a)+1/tau)
			}
			var solved mat.VecDense
			must.Do(t, solved.SolveVec(q, right))
			beta, explained, det = solved.RawVector().Data, mat.Dot(&solved, right), mat.Det(q)
			weight *= math.Pow(tau, -float64(k)/2)
		}
		weight *= math.Pow(det, -0.5) * math.Pow((12*m.yy-explained)/2+1, -(11.0/2+1))
		total += weight
		for a, i := range at {
			want[i] += weight * beta[a]
		}
	}
	floats.Scale(1/total, want)
	if got := m.averaged(tau, prior); floats.Distance(got, want, 2) > 1e-9 {
		t.Errorf("mean %v, want %v", got, want)
	}
}

// TestInclusions checks that the probabilities of all subsets sum to 1, that those of columns fall with their scores, and that
// they are equal without scores.
func TestInclusions(t *testing.T) {
	sum, each := 0.0, make([]float64, 3)
	for g, l := range inclusions([]float64{5, 3, 1}) {
		sum += math.Exp(l)
		for j := range each {
			each[j] += math.Exp(l) * float64(g>>j&1)
		}
	}
	if math.Abs(sum-1) > 1e-9 || !(each[0] > each[1] && each[1] > each[2]) {
		t.Errorf("sum %g, inclusions %v", sum, each)
	}
	alike := nothingIncluded(3)
	if math.Abs(alike[1]-alike[4]) > 1e-9 {
		t.Errorf("inclusions %g and %g without scores", alike[1], alike[4])
	}
	// s is uniform: P(none) = E(1−s)³ = ¼
	if math.Abs(math.Exp(alike[0])-0.25) > 5e-3 {
		t.Errorf("no column with probability %g, want 0.25", math.Exp(alike[0]))
	}
}

// TestNearest checks that the projection satisfies the knowledge and that no other satisfying point is nearer.
func TestNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	p := chained(t, 25, 4, 1, -1, 1)
	k := p.knowledge(true, true)
	metric := p.covariance(p.moments())
	far := func(v, w []float64) float64 {
		diff := floats.SubTo(make([]float64, 3), v, w)
		return floats.Dot(diff, multiplied(metric, diff))
	}
	for range 20 {
		w := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		v := k.nearest(metric, w)
		if v[0]+v[1] < -1e-6 || -v[1]-v[2] < -1e-6 || v[2] < -1e-6 {
			t.Fatalf("%v does not obey", v)
		}
		least := far(v, w)
		for range 500 {
			a, b, c := math.Abs(rng.NormFloat64()), math.Abs(rng.NormFloat64()), math.Abs(rng.NormFloat64())
			other := []float64{a + b + c, -(a + b), a}
			if rng.IntN(2) == 0 { // a point near it
				for i := range other {
					other[i] = v[i] + 0.1*other[i]
				}
			}
			if far(other, w) < least-1e-6 {
				t.Fatalf("of %v: %v is nearer than %v", w, other, v)
			}
		}
	}
	groups := knowledge{groups: [][]int{{0, 1}, {2}}, cover: [][2]int{{0, 1}}}
	unit := shifted(make([]float64, 9), 3, 1)
	v := groups.nearest(unit, []float64{0.3, 0.4, -2})
	if size := math.Hypot(v[0], v[1]); math.Abs(size+v[2]) > 1e-6 || math.Abs(size-1.25) > 1e-6 {
		t.Errorf("a group of size 0.5 above one of 2: %v, want both at 1.25", v)
	}
}

// TestComplexity checks three cases: one feature with a known sign leaves half of the complexity; no knowledge leaves all of
// it; an order of two features without signs leaves E‖Π(g)‖/E‖g‖ for normal g.
func TestComplexity(t *testing.T) {
	one := chained(t, 200, 5, 1)
	if half := must.Of(one.Complexity(false, true, 4000, 1)).In(t); math.Abs(half-0.5) > 0.03 {
		t.Errorf("a sign leaves %g, want 0.5", half)
	}
	p := chained(t, 400, 6, 1, 1)
	p.Signs = []int{0, 0}
	if all := must.Of(p.Complexity(false, true, 50, 1)).In(t); math.Abs(all-1) > 1e-9 {
		t.Errorf("no sign leaves %g, want 1", all)
	}
	rng := rand.New(rand.NewPCG(7, 7))
	within, free := 0.0, 0.0
	for range 20_000 {
		a, b := math.Abs(rng.NormFloat64()), math.Abs(rng.NormFloat64())
		free += math.Hypot(a, b)
		if a >= b {
			within += math.Hypot(a, b)
		} else {
			within += (a + b) / math.Sqrt2
		}
	}
	if got := must.Of(p.Complexity(true, false, 4000, 1)).In(t); math.Abs(got-within/free) > 0.02 {
		t.Errorf("an order leaves %g, want %g", got, within/free)
	}
	if _, err := p.Complexity(true, false, 0, 1); err == nil {
		t.Error("no draws are accepted")
	}
}

// TestExplanationConstraints checks that the model is that of ridge with a small weight of the constraints, and satisfies them
// with a large weight.
func TestExplanationConstraints(t *testing.T) {
	p := chained(t, 12, 9, 0.2, -1, 0.6) // the order is wrong
	m := p.moments()
	free := m.ridge(m.looRidge())
	for _, method := range ExplanationConstraints() {
		if got := weightsOf(t, method, p, Setting{Strength: 1e-7}); floats.Distance(got, free, 2) > 1e-4 {
			t.Errorf("%s: weights %v, want ridge's %v", method.Name(), got, free)
		}
		got := weightsOf(t, method, p, Setting{Strength: 1e4})
		if short := math.Abs(got[1]) - math.Abs(got[0]); short > 0.02 {
			t.Errorf("%s: weights %v do not obey", method.Name(), got)
		}
	}
}

// TestImportanceConstraints checks that the model is that of ridge without weight, and that with a large weight the means
// satisfy the order and rows violate it less often.
func TestImportanceConstraints(t *testing.T) {
	p := chained(t, 30, 10, 0.3, -1, 0.6)
	m := p.moments()
	free := m.ridge(m.looRidge())
	for _, method := range ImportanceConstraints() {
		if got := weightsOf(t, method, p, Setting{}); floats.Distance(got, free, 2) > 1e-6 {
			t.Errorf("%s: weights %v, want ridge's %v", method.Name(), got, free)
		}
		got := weightsOf(t, method, p, Setting{Strength: 30})
		wrong := func(theta []float64) (share, gap float64) {
			for i := range m.n {
				a, b := math.Abs(theta[0]*m.z[i*3]), math.Abs(theta[1]*m.z[i*3+1])
				gap += (a - b) / float64(m.n)
				if a < b {
					share += 1 / float64(m.n)
				}
			}
			return share, gap
		}
		before, _ := wrong(free)
		after, gap := wrong(got)
		if after >= before {
			t.Errorf("%s: %g of the rows are against the order, %g of ridge's", method.Name(), after, before)
		}
		if method.Name() == MeanConstraints && gap < -0.05 {
			t.Errorf("%s: the mean importance is less by %g", method.Name(), -gap)
		}
	}
}

// TestPublished checks that every method has a distinct name, accepts a regression table with order and signs, and rejects
// classes.
func TestPublished(t *testing.T) {
	p := chained(t, 16, 11, 2, -1, 0.5)
	classes := *p
	classes.Outputs = 3
	seen := map[string]bool{}
	for _, m := range Published() {
		if seen[m.Name()] {
			t.Errorf("%s twice", m.Name())
		}
		seen[m.Name()] = true
		f, chosen, err := Tune(t.Context(), nil, m, p, DefaultTuneOptions(1))
		if err != nil {
			t.Fatal(err)
		}
		if e := must.Of(Error(p, f)).In(t); !(e < stat.Variance(p.Train.Y, nil)) || chosen.Fits != 5*len(m.Settings())+1 {
			t.Errorf("%s: error %g after %d fits", m.Name(), e, chosen.Fits)
		}
		if m.Applies(&classes) == nil {
			t.Errorf("%s takes classes", m.Name())
		}
	}
}

package shift

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
)

// TestInPopulation checks that a population equal to the training rows changes nothing. If the least important column varies
// more in the population, it must have less weight.
func TestInPopulation(t *testing.T) {
	all, _ := Shifts()
	d, c, b := drawn(t, all[0]), brief(), backendtest.Open(t)
	fit := func(m benchmark.Method, p *benchmark.Problem) []float64 {
		t.Helper()
		f := must.Of(m.Fit(t.Context(), b, p, benchmark.Setting{}, 1)).In(t)
		return f.Weights()
	}
	for _, a := range c.abroad(d) {
		if a.name != benchmark.OrderedCone && a.name != studentName {
			continue
		}
		p := must.Of(d.problem(a)).In(t)
		own, same := fit(a.method, p), fit(inPopulation("same", a.method, slices.Concat(p.Train.X, p.Train.X)), p)
		wide := slices.Concat(p.Train.X, p.Train.X, p.Train.X, p.Train.X)
		k, low := len(d.features), len(d.features)-1 // the least important column
		for i := low; i < len(wide); i += k {
			wide[i] *= 100
		}
		other := fit(inPopulation("wide", a.method, wide), p)
		for j, w := range own {
			if math.Abs(w-same[j]) > 1e-4*(1+math.Abs(w)) {
				t.Errorf("%s: weights %v, with the same rows as the population %v", a.name, own, same)
				break
			}
		}
		if math.Abs(other[low]) > math.Abs(own[low])/5 {
			t.Errorf("%s: the weight of a column that varies a hundred times as much elsewhere is %g, at home %g", a.name, other[low], own[low])
		}
	}
}

// TestNested checks that draws with the same ratio in each table do not widen the interval, and that noisy draws do.
func TestNested(t *testing.T) {
	calm, noisy := make([]tableLogs, 20), make([]tableLogs, 20)
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range calm {
		level := rng.NormFloat64() / 4
		for _, l := range []*tableLogs{&calm[i], &noisy[i]} {
			*l = tableLogs{names: []string{ridgeName, bothName}, abroad: make([][]float64, 2)}
		}
		for range 8 {
			calm[i].abroad[0], calm[i].abroad[1] = append(calm[i].abroad[0], 1), append(calm[i].abroad[1], 1+level)
			noisy[i].abroad[0], noisy[i].abroad[1] = append(noisy[i].abroad[0], 1), append(noisy[i].abroad[1], 1+level+4*rng.NormFloat64())
		}
	}
	width := func(tables []tableLogs) float64 {
		r := &Result{}
		r.addNested(tables, Pair{Abroad, bothName, ridgeName}, level)
		n := r.nested(Pair{Abroad, bothName, ridgeName}, level)
		if n == nil || r.nested(Pair{Home, bothName, ridgeName}, level) != nil {
			t.Fatalf("%+v", r.Nested)
		}
		return math.Log(n.High / n.Low)
	}
	r := &Result{}
	for _, l := range calm {
		log := l.abroad[1][0] - 1
		r.Found = append(r.Found, Found{Abroad: []Entry{{Name: ridgeName}, {Name: bothName, Log: log}}})
	}
	q, _ := r.Pooled(Abroad, bothName, ridgeName, level)
	if got, want := width(calm), math.Log(q.High/q.Low); math.Abs(got/want-1) > 0.1 {
		t.Errorf("calm: %g wide, by tables alone %g", got, want)
	}
	if got, without := width(noisy), width(calm); got < 1.5*without {
		t.Errorf("noisy: %g wide, calm %g", got, without)
	}
}

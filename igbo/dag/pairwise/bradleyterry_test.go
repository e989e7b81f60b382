package pairwise

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// Wins of the row over the column in the 1987 American League East baseball season, from Agresti,
// Categorical Data Analysis (2002), table 10.10. Agresti also gives the fitted log-strengths
// relative to Baltimore, to two decimals.
var (
	teams = []string{"Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"}
	wins  = [7][7]float64{
		{0, 7, 9, 7, 7, 9, 11},
		{6, 0, 7, 5, 11, 9, 9},
		{4, 6, 0, 7, 7, 8, 12},
		{6, 8, 6, 0, 6, 7, 10},
		{6, 2, 6, 7, 0, 7, 12},
		{4, 4, 5, 6, 6, 0, 6},
		{2, 4, 1, 3, 1, 7, 0},
	}
)

func baseball() []Comparison {
	var cs []Comparison
	for i, row := range wins {
		for j, w := range row {
			if w > 0 {
				cs = append(cs, Comparison{Winner: teams[i], Loser: teams[j], Weight: w})
			}
		}
	}
	return cs
}

func TestBradleyTerryAgainstAgresti(t *testing.T) {
	s := must.Of(BradleyTerry(baseball(), DefaultOptions())).In(t)
	want := []float64{1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0}
	for i, team := range teams {
		k := -1
		for j, f := range s.Features {
			if f == team {
				k = j
			}
		}
		base := s.Beta[len(s.Beta)-1]
		if s.Features[len(s.Beta)-1] != "Baltimore" {
			t.Fatal("order of features")
		}
		if got := s.Beta[k] - base; math.Abs(got-want[i]) > 0.006 {
			t.Errorf("%s: got %.3f, published %.2f", team, got, want[i])
		}
	}
	d, err := s.DAG(DefaultOptions())
	if err != nil || len(d.Edges) == 0 || !d.Report.Guarantee.Transitive {
		t.Fatalf("got %+v, %v", d, err)
	}
}

// TestBradleyTerryAgainstAnOptimiser compares the likelihood with a general optimiser and the
// information with finite differences.
func TestBradleyTerryAgainstAnOptimiser(t *testing.T) {
	rng := rand.New(rand.NewPCG(60, 1))
	for _, prior := range []float64{0, 0.7} {
		var cs []Comparison
		for range 80 {
			u, v := rng.IntN(5), rng.IntN(5)
			if u != v {
				cs = append(cs, Comparison{fmt.Sprint("f", u), fmt.Sprint("f", v), 0.5 + rng.Float64(), rng.IntN(4) == 0})
			}
		}
		opts := DefaultOptions()
		opts.Prior = prior
		s := must.Of(BradleyTerry(cs, opts)).In(t)
		n := len(s.Features)
		loss := func(b []float64) float64 {
			sum := 0.0
			for _, c := range cs {
				d := b[slices.Index(s.Features, c.Winner)] - b[slices.Index(s.Features, c.Loser)]
				if c.Tie {
					sum += c.Weight / 2 * (math.Log1p(math.Exp(-d)) + math.Log1p(math.Exp(d)))
				} else {
					sum += c.Weight * math.Log1p(math.Exp(-d))
				}
			}
			for _, x := range b {
				sum += prior * (math.Log1p(math.Exp(-x)) + math.Log1p(math.Exp(x)))
			}
			if prior == 0 { // fix the mean
				total := 0.0
				for _, x := range b {
					total += x
				}
				sum += total * total
			}
			return sum
		}
		r := must.Of(optimize.Minimize(optimize.Problem{Func: loss}, make([]float64, n), &optimize.Settings{Converger: &optimize.FunctionConverge{Absolute: 1e-14, Iterations: 2000}}, &optimize.NelderMead{})).In(t)
		level := floats.Sum(r.X) / float64(n)
		for k := range n {
			if math.Abs(r.X[k]-level-s.Beta[k]) > 1e-4 {
				t.Errorf("prior %g, %s: got β = %.6f, the optimiser %.6f", prior, s.Features[k], s.Beta[k], r.X[k]-level)
			}
		}
		checkContrasts(t, loss, s, prior)
	}
}

// checkContrasts compares se(β_u − β_v) with the inverse of a numerical Hessian.
func checkContrasts(t *testing.T, loss func([]float64) float64, s *Strengths, prior float64) {
	n, h := len(s.Beta), 1e-3
	at := func(i, j int, di, dj float64) float64 {
		b := make([]float64, n)
		for k := range b {
			b[k] = s.Beta[k]
			if prior > 0 {
				b[k] += s.offset
			}
		}
		b[i] += di
		b[j] += dj
		return loss(b)
	}
	hessian := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			hessian.Set(i, j, (at(i, j, h, h)-at(i, j, h, -h)-at(i, j, -h, h)+at(i, j, -h, -h))/(4*h*h))
		}
	}
	var inverse mat.Dense
	must.Do(t, inverse.Inverse(hessian))
	for u := range n {
		for v := range u {
			if got, want := contrast(s.Covariance, u, v), contrast(&inverse, u, v); math.Abs(got/want-1) > 1e-3 {
				t.Errorf("prior %g: se(β_%d − β_%d): got %g, want %g", prior, u, v, got, want)
			}
		}
	}
}

func TestBradleyTerryFaults(t *testing.T) {
	win := func(u, v string) Comparison { return Comparison{Winner: u, Loser: v, Weight: 1} }
	for name, c := range map[string]struct {
		cs        []Comparison
		separable bool
		want      string
	}{
		"none":         {nil, false, "list of comparisons is empty"},
		"itself":       {[]Comparison{win("a", "a")}, false, "want two features"},
		"weight":       {[]Comparison{{"a", "b", -1, false}}, false, "has the weight -1, want a positive number"},
		"never loses":  {[]Comparison{win("a", "b"), win("b", "c"), win("c", "b")}, true, "{a} and {b, c}"},
		"disconnected": {[]Comparison{win("a", "b"), win("b", "a"), win("c", "d"), win("d", "c")}, true, "2 groups that are never compared"},
	} {
		_, err := BradleyTerry(c.cs, DefaultOptions())
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrSeparable) != c.separable {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
		if !c.separable {
			continue
		}
		opts := DefaultOptions()
		opts.Prior = 0.5
		s, err := BradleyTerry(c.cs, opts)
		if err != nil || !finite(s.Beta) || !finite(s.StdErr) {
			t.Errorf("%s with a prior: got %+v, %v", name, s, err)
		}
	}
	for _, f := range []func(*Options){
		func(o *Options) { o.Alpha = 1 }, func(o *Options) { o.Prior = -1 },
		func(o *Options) { o.Tolerance = 0 }, func(o *Options) { o.MaxIterations = 0 },
	} {
		o := DefaultOptions()
		f(&o)
		if _, err := BradleyTerry(baseball(), o); err == nil {
			t.Errorf("%+v: want an error", o)
		}
	}
}

package dag

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// wideScores holds D features whose means fall from 0.5 to 0.
func wideScores(n, d int) *mat.Dense {
	t := Truth{Means: make([]float64, d), Noise: 0.1, Common: 0.2}
	for k := range t.Means {
		t.Means[k] = 0.5 * (1 - float64(k)/float64(d))
	}
	return t.Draw(testRNG(70), n)
}

// Dense building: every pair is tried, and most get an edge.
func BenchmarkBuild(b *testing.B) {
	for _, c := range []struct {
		d, rows int
		est     Estimator
		with    Multiplicity
	}{
		{100, 1600, BetweenBatch, NoCorrection},
		{1000, 1600, BetweenBatch, NoCorrection},
		{1000, 1600, BetweenBatch, BenjaminiHochberg},
		{1000, 1600, WithinBatch, NoCorrection},
		{1000, 1600, Frequency, NoCorrection},
		{1000, 1600, Bootstrap, NoCorrection},
		{1000, 1600, Permutation, NoCorrection},
		{1000, 1600, Truncated, NoCorrection},
	} {
		scores := wideScores(c.rows, c.d)
		b.Run(fmt.Sprintf("D=%d/N=%d/%s/%s", c.d, c.rows, c.est, c.with), func(b *testing.B) {
			b.ReportAllocs()
			opts := DefaultOptions()
			opts.Estimator, opts.Multiplicity, opts.Repair = c.est, c.with, DropEdges
			for b.Loop() {
				d, err := Build(scores, opts)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(d.Edges)), "edges")
			}
		})
	}
}

// sparseExpert states random orders that agree with the index, and cyclic ones that do
// not.
func sparseExpert(features, edges, cyclic int) *Expert {
	rng := rand.New(rand.NewPCG(71, 1))
	all := names(nil, features)
	e := NewExpert(all...)
	for i := range edges {
		u, v := rng.IntN(features), rng.IntN(features)
		for u == v {
			v = rng.IntN(features)
		}
		if (u > v) != (i < cyclic) {
			u, v = v, u
		}
		e.Edge(all[u], all[v])
	}
	return e
}

// tightOptions ask for so small an ε that 10 000 features find room in Σ|H| ≤ 1.
func tightOptions() ExpertOptions {
	opts := DefaultExpertOptions()
	opts.MinEpsilon = 1e-9
	return opts
}

// Sparse expert statements: read, merge, check, guarantee.
func BenchmarkExpert(b *testing.B) {
	for _, form := range []Form{AsDrawn, Reduction} {
		b.Run(fmt.Sprintf("D=10000/E=50000/%s", form), func(b *testing.B) {
			b.ReportAllocs()
			e := sparseExpert(10000, 50000, 0)
			opts := tightOptions()
			opts.Form = form
			for b.Loop() {
				if _, err := e.Build(opts); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("D=10000/E=50000/intervals", func(b *testing.B) {
		b.ReportAllocs()
		e := sparseExpert(10000, 50000, 0).Interval("x0", "x9999", 0.01, 1).Bound("x5", 0, 0.3)
		for b.Loop() {
			if _, err := e.Build(tightOptions()); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, score := range []Score{SignedScore, AbsoluteScore} { // ε = 0.005 is too much for Σ|H| ≤ 1
		b.Run(fmt.Sprintf("D=10000/E=50000/infeasible/%s", score), func(b *testing.B) {
			b.ReportAllocs()
			e := sparseExpert(10000, 50000, 0)
			opts := DefaultExpertOptions()
			opts.Score = score
			for b.Loop() {
				var conflict *ConflictError
				if _, err := e.Build(opts); !errors.As(err, &conflict) {
					b.Fatalf("got %v", err)
				}
				b.ReportMetric(float64(len(conflict.Chain)), "statements")
			}
		})
	}
	b.Run("D=10000/E=50000/contradiction", func(b *testing.B) {
		b.ReportAllocs()
		e := sparseExpert(10000, 50000, 100)
		for b.Loop() {
			if _, err := e.Build(DefaultExpertOptions()); err == nil {
				b.Fatal("no contradiction")
			}
		}
	})
	b.Run("D=10000/E=50000/repair", func(b *testing.B) {
		b.ReportAllocs()
		e := sparseExpert(10000, 50000, 100)
		opts := tightOptions()
		opts.Repair = DropEdges
		for b.Loop() {
			d, err := e.Build(opts)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(len(d.Report.Repair.Removed)), "dropped")
		}
	})
	b.Run("D=10000/E=50000/parse", func(b *testing.B) {
		b.ReportAllocs()
		text, err := sparseExpert(10000, 50000, 0).YAML()
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := ParseExpert("", text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkFeedbackArcSet(b *testing.B) {
	for _, n := range []int{ExactComponent, 200} {
		edges := randomEdges(testRNG(72), n, 0.5)
		b.Run(fmt.Sprintf("D=%d/E=%d", n, len(edges)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, rec := Repair(names(nil, n), edges, weightP); rec == nil || rec.Exact != (n <= ExactComponent) {
					b.Fatal("unexpected repair")
				}
			}
		})
	}
}

func BenchmarkBradleyTerry(b *testing.B) {
	for _, n := range []int{20, 500} {
		rng := testRNG(73)
		var cs []Comparison
		for range 40 * n {
			u, v := rng.IntN(n), rng.IntN(n)
			if u != v {
				cs = append(cs, Comparison{Winner: fmt.Sprint(u), Loser: fmt.Sprint(v), Weight: 1})
			}
		}
		b.Run(fmt.Sprintf("D=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			opts := DefaultBradleyTerryOptions()
			for b.Loop() {
				s, err := BradleyTerry(cs, opts)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := s.DAG(opts); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkReadScores(b *testing.B) {
	var text strings.Builder
	text.WriteString(strings.Join(names(nil, 100), ",") + "\n")
	for range 1000 {
		text.WriteString(strings.Repeat("0.123456,", 99) + "0.5\n")
	}
	for b.Loop() {
		if _, _, err := ReadScores("", strings.NewReader(text.String())); err != nil {
			b.Fatal(err)
		}
	}
}

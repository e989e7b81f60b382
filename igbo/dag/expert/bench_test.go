package expert

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// sparseExpert states random orders that agree with the index, and cyclic ones that do not.
func sparseExpert(features, edges, cyclic int) *Prior {
	rng := rand.New(rand.NewPCG(71, 1))
	all := names(features)
	e := New(all...)
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

// tightOptions returns options with an ε so small that 10 000 features fit into Σ|H| ≤ 1.
func tightOptions() Options {
	opts := DefaultOptions()
	opts.MinEpsilon = 1e-9
	return opts
}

// BenchmarkExpert reads, merges and checks sparse statements.
func BenchmarkExpert(b *testing.B) {
	for _, form := range []dag.Form{dag.AsDrawn, dag.Reduction} {
		b.Run(fmt.Sprintf("D=10000/E=50000/%s", form), func(b *testing.B) {
			b.ReportAllocs()
			e := sparseExpert(10000, 50000, 0)
			opts := tightOptions()
			opts.Form = form
			for b.Loop() {
				must.Of(e.Build(opts)).In(b)
			}
		})
	}
	b.Run("D=10000/E=50000/intervals", func(b *testing.B) {
		b.ReportAllocs()
		e := sparseExpert(10000, 50000, 0).Interval("x0", "x9999", 0.01, 1).Bound("x5", 0, 0.3)
		for b.Loop() {
			must.Of(e.Build(tightOptions())).In(b)
		}
	})
	for _, score := range []dag.Score{dag.SignedScore, dag.AbsoluteScore} { // ε = 0.005 is too large for Σ|H| ≤ 1
		b.Run(fmt.Sprintf("D=10000/E=50000/infeasible/%s", score), func(b *testing.B) {
			b.ReportAllocs()
			e := sparseExpert(10000, 50000, 0)
			opts := DefaultOptions()
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
			if _, err := e.Build(DefaultOptions()); err == nil {
				b.Fatal("no contradiction")
			}
		}
	})
	b.Run("D=10000/E=50000/repair", func(b *testing.B) {
		b.ReportAllocs()
		e := sparseExpert(10000, 50000, 100)
		opts := tightOptions()
		opts.Repair = dag.DropEdges
		for b.Loop() {
			d := must.Of(e.Build(opts)).In(b)
			b.ReportMetric(float64(len(d.Report.Repair.Removed)), "dropped")
		}
	})
	b.Run("D=10000/E=50000/parse", func(b *testing.B) {
		b.ReportAllocs()
		text := must.Of(sparseExpert(10000, 50000, 0).YAML()).In(b)
		for b.Loop() {
			must.Of(Parse("", text)).In(b)
		}
	})
}

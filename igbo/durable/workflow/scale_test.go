package workflow

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

type needSettings struct {
	Of Part[int]
	N  int
}

func snail(context.Context, *Work, int) (int, error) {
	time.Sleep(5 * time.Millisecond)
	return 1, nil
}

func needs(_ context.Context, w *Work, s needSettings) (int, error) {
	return s.Of.Of(w.Parts) + s.N, nil
}

func free(_ context.Context, _ *Work, n int) (int, error) { return n, nil }

type allSettings struct{ Of []Part[int] }

func add3(_ context.Context, w *Work, s allSettings) (total int, err error) {
	for _, p := range s.Of {
		total += p.Of(w.Parts)
	}
	return total, nil
}

// wide returns a study of one cell, n cells that need it, and as many that need nothing.
func wide(n int) Study[int] {
	return cells[int](func(p *Plan) func(*Parts) (int, error) {
		x := Add(p, Cell{Name: "snail"}, snail, 0)
		var all allSettings
		for i := range n {
			all.Of = append(all.Of, Add(p, Cell{Name: fmt.Sprint("needy ", i)}, needs, needSettings{x, i}))
		}
		for i := range n {
			all.Of = append(all.Of, Add(p, Cell{Name: fmt.Sprint("free ", i)}, free, i))
		}
		total := Add(p, Cell{Name: "total"}, add3, all)
		return func(parts *Parts) (int, error) { return total.Of(parts), nil }
	})
}

// BenchmarkCells measures the overhead of a cell, which must not grow with the number of cells: listing,
// assigning and scheduling it, and storing its part.
func BenchmarkCells(b *testing.B) {
	for _, cached := range []bool{false, true} {
		for _, n := range []int{100, 1000, 10000} {
			if cached && n > 1000 {
				continue // a part is synced to the disk
			}
			b.Run(fmt.Sprintf("kept=%t/N=%d", cached, n), func(b *testing.B) {
				for b.Loop() {
					o := Options{Unkept: !cached}
					if cached {
						o.Dir = b.TempDir()
					}
					p := planned(b, wide(n))
					p.tasks(10)
					must.Of(Run(b.Context(), nil, wide(n), o)).In(b)
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*2*n), "µs/cell")
			})
		}
	}
}

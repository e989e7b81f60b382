package study

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// wide is a study of one cell, many that need it, and as many that need nothing.
type wide struct{ Needy, Free int }

func (wide) Validate() error { return nil }

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

func (s wide) Cells(p *Plan) (func(*Parts) (int, error), error) {
	x := Add(p, Cell{Name: "snail"}, snail, 0)
	var all allSettings
	for i := range s.Needy {
		all.Of = append(all.Of, Add(p, Cell{Name: fmt.Sprint("needy ", i)}, needs, needSettings{x, i}))
	}
	for i := range s.Free {
		all.Of = append(all.Of, Add(p, Cell{Name: fmt.Sprint("free ", i)}, free, i))
	}
	total := Add(p, Cell{Name: "total"}, add3, all)
	return func(parts *Parts) (int, error) { return total.Of(parts), nil }, nil
}

// BenchmarkCells is what a cell costs beside its own work, whose numbers must not grow with
// that of the cells: listing, sharing out and scheduling it, and keeping its part.
func BenchmarkCells(b *testing.B) {
	for _, kept := range []bool{false, true} {
		for _, n := range []int{100, 1000, 10000} {
			if kept && n > 1000 {
				continue // a part is synced to the disk
			}
			b.Run(fmt.Sprintf("kept=%t/N=%d", kept, n), func(b *testing.B) {
				for b.Loop() {
					o := Options{Unkept: !kept}
					if kept {
						o.Dir = b.TempDir()
					}
					p, _, err := planOf[int](wide{n, n})
					if err != nil {
						b.Fatal(err)
					}
					p.tasks(10)
					must.Of(Run(b.Context(), nil, wide{n, n}, o)).In(b)
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*2*n), "µs/cell")
			})
		}
	}
}

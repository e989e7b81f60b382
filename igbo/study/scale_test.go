package study

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// wide is a study of one cell, many that need it, and as many that need nothing.
type wide struct{ Needy, Free int }

func (wide) Validate() error { return nil }

type needSettings struct {
	Of Part[int]
	N  int
}

func snail(context.Context, *Work, int) (int, error) {
	time.Sleep(50 * time.Millisecond)
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

// TestManyCells: what a cell costs beside its own work does not grow with the number of
// cells: neither listing, sharing out and scheduling it, nor keeping its part.
func TestManyCells(t *testing.T) {
	cost := func(n int, o Options) time.Duration {
		start := time.Now()
		p, _, err := planOf[int](wide{n, n})
		if err != nil {
			t.Fatal(err)
		}
		p.tasks(10)
		if _, err := Run(t.Context(), nil, wide{n, n}, o); err != nil {
			t.Fatal(err)
		}
		return time.Since(start) / time.Duration(n)
	}
	for _, kept := range []bool{false, true} {
		var small, large time.Duration
		for range 3 { // other programs take time too
			few, many, o := 1000, 10000, Options{Unkept: true}
			if kept {
				few, many, o = 200, 2000, Options{Dir: t.TempDir()}
			}
			small = cost(few, o)
			if large = cost(many, o); large < 4*small {
				break
			}
		}
		if large >= 4*small {
			t.Errorf("parts kept %t: %v a cell of few, %v of many", kept, small, large)
		}
	}
}

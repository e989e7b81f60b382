package workflow

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
)

type stepped struct{ At, Steps int }

func stepOn(_ context.Context, w *Work, s stepped) (int, error) {
	for _, done := range []int{-5, 0, 1, s.Steps / 2, s.Steps / 4, s.Steps, math.MaxInt, math.MinInt} {
		w.Step(done)
	}
	return 1, nil
}

// costly returns a study of cells with these costs.
func costly(costs ...Cell) Study[int] {
	return cells[int](func(p *Plan) func(*Parts) (int, error) {
		for i, cell := range costs {
			cell.Name = fmt.Sprint("cell ", i)
			Add(p, cell, stepOn, stepped{i, cell.Steps})
		}
		return func(*Parts) (int, error) { return len(costs), nil }
	})
}

// TestCosts checks that progress rises monotonically to one total, whatever cells cost and report.
func TestCosts(t *testing.T) {
	for _, c := range [][]Cell{
		{{}}, {{Weight: 1e-300}, {Weight: 1e-9}}, {{Weight: 0.01}, {Weight: 0.01}, {Weight: 0.01}}, {{Steps: math.MaxInt}, {}}, {{Weight: math.MaxFloat64, Steps: 3}, {Steps: 5}, {}},
		{{Weight: 0.1, Steps: 7}, {Weight: 0.3, Steps: 11}, {Weight: 1e10, Steps: 3}}, {},
	} {
		var mu sync.Mutex
		last, whole := 0, 0
		o := Options{Unkept: true, Progress: func(done, total int) {
			mu.Lock()
			defer mu.Unlock()
			if done < last || total < 1 || whole != 0 && total != whole || done > total {
				t.Errorf("%v: %d of %d after %d of %d", c, done, total, last, whole)
			}
			last, whole = done, total
		}}
		if _, err := Run(t.Context(), nil, costly(c...), o); err != nil || last != whole {
			t.Errorf("%v: ended at %d of %d, %v", c, last, whole, err)
		}
	}
	for want, c := range map[string]Cell{
		"Weight must be finite and at least 0, got NaN": {Weight: math.NaN()}, "Weight must be finite and at least 0, got +Inf": {Weight: math.Inf(1)},
		"Weight must be finite and at least 0, got -1": {Weight: -1}, "Steps must be at least 0, got -1": {Steps: -1},
	} {
		if _, err := Run(t.Context(), nil, costly(c), Options{Unkept: true}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", c, err, want)
		}
	}
}

// ring contains settings that refer to themselves.
type ring struct {
	A, B *ring
	M    map[string]*ring
}

func count(context.Context, *Work, *ring) (int, error) { return 1, nil }

// TestRing checks that a cell whose settings refer to themselves, which is not plain data, runs without caching.
func TestRing(t *testing.T) {
	r := &ring{M: map[string]*ring{}}
	r.A, r.B, r.M["r"] = r, r, r
	ends(t, func() {
		if n, err := Run(t.Context(), nil, odd(count, r), Options{Dir: t.TempDir()}); n != 1 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	})
}

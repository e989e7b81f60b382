package workflow

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// cells is a study defined by a function that adds cells to the plan and returns the fold.
type cells[R any] func(p *Plan) func(*Parts) (R, error)

func (cells[R]) Validate() error { return nil }

func (add cells[R]) Cells(p *Plan) (func(*Parts) (R, error), error) { return add(p), nil }

// planned returns the plan of a study.
func planned[R any](tb testing.TB, s Study[R]) *Plan {
	tb.Helper()
	p, _, err := planOf(s)
	must.Do(tb, err)
	return p
}

// odd returns a study of one cell.
func odd[S, T any](do func(context.Context, *Work, S) (T, error), settings S) Study[T] {
	return cells[T](func(p *Plan) func(*Parts) (T, error) {
		x := Add(p, Cell{Name: "odd"}, do, settings)
		return func(parts *Parts) (T, error) { return x.Of(parts), nil }
	})
}

// sums is a study with two levels: a number for each seed, which squares and cubes need, and a result that
// depends on the order of the fold.
type sums struct {
	Seeds  int     `json:"seeds"`
	Scale  float64 `json:"scale"`
	Grid   grid    `json:"grid"`
	FailAt int     `json:"fail_at"`
}

type grid struct {
	Powers []float64 `json:"powers"`
	Name   string    `json:"name"`
}

type sum struct {
	Values []float64 `json:"values"`
	Total  float64   `json:"total"`
}

type seedSettings struct {
	Seed   int
	Scale  float64
	FailAt int
}

type powerSettings struct {
	Of    Part[float64]
	Power float64
}

// done counts the cells that were done.
var done atomic.Int64

func draw(ctx context.Context, w *Work, s seedSettings) (float64, error) {
	done.Add(1)
	if s.Seed == s.FailAt {
		return 0, errors.New("no luck")
	}
	w.Step(1)
	return s.Scale / float64(s.Seed+3), ctx.Err()
}

func raise(_ context.Context, w *Work, s powerSettings) (float64, error) {
	done.Add(1)
	return math.Pow(s.Of.Of(w.Parts), s.Power), nil
}

func (s sums) Validate() error {
	if s.Seeds < 1 {
		return errors.New("sums: no seeds, want at least 1")
	}
	return nil
}

func (s sums) Cells(p *Plan) (func(*Parts) (*sum, error), error) {
	var found []Part[float64]
	for seed := range s.Seeds {
		x := Add(p, Cell{Name: fmt.Sprint("number of seed ", seed), Steps: 2}, draw, seedSettings{seed, s.Scale, s.FailAt})
		for _, power := range s.Grid.Powers {
			found = append(found, Add(p, Cell{Name: fmt.Sprintf("power %g of seed %d", power, seed), Weight: 3}, raise, powerSettings{x, power}))
		}
	}
	return func(parts *Parts) (*sum, error) {
		r := &sum{}
		for _, f := range found {
			r.Values = append(r.Values, f.Of(parts))
			r.Total = (r.Total + f.Of(parts)) / 3
		}
		return r, nil
	}, nil
}

func newSums() sums {
	return sums{Seeds: 7, Scale: 2, FailAt: -1, Grid: grid{Powers: []float64{1, 2, 3}, Name: "x"}}
}

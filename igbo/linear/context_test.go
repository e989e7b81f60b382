package linear

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// endsAfter is a context that ends at the n-th check.
type endsAfter struct {
	context.Context
	n atomic.Int64
}

func after(ctx context.Context, n int) *endsAfter {
	e := &endsAfter{Context: ctx}
	e.n.Store(int64(n))
	return e
}

func (e *endsAfter) Err() error {
	if e.n.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestFitEndsWithTheContext checks that Fit checks the context before each Newton step.
func TestFitEndsWithTheContext(t *testing.T) {
	d := samples.Data{Features: letters(1), Steps: 1, X: []float64{1, 2, 3, 4}, Y: []float64{0, 1, 0, 1}}
	logistic := task.Loss{Kind: task.KindLogistic}
	for n := range 3 {
		if _, err := Fit(after(t.Context(), n), d.View(nil), logistic, 1, Uniform(0.1, 1)); !errors.Is(err, context.Canceled) {
			t.Errorf("ended at look %d: error %v", n, err)
		}
	}
	var none context.Context
	if _, err := Fit(none, d.View(nil), logistic, 1, Uniform(0.1, 1)); err == nil {
		t.Error("a nil context is taken")
	}
}

// TestLoopsEndWithTheContext checks that the loops of the cone and the stack check the context in each round,
// and that Suite returns its error.
func TestLoopsEndWithTheContext(t *testing.T) {
	data, k, _ := draw(task.Loss{}, 40, 5, 1)
	for n := range 3 {
		if _, err := overCone(after(t.Context(), n), data, task.Loss{}, k); !errors.Is(err, context.Canceled) {
			t.Errorf("the cone, ended at look %d: error %v", n, err)
		}
	}
	o := options(t, 40)
	o.Skip = []Method{PosteriorBare, PosteriorHard, PosteriorSoft, OrderedCone, SignRankRidge, RankRidge}
	looks := after(t.Context(), 1<<30)
	if _, err := Suite(looks, data, task.Loss{}, k, o); err != nil {
		t.Fatal(err)
	}
	used := 1<<30 - int(looks.n.Load())
	if used < stackSteps {
		t.Errorf("looked at the context %d times, want at least once a step of the stack", used)
	}
	for _, n := range []int{0, used / 2, used - 1} {
		if _, err := Suite(after(t.Context(), n), data, task.Loss{}, k, o); !errors.Is(err, context.Canceled) {
			t.Errorf("ended at look %d of %d: error %v", n, used, err)
		}
	}
}

// TestPathEndsWithTheContext checks that whenever the context ends, Path returns its error and no model of only
// some rows.
func TestPathEndsWithTheContext(t *testing.T) {
	d := samples.Data{Features: []string{"a"}, Steps: 1}
	for i := range 3 * blockRows {
		d.X, d.Y = append(d.X, float64(i%7)), append(d.Y, float64(i%3/2))
	}
	for _, loss := range []task.Loss{{}, {Kind: task.KindLogistic}, {Kind: task.KindAbsolute}} {
		looks := after(t.Context(), 1<<30)
		if _, err := Path(looks, d.View(nil), loss, 1, []float64{1, 0.1}); err != nil {
			t.Fatal(err)
		}
		used := 1<<30 - int(looks.n.Load())
		for n := 0; n < used; n += max(1, used/12) {
			if fits, err := Path(after(t.Context(), n), d.View(nil), loss, 1, []float64{1, 0.1}); !errors.Is(err, context.Canceled) {
				t.Fatalf("%s, ended at look %d: %d models, error %v", loss, n, len(fits), err)
			}
		}
	}
}

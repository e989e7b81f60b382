package linear

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/task"
)

// TestSuiteOfExactTargets checks that every applicable method gives finite predictions if targets are a
// function of the columns, differ only by rounding, or take two values. For linear targets, the predictions
// must be close to them.
func TestSuiteOfExactTargets(t *testing.T) {
	const n = 24
	order := posterior.Order{Above: [][2]int{{0, 1}}, Directions: []int{1, 0}}
	for _, c := range []struct {
		name   string
		loss   task.Loss
		target func(i int) float64
		exact  bool
	}{
		{"unit conversion", task.Loss{}, func(i int) float64 { return 1.8*float64(i) + 32 }, true},
		{"rounding alone", task.Loss{}, func(i int) float64 { return .1 + 2e-17*float64(i%2) }, true},
		{"constant", task.Loss{}, func(i int) float64 { return .1 }, true},
		{"separable classes", task.Loss{Kind: task.KindLogistic}, func(i int) float64 { return float64(2 * i / n) }, false},
		{"counts", task.Loss{Kind: task.KindPoisson}, func(i int) float64 { return math.Round(math.Exp(.3 * float64(i))) }, false},
	} {
		d := samples.Data{Features: letters(2), Steps: 1}
		for i := range n {
			d.X, d.Y = append(d.X, float64(i), float64(i*i%17)), append(d.Y, c.target(i))
		}
		o := options(t, n)
		fitted := must.Of(Suite(context.Background(), d, c.loss, Constraints{Groups: [][]int{{0}, {1}}, Order: order}, o)).In(t)
		for _, f := range fitted {
			for i, y := range f.Predict(d.X) {
				if math.IsNaN(y) || math.IsInf(y, 0) {
					t.Fatalf("%s, %s: row %d: %g", c.name, f.Method, i, y)
				}
				if c.exact && f.Method.Posterior() && math.Abs(y-d.Y[i]) > .01*math.Abs(d.Y[i]) {
					t.Fatalf("%s, %s: row %d: %g, want %g", c.name, f.Method, i, y, d.Y[i])
				}
			}
		}
	}
}

// TestExtendIsOfAllRows checks that Extend applies to the posteriors on all rows, but not to those on inner
// folds.
func TestExtendIsOfAllRows(t *testing.T) {
	d, k, _ := draw(task.Loss{}, 16, 4, 1)
	o := options(t, 16)
	o.Burn, o.Draws, o.Extend = 10, 8, 2 // too few to agree
	for _, f := range must.Of(Suite(context.Background(), d, task.Loss{}, k, o)).In(t) {
		for _, p := range f.Posteriors {
			if n := len(p.Chains[0].Intercept); p.Config.Extend != 2 || n != 3*8 {
				t.Errorf("%s: extend %d, %d draws", f.Method, p.Config.Extend, n)
			}
		}
	}
	s := &suite{ctx: context.Background(), data: d, known: k, opts: o}
	f := Fitted{Method: PosteriorSoft}
	must.Of(s.once(&f, d, 1, 0)).In(t)
	if n := len(f.Posteriors[0].Chains[0].Intercept); n != 8 {
		t.Errorf("an inner fold has %d draws", n)
	}
}

// limited is a context that ends after several checks.
type limited struct {
	context.Context
	left atomic.Int64
}

func (l *limited) Err() error {
	if l.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestConeCancels checks that fitting over the cone checks the context in each round.
func TestConeCancels(t *testing.T) {
	for _, loss := range []task.Loss{{}, {Kind: task.KindLogistic}, {Kind: task.KindPoisson}} {
		d, k, _ := draw(loss, 40, 6, 2)
		ctx := &limited{Context: context.Background()}
		ctx.left.Store(2)
		if _, err := overCone(ctx, d, loss, k); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", loss, err)
		}
	}
}

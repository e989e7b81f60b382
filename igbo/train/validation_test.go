package train

import (
	"math"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

func validating(t *testing.T, rate, floor float64) training {
	t.Helper()
	return newLine(t, Lambda{Kind: Validation, Value: 0.5, Rate: rate, Floor: floor})
}

// TestLambdaByValidation recomputes λ through several observations: towards the loss with the
// larger remaining fraction, within the bounds, and with losses of 0.
func TestLambdaByValidation(t *testing.T) {
	tr := validating(t, 0.2, 0.25)
	d := tr.driver(t, 4)
	want, first := 0.5, [2]float64{}
	for i, seen := range [][2]float64{{8, 2}, {8, 1}, {2, 1}, {1, 4}, {0, 4}, {0, 0}, {8, 0}, {8, 0}, {8, 0}} {
		must.Do(t, d.Run(t.Context(), rows(), 1+4*i, 4, nil, nil))
		for _, s := range tr.history.Steps[4*i:] {
			if math.Abs(s.Lambda-want) > 1e-6 || s.Clamped != (want <= 0.25+1e-9 || want >= 0.75-1e-9) {
				t.Errorf("after %d observations: λ = %g, held %v, by hand %g", i, s.Lambda, s.Clamped, want)
			}
		}
		must.Do(t, tr.opt.Observe(tr.store, seen[0], seen[1]))
		if i == 0 {
			first = seen
			continue
		}
		if p, q := seen[0]/first[0], seen[1]/first[1]; p+q > 0 {
			want = math.Min(math.Max(want+0.2*(p-q)/(p+q), 0.25), 0.75)
		}
	}
}

// TestLambdaByValidationFromZero checks that a loss that begins at 0 takes all the weight if it
// rises, and needs none if it stays 0.
func TestLambdaByValidationFromZero(t *testing.T) {
	for _, c := range []struct{ task, second, want float64 }{{1, 0, 0.7}, {1, 3, 0.3}, {0, 3, 0.3}, {0, 0, 0.5}, {math.MaxFloat64, 3, 0.3}} {
		tr := validating(t, 0.2, 0)
		d := tr.driver(t, 1)
		must.Do(t, d.Run(t.Context(), rows(), 1, 1, nil, nil))
		for _, seen := range [][2]float64{{1, 0}, {c.task, c.second}} {
			must.Do(t, tr.opt.Observe(tr.store, seen[0], seen[1]))
		}
		must.Do(t, d.Run(t.Context(), rows(), 2, 1, nil, nil))
		if got := tr.history.Steps[1].Lambda; math.Abs(got-c.want) > 1e-6 {
			t.Errorf("after L = %g, H = %g from 1 and 0: λ = %g, want %g", c.task, c.second, got, c.want)
		}
	}
}

// TestLambdaByValidationResumes checks that another store with the same variables continues like
// the first.
func TestLambdaByValidationResumes(t *testing.T) {
	one, other := validating(t, 0.2, 0), validating(t, 0.2, 0)
	d := one.driver(t, 1)
	must.Do(t, d.Run(t.Context(), rows(), 1, 5, nil, nil))
	must.Do(t, one.opt.Observe(one.store, 7, 0.3))
	for v := range one.store.IterVariables() {
		value, err := v.MustValue().Clone()
		if err != nil {
			t.Fatal(err)
		}
		if other.store.GetVariable(v.Path()) != nil {
			err = other.store.GetVariable(v.Path()).SetValue(value)
		} else if _, err = other.store.CreateVariable(v.Path(), value); err == nil {
			other.store.GetVariable(v.Path()).SetTrainable(v.Trainable)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, tr := range []training{one, other} {
		must.Do(t, tr.opt.Observe(tr.store, 5, 0.3))
		rest := rows()
		rest.Start = 5
		must.Do(t, tr.driver(t, 1).Run(t.Context(), rest, 6, 5, nil, nil))
	}
	one.history.Steps, one.history.Counts, other.history.Counts = one.history.Steps[5:], nil, nil
	other.same(t, "resumed", one, 0)
}

// TestObserveNamesWhatIsWrong checks the errors of Observe.
func TestObserveNamesWhatIsWrong(t *testing.T) {
	tr := validating(t, 0.2, 0)
	if err := tr.opt.Observe(tr.store, 1, 1); err == nil {
		t.Error("an observation before the first step: no error")
	}
	must.Do(t, tr.driver(t, 1).Run(t.Context(), rows(), 1, 1, nil, nil))
	for _, seen := range [][2]float64{{-1, 1}, {1, math.NaN()}, {math.Inf(1), 1}} {
		if err := tr.opt.Observe(tr.store, seen[0], seen[1]); err == nil {
			t.Errorf("losses %v: no error", seen)
		}
	}
	fixed := newLine(t, FixedLambda(0.5))
	if err := fixed.opt.Observe(fixed.store, math.NaN(), 0); err != nil {
		t.Errorf("another kind of λ: %v, want it ignored", err)
	}
}

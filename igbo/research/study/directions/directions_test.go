package directions

import (
	"math"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/payoff"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// of returns the problem of a case.
func of(t *testing.T, change func(k *Case)) problem {
	t.Helper()
	k := centre()
	change(&k)
	return must.Of(drawProblem(t.Context(), nil, trial.Run[distribution]{Case: distribution{k, 4, 8}, Seed: 5})).In(t)
}

// TestStatements checks that the whole order has all pairs, that Top has those of the first features, that exchanged pairs
// change places, and that flips reverse directions.
func TestStatements(t *testing.T) {
	whole, top := of(t, func(*Case) {}), of(t, func(k *Case) { k.Top = 1 })
	if len(whole.above) != 15 || len(whole.Order.Edges) != 5 || len(top.above) != 5 || !slices.Equal(whole.Signs, whole.truth.Directions()) {
		t.Errorf("%d pairs, %d edges, and %d of the first", len(whole.above), len(whole.Order.Edges), len(top.above))
	}
	wrong, swapped := 0, of(t, func(k *Case) { k.Swaps = 1 })
	for _, e := range swapped.above {
		if e[0] > e[1] {
			wrong++
		}
	}
	if wrong == 0 {
		t.Error("no pair is wrong after an exchange")
	}
	turned, flipped := 0, of(t, func(k *Case) { k.Flips = 2 })
	for j, s := range flipped.truth.Directions() {
		if flipped.Signs[j] != s {
			turned++
		}
	}
	if turned != 2 {
		t.Errorf("%d directions are wrong, want 2", turned)
	}
}

// TestFound checks that all methods have an error and that a method adds nothing to itself. A narrower interval must not need
// more draws.
func TestFound(t *testing.T) {
	c := DefaultConfig()
	c.Draws, c.Burn, c.Sweeps, c.Cases = 8, 20, 40, c.Cases[:2]
	r := studytest.Found[*Result](t, nil, c)
	for _, f := range r.Cases {
		if len(f.Methods) != 8 || len(f.Added) != len(references) {
			t.Errorf("%s: %d methods, %d comparisons", f.Name, len(f.Methods), len(f.Added))
		}
		for _, a := range f.Added {
			if !(a.Ratio.Low <= a.Ratio.Mean && a.Ratio.Mean <= a.Ratio.High) || !(a.Draws > 0) || len(a.Blocks) != trial.BlockCount {
				t.Errorf("%s: %+v", f.Name, a)
			}
		}
	}
	if _, ok := r.Over("luck", directed); ok {
		t.Error("a case that was not tried has a ratio")
	}
}

// TestMapScales checks that this study finds about the same at 3 and 12 columns as the map of package payoff, which has six
// columns and depends on rows per column.
func TestMapScales(t *testing.T) {
	r, of := studytest.Committed[*Result](t, Definition()), must.Of(study.Reported[*payoff.Result](payoff.Definition())).In(t)
	for _, k := range r.Config.Cases {
		if k.Name != "3 features" && k.Name != "12 features" && k.Name != "centre" {
			continue
		}
		f := study.First(r.Cases, func(f *Found) bool { return f.Name == k.Name })
		m := study.First(f.Methods, func(m *Method) bool { return m.Name == soft })
		want, ok := of.At(payoff.Order{Rows: k.Rows, Columns: k.Features, Statements: k.Features - 1, Directed: 1}, k.Explained, 1)
		if !ok || math.Abs(m.Ratio.Mean-want) > 0.05 {
			t.Errorf("%s: %.3f of ridge's error, the map has %.3f", k.Name, m.Ratio.Mean, want)
		}
	}
}

// TestVerdict checks that the worst reference decides by its whole interval.
func TestVerdict(t *testing.T) {
	added := func(mean, high float64) Added {
		a := Added{}
		a.Ratio.Mean, a.Ratio.High = mean, high
		return a
	}
	for want, f := range map[string]Found{
		"no": {Added: []Added{added(0.9, 0.95), added(0.98, 1.01)}}, "3 % or more": {Added: []Added{added(0.9, 0.95), added(0.95, 0.97)}}, "less than 3 %": {Added: []Added{added(0.9, 0.95), added(0.98, 0.99)}},
	} {
		if got := f.verdict(); got != want {
			t.Errorf("%+v: %q, want %q", f, got, want)
		}
	}
}

// TestSenseless checks invalid numbers.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "draws", "sweeps")
	studytest.Nonsense(t, DefaultConfig, "directions", map[string]func(c *Config){
		"top": func(c *Config) { c.Cases[0].Top = 6 }, "swaps": func(c *Config) { c.Cases[0].Swaps = 4 }, "flips": func(c *Config) { c.Cases[0].Flips = 7 }, "rising weights": func(c *Config) { c.Cases[0].Steepest = 1 },
		"no case": func(c *Config) { c.Cases = nil },
	})
}

package credit

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/fewsamples"
	"github.com/igbolab/igbolab/igbo/research/study/internal/records"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
)

// brief returns a small study.
func brief() Config {
	c := DefaultConfig()
	c.Seeds, c.Around, c.Networks, c.Steps, c.NetworkSteps, c.Hidden, c.Burn, c.Sweeps = 3, 2, 1, 5, 32, 3, 50, 160
	c.Units, c.Length = 2, 3
	c.Cases = []Case{c.Cases[0], c.Cases[4], c.Cases[6], c.Cases[7]}
	return c
}

// TestFound checks that every method has an error in every draw, and that a mean of draws has less error than one draw.
func TestFound(t *testing.T) {
	c := brief()
	r := studytest.Found[*Result](t, backendtest.Open(t), c)
	for i, f := range r.Cases {
		for _, e := range f.Entries {
			if len(e.Errors) != c.draws(c.Cases[i]) || math.IsNaN(e.Errors[0]) {
				t.Errorf("%s: %s has errors %v", f.Name, e.Name, e.Errors)
			}
		}
		if len(f.Entries) != len(c.methods(f.Kind)) {
			t.Errorf("%s: %d methods, want %d", f.Name, len(f.Entries), len(c.methods(f.Kind)))
		}
	}
	if q, ok := r.Over(c.Cases[0].Name, rung(0, true), rung(1, true)); !ok || q.Mean >= 1 {
		t.Errorf("the mean of all draws has %v of the error of one", q)
	}
	if _, ok := r.Over(c.Cases[0].Name, "luck", ridge); ok {
		t.Error("a method that was not tried has a ratio")
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 2 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}

// TestStartAtTheMean checks that a student whose steps have no effect is the posterior mean from which it starts.
func TestStartAtTheMean(t *testing.T) {
	config, k := DefaultConfig().Cases[0].problems()
	p := must.Of(config.Draw(k, 5)).In(t)
	for _, o := range origins[3:] {
		s := benchmark.DefaultStudent()
		s.Start, s.Signed, s.Penalized, s.Steps, s.Rate = o.start, o.signed, false, 1, 1e-9
		_, _, student, err := benchmark.Try(t.Context(), backendtest.Open(t), s, p, benchmark.DefaultTuneOptions(7))
		if err != nil {
			t.Fatal(err)
		}
		_, _, mean, err := benchmark.Try(t.Context(), nil, benchmark.Named(benchmark.Believed(), o.itself), p, benchmark.DefaultTuneOptions(7))
		if err != nil || math.Abs(student/mean-1) > 1e-3 {
			t.Errorf("%s: error %g at the start, %g of the mean, %v", o.name, student, mean, err)
		}
	}
}

// TestExpanded checks that each feature is a group that contains the feature itself and its waves, whose means over the input
// distribution are 0.
func TestExpanded(t *testing.T) {
	config, k := Case{Truth: fewsamples.Mixed, Samples: 20, Noise: 1}.problems()
	p := must.Of(config.Draw(k, 1)).In(t)
	e := expanded(p)
	must.Do(t, e.Validate())
	d := len(e.Train.Features)
	if d != 4*len(p.Train.Features) || e.Train.X[4] != p.Train.X[1] || e.Train.X[d] != p.Train.X[len(p.Train.Features)] {
		t.Errorf("%d columns of %d features", d, len(p.Train.Features))
	}
	if mean := stat.Mean(records.Column(e.Test.X, d, 1), nil); math.Abs(mean) > 0.15 {
		t.Errorf("the first wave's mean is %g", mean)
	}
}

// TestLagged checks that the row of a step has the step first, then the previous steps of the same series, and zeros before the
// first step.
func TestLagged(t *testing.T) {
	config, k := Case{Truth: fewsamples.Linear, Samples: 3, Noise: 1}.problems()
	p := must.Of(config.Series(k, 4, 1)).In(t)
	l := lagged(p)
	must.Do(t, l.Validate())
	d := len(p.Train.Features)
	at := func(row, lag int) float64 { return l.Train.X[(row*4+lag)*d] }
	for row := range 12 {
		for lag := range 4 {
			want := 0.0
			if lag <= row%4 {
				want = p.Train.X[(row-lag)*d]
			}
			if at(row, lag) != want {
				t.Errorf("row %d, %d steps ago: %g, want %g", row, lag, at(row, lag), want)
			}
		}
	}
	if len(l.Train.Y) != 12 || l.Test.Y[5] != p.Test.Y[5] {
		t.Error("other targets")
	}
}

// TestSenseless checks invalid numbers and names.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "seeds", "steps", "network_steps", "hidden", "sweeps")
	studytest.Counts(t, DefaultConfig, map[string]func(c *Config, n int){"samples": func(c *Config, n int) { c.Cases[0].Samples = n }})
	studytest.Refuses(t, DefaultConfig, map[string]func(c *Config){
		"kind": func(c *Config) { c.Cases[0].Kind = "luck" }, "truth": func(c *Config) { c.Cases[3].Truth = "luck" }, "another law": func(c *Config) { c.Cases[0].Truth = fewsamples.Mixed },
		"no case": func(c *Config) { c.Cases = nil }, "noise": func(c *Config) { c.Cases[0].Noise = math.Inf(1) }, "rate": func(c *Config) { c.Rate = 0 },
	})
}

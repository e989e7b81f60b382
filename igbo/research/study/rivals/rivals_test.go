package rivals

import (
	_ "embed"
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// brief returns a small study.
func brief() Config {
	c := DefaultConfig()
	c.Draws, c.Around, c.Abroad, c.Few, c.Wrong, c.Sets = 2, 1, 2, c.Few[:2], c.Wrong[2:4], c.Sets[2:]
	c.Shifts, c.Twins = []string{"airlines, cost", "carriers, delay on arrival"}, true
	c.Burn, c.Sweeps, c.Steps, c.SignedSteps, c.Flips = 5, 8, 2, 2, 4
	return c
}

// TestFound checks that each case has the errors of all applicable methods, and a complexity for each kind of knowledge.
func TestFound(t *testing.T) {
	c := brief()
	r := studytest.Found[*Result](t, backendtest.Open(t), c)
	if len(r.Cases) != 8 {
		t.Fatalf("%d cases, want 8", len(r.Cases))
	}
	for _, f := range r.Cases {
		most := len(c.methods())
		if f.Part == RealData {
			most-- // no ordered least squares: neither set has one column and a direction for each feature
		}
		if len(f.Entries) != most {
			t.Errorf("%s: %d methods, want %d", f.Name, len(f.Entries), most)
		}
		for _, e := range f.Entries {
			if math.IsNaN(e.Errors[0]) || e.Tuning == "" {
				t.Errorf("%s: %s has errors %v, tuned by %q", f.Name, e.Name, e.Errors, e.Tuning)
			}
		}
		left := f.Complexity
		if len(left) != 3 || !(left[2] > 0 && left[2] < left[0] && left[2] < left[1] && max(left[0], left[1]) < 1) {
			t.Errorf("%s: complexities %v", f.Name, left)
		}
	}
	for _, name := range []string{fewColumn, realColumn, abroadColumn, wrongColumn("n = 64, 2 swaps")} {
		if q, ok := r.At(name, ridge, ridge); !ok || math.Abs(q.Mean-1) > 1e-12 {
			t.Errorf("%s: ridge has %v of its own error", name, q)
		}
	}
	if _, ok := r.At(fewColumn, "luck", ridge); ok {
		t.Error("a method that was not tried has a ratio")
	}
	if figures, err := r.Figures(); err != nil || len(figures) != 1 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}

// TestBlocks checks that the four blocks contain all draws and their errors.
func TestBlocks(t *testing.T) {
	r := &Result{Cases: []Found{{Part: FewSamples, Entries: []trial.Entry{{Name: ridge, Errors: []float64{1, 2, 3, 4, 5, 6, 7, 8}}}}}}
	for i := range trial.BlockCount {
		got := r.block(i).Cases[0].Entries[0].Errors
		if len(got) != 2 || got[0] != float64(2*i+1) || got[1] != float64(2*i+2) {
			t.Errorf("block %d: %v", i, got)
		}
	}
}

// TestRankCorrelation checks that the correlation is 1 for the same order and −1 for the reversed order, and that it agrees
// with a computation by hand with ties.
func TestRankCorrelation(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5}
	for want, y := range map[float64][]float64{1: {1, 4, 9, 16, 25}, -1: {5, 4, 3, 2, 1}, 0.9486832980505138: {1, 1, 3, 3, 5}} {
		q, ok := rankCorrelation(x, y)
		if !ok || math.Abs(q.Mean-want) > 1e-12 || q.Low > q.Mean+1e-12 || q.High < q.Mean-1e-12 {
			t.Errorf("of %v: %v, want %g", y, q, want)
		}
	}
	if _, ok := rankCorrelation(x[:3], x[:3]); ok {
		t.Error("three pairs have a rank correlation")
	}
}

// TestPooled checks that the geometric mean of the ratios 2 and ½ is 1, and that a method that is missing in a case has none.
func TestPooled(t *testing.T) {
	of := func(e, against float64) Found {
		return Found{Entries: []trial.Entry{{Name: "a", Errors: []float64{e, e}}, {Name: ridge, Errors: []float64{against, against}}}}
	}
	cases := []Found{of(2, 1), of(1, 2)}
	for name, f := range map[string]func([]Found, string, string) (study.Interval, bool){"pooled": pooled, "abroad": abroad} {
		if q, ok := f(cases, "a", ridge); !ok || math.Abs(q.Mean-1) > 1e-12 {
			t.Errorf("%s: %v, want 1", name, q)
		}
		if _, ok := f(append(cases, Found{Entries: cases[0].Entries[1:]}), "a", ridge); ok {
			t.Errorf("%s: a method that a case lacks has a ratio", name)
		}
	}
}

//go:embed predictions.md
var predictionsText string

// TestPredictions checks that predictions.md has exactly one row for each prediction.
func TestPredictions(t *testing.T) {
	rows := 0
	for line := range strings.Lines(predictionsText) {
		if strings.HasPrefix(line, "|") {
			rows++
		}
	}
	all := Predictions()
	if rows != len(all)+2 {
		t.Errorf("%d rows, want a header of 2 and %d predictions", rows, len(all))
	}
	for _, p := range all {
		if !strings.Contains(predictionsText, text(p)+"\n") {
			t.Errorf("predictions.md has no row %q", text(p))
		}
	}
}

// TestMethodsAreTold checks that all methods have distinct names, and that those of other authors are among them.
func TestMethodsAreTold(t *testing.T) {
	names := map[string]bool{}
	for _, m := range DefaultConfig().methods() {
		if names[m.Name()] {
			t.Errorf("two methods are called %s", m.Name())
		}
		names[m.Name()] = true
	}
	for _, name := range append([]string{ridge, benchmark.Lasso, benchmark.SpikeAndSlab, benchmark.PosteriorBare}, headlines...) {
		if !names[name] {
			t.Errorf("no method %q", name)
		}
	}
}

// TestSenseless checks invalid numbers and names.
func TestSenseless(t *testing.T) {
	studytest.Keys(t, DefaultConfig, "draws", "around", "abroad", "test", "sweeps", "steps", "signed_steps", "flips")
	studytest.Counts(t, DefaultConfig, map[string]func(c *Config, n int){"samples": func(c *Config, n int) { c.Few[0].Samples = n }, "wrong samples": func(c *Config, n int) { c.Wrong[0].Samples = n }})
	studytest.Refuses(t, DefaultConfig, map[string]func(c *Config){
		"set": func(c *Config) { c.Sets = []string{"luck"} }, "set twice": func(c *Config) { c.Sets = append(c.Sets, c.Sets[0]) }, "shift": func(c *Config) { c.Shifts = []string{"luck"} },
		"case twice": func(c *Config) { c.Few = append(c.Few, c.Few[0]) }, "damage twice": func(c *Config) { c.Wrong = append(c.Wrong, c.Wrong[0]) },
		"swaps": func(c *Config) { c.Wrong[0].Swaps = -3 }, "decay": func(c *Config) { c.Few[0].Decay = 0 }, "rate": func(c *Config) { c.Rate = math.Inf(1) },
	})
}

package wrongprior

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// TestStudy: with few draws the gate's error is, draw by draw, the student's or ridge's by the diagnostic; every case has
// its goals, and a reversed order is told from the right one by the training loss.
func TestStudy(t *testing.T) {
	c := DefaultConfig()
	c.Seeds, c.Samples, c.Swaps, c.Steps, c.Rivals = 4, []int{32}, []int{0, Reversed}, 200, true
	r := must.Of(study.Run(t.Context(), backendtest.Open(t), c, study.Options{Unkept: true})).In(t)
	if len(r.Goals) != 10 || len(r.Tells) != 2*len(diagnostics) {
		t.Errorf("%d goals and %d diagnostics, want 10 and %d", len(r.Goals), len(r.Tells), 2*len(diagnostics))
	}
	entry := func(f Found, name string) []float64 {
		i := slices.IndexFunc(f.Entries, func(e contest.Entry) bool { return e.Name == name })
		return f.Entries[i].Errors
	}
	for _, f := range r.Cases {
		for _, s := range f.Students {
			for i, v := range s.Values[1] {
				want := entry(f, ridge)[i]
				if v < 1 {
					want = entry(f, s.Name)[i]
				}
				if got := entry(f, s.Name+gate)[i]; got != want {
					t.Errorf("%s, draw %d: the gate's error is %g, want %g", s.Name, i, got, want)
				}
			}
		}
	}
	if tell := r.Tells[0]; tell.AUC < 0.9 {
		t.Errorf("a reversed order is told by the training loss with AUC %g", tell.AUC)
	}
}

// TestGateIsTheContests: the study's gate, which chooses in the fold, is contest.Gated, which chooses in Tune.
func TestGateIsTheContests(t *testing.T) {
	b := backendtest.Open(t)
	c := DefaultConfig()
	c.Steps = 50
	kept := 0
	for seed := range int64(4) {
		p, err := c.problems().Draw(c.drawn(16), seed)
		if err != nil {
			t.Fatal(err)
		}
		if p.Order, err = damaged(p, int(-2*(seed%2)), rand.New(rand.NewPCG(1, 1))); err != nil {
			t.Fatal(err)
		}
		d := must.Of(measure(t.Context(), &study.Work{Backend: b}, settings{c, 16, int(-2 * (seed % 2)), seed})).In(t)
		m := c.students()[0].Gated(contest.DefaultTuneOptions(seed), 1)
		f, _, err := contest.Tune(t.Context(), b, m, p, contest.DefaultTuneOptions(seed))
		if err != nil {
			t.Fatal(err)
		}
		got, err := contest.Error(p, f)
		want := d.Errors[0]
		if d.Measured[0].Validation < 1 {
			want, kept = d.Measured[0].Error, kept+1
		}
		if err != nil || math.Abs(got-want) > 1e-9*want {
			t.Errorf("seed %d: error %g, want %g, %v", seed, got, want, err)
		}
	}
	t.Logf("kept %d of 4", kept)
}

// TestDamage: 0 swaps change nothing, a reversal turns every edge of a whole order round, swaps are swaps.
func TestDamage(t *testing.T) {
	c := DefaultConfig()
	p := must.Of(c.problems().Draw(c.drawn(256), 1)).In(t)
	for _, swaps := range c.Swaps {
		d := must.Of(damaged(p, swaps, rand.New(rand.NewPCG(1, 1)))).In(t)
		turned := 0
		for _, e := range d.Edges {
			for _, f := range p.Order.Edges {
				if e.U == f.V && e.V == f.U {
					turned++
				}
			}
		}
		share := float64(turned) / float64(len(p.Order.Edges))
		switch {
		case len(d.Edges) != len(p.Order.Edges):
			t.Errorf("%s: %d edges, want %d", degree(swaps), len(d.Edges), len(p.Order.Edges))
		case swaps == 0 && turned != 0, swaps == Reversed && share < 0.85, swaps > 0 && (share == 0 || share > 0.8):
			t.Errorf("%s: %.2f of the edges are turned round", degree(swaps), share)
		}
	}
}

// TestTells: values that are always larger have an AUC of 1, equal ones of ½.
func TestTells(t *testing.T) {
	o := contest.DefaultCompareOptions()
	if auc, low, high := tells([]float64{3, 4, 5}, []float64{0, 1, 2}, o); auc != 1 || low != 1 || high != 1 {
		t.Errorf("AUC %g [%g, %g], want 1", auc, low, high)
	}
	if auc, _, _ := tells([]float64{1, 1}, []float64{1, 1}, o); auc != 0.5 {
		t.Errorf("AUC %g, want ½", auc)
	}
}

// TestRefusals: settings that make no sense are errors.
func TestRefusals(t *testing.T) {
	for name, change := range map[string]func(c *Config){
		"seeds": func(c *Config) { c.Seeds = 0 }, "samples": func(c *Config) { c.Samples = nil }, "few": func(c *Config) { c.Samples = []int{1} },
		"degrees": func(c *Config) { c.Swaps = []int{1} }, "below": func(c *Config) { c.Swaps = []int{0, -3} }, "twice": func(c *Config) { c.Swaps = []int{0, 1, 1} },
		"handicap": func(c *Config) { c.Handicap = 0.5 }, "noise": func(c *Config) { c.Noise = 0 }, "steps": func(c *Config) { c.Steps = 0 },
	} {
		c := DefaultConfig()
		change(&c)
		if c.Validate() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := FullConfig().Validate(); err != nil {
		t.Error(err)
	}
}

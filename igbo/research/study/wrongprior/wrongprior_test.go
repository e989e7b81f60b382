package wrongprior

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// TestStudy checks with few draws that the error of the gate is that of the student or of ridge, as the diagnostic requires, in
// each draw. Every case must have its goals, and the training loss must distinguish a reversed order from the right one.
func TestStudy(t *testing.T) {
	c := DefaultConfig()
	c.Seeds, c.Samples, c.Swaps, c.Steps, c.CompetingMethods = 4, []int{32}, []int{0, Reversed}, 200, true
	r := studytest.Found[*Result](t, backendtest.Open(t), c)
	if len(r.Goals) != 10 || len(r.Tells) != 2*len(diagnostics) {
		t.Errorf("%d goals and %d diagnostics, want 10 and %d", len(r.Goals), len(r.Tells), 2*len(diagnostics))
	}
	entry := func(f Found, name string) []float64 { return trial.Find(f.Entries, name).Errors }
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

// TestGateIsTheContests checks that the gate of the study, which chooses in the fold, agrees with benchmark.Gated, which
// chooses in Tune.
func TestGateIsTheContests(t *testing.T) {
	b := backendtest.Open(t)
	c := DefaultConfig()
	c.Steps = 50
	kept := 0
	for seed := range int64(4) {
		p := must.Of(c.problems().Draw(c.drawn(16), seed)).In(t)
		p.Order = must.Of(damaged(p, int(-2*(seed%2)), rand.New(rand.NewPCG(1, 1)))).In(t)
		run := trial.Run[distribution]{Case: distribution{c, 16, int(-2 * (seed % 2))}, Seed: seed}
		var found []trial.Measured
		for _, m := range methods(run, must.Of(draw(t.Context(), nil, run)).In(t)) {
			found = append(found, must.Of(m.Try(t.Context(), &workflow.Work{Backend: b})).In(t))
		}
		student := found[len(c.plain())]
		m := c.students()[0].Gated(benchmark.DefaultTuneOptions(seed), 1)
		_, _, got, err := benchmark.Try(t.Context(), b, m, p, benchmark.DefaultTuneOptions(seed))
		want := found[0].Error
		if student.Also[validation] < 1 {
			want, kept = student.Error, kept+1
		}
		if err != nil || math.Abs(got-want) > 1e-9*want {
			t.Errorf("seed %d: error %g, want %g, %v", seed, got, want, err)
		}
	}
	t.Logf("kept %d of 4", kept)
}

// TestDamage checks that 0 swaps change nothing, that a reversal reverses every edge of a total order, and that swaps exchange
// pairs.
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

// TestTells checks that values that are always larger have an AUC of 1, and equal ones of ½.
func TestTells(t *testing.T) {
	o := trial.DefaultCompareOptions()
	if auc, low, high := tells([]float64{3, 4, 5}, []float64{0, 1, 2}, o); auc != 1 || low != 1 || high != 1 {
		t.Errorf("AUC %g [%g, %g], want 1", auc, low, high)
	}
	if auc, _, _ := tells([]float64{1, 1}, []float64{1, 1}, o); auc != 0.5 {
		t.Errorf("AUC %g, want ½", auc)
	}
}

// TestRefusals checks that invalid settings are errors.
func TestRefusals(t *testing.T) {
	studytest.Refuses(t, DefaultConfig, map[string]func(c *Config){
		"seeds": func(c *Config) { c.Seeds = 0 }, "samples": func(c *Config) { c.Samples = nil }, "few": func(c *Config) { c.Samples = []int{1} },
		"degrees": func(c *Config) { c.Swaps = []int{1} }, "below": func(c *Config) { c.Swaps = []int{0, -3} }, "twice": func(c *Config) { c.Swaps = []int{0, 1, 1} },
		"handicap": func(c *Config) { c.Handicap = 0.5 }, "noise": func(c *Config) { c.Noise = 0 }, "steps": func(c *Config) { c.Steps = 0 },
	})
	must.Do(t, FullConfig().Validate())
}

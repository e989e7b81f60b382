package fewsamples

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/research/study/studytest"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// small returns the study with one seed and few steps.
func small() Config {
	c := DefaultConfig()
	c.Seeds, c.Networks, c.Steps, c.NetworkSteps, c.Hidden, c.Test = 1, 1, 5, 5, 4, 50
	c.Cases = slices.DeleteFunc(c.Cases, func(k Case) bool { return k.Name != "centre" && k.Name != "network, mixed" })
	return c
}

// TestEveryMethodTakesPart checks that every method of the default design has an error, that the goals of the cases are judged,
// and that the error of ridge is the denominator of its row.
func TestEveryMethodTakesPart(t *testing.T) {
	r := studytest.Found[*Result](t, backendtest.Open(t), small())
	for _, f := range r.Cases {
		for i, e := range f.Entries {
			if len(e.Errors) != 1 || !(e.Errors[0] > 0) || e.Tuning == "" || e.Fits < 1 {
				t.Errorf("%s, %s: %+v", f.Case.Name, e.Name, e)
			}
			want := e.Errors[0] / trial.Find(f.Entries, ridge).Errors[0]
			if got := f.Section.Rows[1][i].Ratio; math.Abs(got-want) > 1e-12 {
				t.Errorf("%s, %s: ratio %g, want %g", f.Case.Name, e.Name, got, want)
			}
		}
	}
	if len(r.Goals) != 15 {
		t.Errorf("%d goals judged, want 15: %+v", len(r.Goals), r.Goals)
	}
}

// TestAttributionsOfTruths checks that h in closed form is complete and equals the integral along the straight path.
func TestAttributionsOfTruths(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, kind := range []string{Linear, Monotone, Mixed} {
		l := newTruth(kind, 6, 2, 0.7, rng)
		x, from := l.inputs(1, rng), l.inputs(1, rng)
		h := l.h(x, from)
		integral := make([]float64, len(h))
		const points, step = 2000, 1e-5
		for m := range points {
			at := make([]float64, len(h))
			for k := range at {
				at[k] = from[k] + (float64(m)+0.5)/points*(x[k]-from[k])
			}
			for k := range at {
				up, down := slices.Clone(at), slices.Clone(at)
				up[k], down[k] = up[k]+step, down[k]-step
				integral[k] += (l.value(up) - l.value(down)) / (2 * step) * (x[k] - from[k]) / points
			}
		}
		sum := 0.0
		for k := range h {
			sum += h[k]
			if math.Abs(h[k]-integral[k]) > 1e-5 {
				t.Errorf("%s: h_%d = %g, the integral is %g", kind, k, h[k], integral[k])
			}
		}
		if want := l.value(x) - l.value(from); math.Abs(sum-want) > 1e-9 {
			t.Errorf("%s: Σh = %g, want %g", kind, sum, want)
		}
	}
}

// TestOrderIsTheTruths checks that with many inputs the absolute order has an edge for most pairs and none against the weights.
// The differences of the truth must be in its intervals.
func TestOrderIsTheTruths(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	l := newTruth(Linear, 10, 2, 0.7, rng)
	d := must.Of(l.order(l.inputs(2000, rng), 1, attribution.Absolute, 0, 1, 1)).In(t)
	for _, e := range d.Edges {
		if e.U > e.V {
			t.Errorf("edge %d→%d against the weights", e.U, e.V)
		}
	}
	if len(d.Edges) < 35 {
		t.Errorf("%d edges, want most of 45", len(d.Edges))
	}
}

// TestRefusals checks that invalid settings are errors.
func TestRefusals(t *testing.T) {
	studytest.Nonsense(t, DefaultConfig, "", map[string]func(c *Config){
		"seeds": func(c *Config) { c.Seeds = 0 }, "cases": func(c *Config) { c.Cases = nil },
		"samples": func(c *Config) { c.Cases[0].Samples = 2 }, "noise": func(c *Config) { c.Cases[0].Noise = math.NaN() },
		"truth": func(c *Config) { c.Cases[0].Truth = "luck" }, "method": func(c *Config) { c.Cases[0].Methods = append(c.Cases[0].Methods, "luck") },
		"methods must contain \"unconstrained\" and \"ridge\"": func(c *Config) { c.Cases[0].Methods = []string{unconstrained} }, "twice": func(c *Config) { c.Cases = append(c.Cases, c.Cases[0]) },
		"steps": func(c *Config) { c.Steps = 0 }, "features": func(c *Config) { c.Features = 1 },
	})
	must.Do(t, FullConfig().Validate())
}

func BenchmarkCentre(b *testing.B) {
	backend := backendtest.Open(b)
	c := DefaultConfig()
	c.Seeds, c.Cases = 1, c.Cases[:1]
	for b.Loop() {
		must.Of(workflow.Run(b.Context(), backend, c, workflow.Options{Unkept: true})).In(b)
	}
}

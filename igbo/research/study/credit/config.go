package credit

import (
	"cmp"
	"context"
	"embed"
	"fmt"

	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/fewsamples"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/trial"
)

// Kind is the kind of model that is fitted.
type Kind string

// The kinds.
const (
	Linear   Kind = "linear"
	Additive Kind = "additive"
	Network  Kind = "network"
	Series   Kind = "GRU" // networks for series
)

// Case is a distribution with a number of samples.
type Case struct {
	Name    string  `json:"name"`
	Kind    Kind    `json:"kind"`
	Truth   string  `json:"truth"`
	Samples int     `json:"samples" bounds:"[8, 100000]"`
	Noise   float64 `json:"noise" bounds:"(0, 1e6)"`
}

// Config describes the study.
type Config struct {
	// Seeds is the number of draws of linear cases, whose seeds begin at Seed0. Additive cases have at most Around draws, and
	// networks at most Networks.
	Seeds    int    `json:"seeds"`
	Around   int    `json:"around" bounds:"[1, inf)"`
	Networks int    `json:"networks" bounds:"[1, inf)"`
	Seed0    int64  `json:"seed0"`
	Cases    []Case `json:"cases" bounds:"named"`
	// Steps and Rate are the steps and the learning rate of a linear student.
	Steps int     `json:"steps" bounds:"[1, 1000000]"`
	Rate  float64 `json:"learning_rate" bounds:"(0, 1]"`
	// NetworkSteps is the number of steps that all networks of an average share. A network has Hidden units; a GRU has Units
	// units and series of Length steps. Decay is the weight decay.
	NetworkSteps int     `json:"network_steps" bounds:"[16, 1000000]"`
	Hidden       int     `json:"hidden" bounds:"[1, 4096]"`
	Units        int     `json:"units" bounds:"[1, 4096]"`
	Length       int     `json:"length" bounds:"[2, 1000]"`
	Decay        float64 `json:"decay" bounds:"[0, 1e6]"`
	// Burn and Sweeps are the discarded and the kept sweeps of each posterior's chain.
	Burn   int `json:"burn" bounds:"[0, 100000]"`
	Sweeps int `json:"sweeps" bounds:"[16, 100000]"`
}

// DefaultConfig returns n = 16, 32 and 128, two nonlinear truths, and series.
func DefaultConfig() Config {
	c := Config{Seeds: 256, Around: 256, Networks: 64, Seed0: 3001, Steps: 50, Rate: 0.02, NetworkSteps: 2400, Hidden: 16, Units: 8, Length: 5, Decay: 0.01, Burn: 300, Sweeps: 1000}
	for _, n := range []int{16, 32, 128} {
		c.Cases = append(c.Cases, Case{fmt.Sprintf("linear, n = %d", n), Linear, fewsamples.Linear, n, 1})
	}
	for _, kind := range []Kind{Additive, Network} {
		for _, truth := range []string{fewsamples.Monotone, fewsamples.Mixed} {
			c.Cases = append(c.Cases, Case{fmt.Sprintf("%s, %s truth", kind, truth), kind, truth, 32, 0.5})
		}
	}
	c.Cases = append(c.Cases, Case{"GRU, series", Series, fewsamples.Linear, 32, 0.5})
	return c
}

// Full returns the same with more draws.
func Full() Config {
	c := DefaultConfig()
	c.Seeds, c.Around, c.Networks = 1024, 1024, 256
	return c
}

// Definition returns the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "credit",
		Question: "How much does IGBO add to its starting model, to known signs and to averaging?",
		Seeds:    "seeds", NeedsBackend: true, Results: committed,
		Brief: []string{"seeds=2", "networks=2", "around=2", "steps=2", "network_steps=16", "hidden=2", "units=2", "length=2", "burn=4", "sweeps=16",
			`cases=[{"name":"a","kind":"linear","truth":"linear","samples":16,"noise":1},{"name":"b","kind":"additive","truth":"mixed","samples":12,"noise":1},{"name":"c","kind":"network","truth":"mixed","samples":12,"noise":1},{"name":"d","kind":"GRU","truth":"linear","samples":12,"noise":1}]`},
		// Cells do not depend on the names of cases, and the number of draws of other kinds is the smaller one of both
		// numbers.
		Folded: []string{"Networks", "Around", "Cases[0].Name", "Cases[1].Name", "Cases[2].Name", "Cases[3].Name"},
	}, DefaultConfig, Full)
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("credit", c), limits.Seeds(c.Seeds, c.Seed0), limits.Seeds(c.Around, c.Seed0), limits.Seeds(c.Networks, c.Seed0)); err != nil {
		return err
	}
	for _, k := range c.Cases {
		switch {
		case k.Kind != Linear && k.Kind != Additive && !k.Kind.trains():
			return fmt.Errorf("credit: %s: kind must be %s, %s, %s or %s, got %q", k.Name, Linear, Additive, Network, Series, k.Kind)
		case k.Truth != fewsamples.Linear && k.Truth != fewsamples.Monotone && k.Truth != fewsamples.Mixed || (k.Kind == Linear || k.Kind == Series) && k.Truth != fewsamples.Linear:
			return fmt.Errorf("credit: %s: unsupported truth %q for %s models, want one of package fewsamples (for linear models and series only %s)", k.Name, k.Truth, k.Kind, fewsamples.Linear)
		}
	}
	return limits.Count("steps", float64(c.Seeds)*float64(len(c.Cases))*float64(20*c.Steps+8*c.NetworkSteps+8*c.Sweeps))
}

// draws returns the number of a case's draws.
func (c Config) draws(k Case) int {
	switch k.Kind {
	case Network, Series:
		return min(c.Networks, c.Seeds)
	case Additive:
		return min(c.Around, c.Seeds)
	}
	return c.Seeds
}

// trains reports whether a kind has networks.
func (k Kind) trains() bool { return k == Network || k == Series }

// models returns the numbers of models that are averaged in increasing order, and the names of their averages.
func (k Kind) models() (counts []int, name func(n int, ordered bool) string) {
	if k.trains() {
		return members, networks
	}
	return rungs, rung
}

// problems returns the settings of package fewsamples for a case.
func (k Case) problems() (fewsamples.Config, fewsamples.Case) {
	return fewsamples.DefaultConfig(), fewsamples.Case{Name: "drawn", Samples: k.Samples, Noise: k.Noise, Truth: k.Truth, Decay: 0.7, R: 1}
}

//go:embed *.json *answer.tmpl
var committed embed.FS

// distribution has the settings of a run.
type distribution struct {
	Config Config // only the settings that the kind needs
	Case   Case   // without its name
}

// problem is the draw of a run. ridge has the original features, or all steps of a series up to the current one; the other
// methods use own.
type problem struct{ ridge, own *benchmark.Problem }

// Cells implements workflow.Study: a trial whose result only has the errors.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	t := trial.Trial[distribution, problem]{Seed0: c.Seed0, Draw: draw, Methods: methods}
	for _, k := range c.Cases {
		of := trial.Case[distribution]{Name: k.Name, Draws: c.draws(k), Steps: len(c.methods(k.Kind)), Weight: weights[k.Kind], Settings: distribution{c.relevant(k.Kind), k}}
		of.Settings.Case.Name = ""
		t.Cases = append(t.Cases, of)
	}
	return trial.Fold(p, t, func(found []trial.Found) (*Result, error) {
		r := &Result{Config: c}
		for i, f := range found {
			of := Found{Name: f.Name, Kind: c.Cases[i].Kind, Entries: f.Entries(6)}
			for j := range of.Entries { // not part of the result
				of.Entries[j].Tuning, of.Entries[j].Fits = "", 0
			}
			r.Cases = append(r.Cases, of)
		}
		return r, nil
	})
}

// weights are the approximate relative costs of a run of each kind.
var weights = map[Kind]float64{Linear: 1, Additive: 3, Network: 60, Series: 240}

// relevant returns the settings that a kind uses.
func (c Config) relevant(k Kind) Config {
	switch k {
	case Network:
		return Config{NetworkSteps: c.NetworkSteps, Hidden: c.Hidden, Decay: c.Decay}
	case Series:
		return Config{NetworkSteps: c.NetworkSteps, Units: c.Units, Length: c.Length, Decay: c.Decay}
	}
	r := Config{Burn: c.Burn, Sweeps: c.Sweeps}
	if k == Linear {
		r.Steps, r.Rate = c.Steps, c.Rate
	}
	return r
}

// methods returns the methods of a kind of model, ridge first.
func (c Config) methods(k Kind) []benchmark.Method {
	switch k {
	case Network, Series:
		return append([]benchmark.Method{benchmark.Ridge()}, averages(members, networks, c.ensemble)...)
	case Additive:
		return append([]benchmark.Method{benchmark.Ridge()}, averages(rungs, rung, c.mean)...)
	}
	return c.linear()
}

// draw returns the problem of a run.
func draw(_ context.Context, _ *workflow.Work, r trial.Run[distribution]) (problem, error) {
	config, drawn := r.Case.Case.problems()
	if r.Case.Case.Kind == Series {
		own, err := config.Series(drawn, r.Case.Config.Length, r.Seed)
		if err != nil {
			return problem{}, err
		}
		return problem{lagged(own), own}, nil
	}
	p, err := config.Draw(drawn, r.Seed)
	if err != nil {
		return problem{}, err
	}
	if r.Case.Case.Kind == Additive {
		return problem{p, expanded(p)}, nil
	}
	return problem{p, p}, nil
}

// methods returns all methods of the run's kind.
func methods(r trial.Run[distribution], p problem) (all []trial.Method) {
	for i, m := range r.Case.Config.methods(r.Case.Case.Kind) {
		of := p.own
		if i == 0 {
			of = p.ridge
		}
		all = append(all, benchmark.Enter("", m, of, r.Seed))
	}
	return all
}

package credit

import (
	"cmp"
	"context"
	"embed"
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
	"github.com/igbolab/igbolab/igbo/study/fewsamples"
	"github.com/igbolab/igbolab/igbo/study/internal/limits"
)

// Kind is what is fitted to a case's draws.
type Kind string

// The kinds.
const (
	Linear   Kind = "linear"
	Additive Kind = "additive"
	Network  Kind = "network"
	Series   Kind = "GRU" // networks of series
)

// Case is one law with so many samples.
type Case struct {
	Name    string  `json:"name"`
	Kind    Kind    `json:"kind"`
	Truth   string  `json:"truth"`
	Samples int     `json:"samples" bounds:"[8, 100000]"`
	Noise   float64 `json:"noise" bounds:"(0, 1e6)"`
}

// Config describes the study.
type Config struct {
	// Seeds is the number of draws of linear cases, whose seeds begin at Seed0; at most Around are those of additive ones, Networks those of networks.
	Seeds    int    `json:"seeds"`
	Around   int    `json:"around" bounds:"[1, inf)"`
	Networks int    `json:"networks" bounds:"[1, inf)"`
	Seed0    int64  `json:"seed0"`
	Cases    []Case `json:"cases" bounds:"named"`
	// Steps and Rate are those of a linear student.
	Steps int     `json:"steps" bounds:"[1, 1000000]"`
	Rate  float64 `json:"learning_rate" bounds:"(0, 1]"`
	// NetworkSteps are shared by the starts of an average of networks with Hidden units (a GRU: Units, of series of Length steps) and weight decay Decay.
	NetworkSteps int     `json:"network_steps" bounds:"[16, 1000000]"`
	Hidden       int     `json:"hidden" bounds:"[1, 4096]"`
	Units        int     `json:"units" bounds:"[1, 4096]"`
	Length       int     `json:"length" bounds:"[2, 1000]"`
	Decay        float64 `json:"decay" bounds:"[0, 1e6]"`
	// Burn and Sweeps are those of each posterior's chain.
	Burn   int `json:"burn" bounds:"[0, 100000]"`
	Sweeps int `json:"sweeps" bounds:"[16, 100000]"`
}

// DefaultConfig has n = 16, 32 and 128, two truths that are not linear, and series.
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

// Full is the same with more draws.
func Full() Config {
	c := DefaultConfig()
	c.Seeds, c.Around, c.Networks = 1024, 1024, 256
	return c
}

// Definition is the study under its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "credit",
		Question: "What does IGBO add to where it starts, to signs and to averaging?",
		Seeds:    "seeds", NeedsBackend: true, Results: committed,
	}, DefaultConfig, Full)
}

// Validate implements study.Study.
func (c Config) Validate() error {
	if err := cmp.Or(limits.Check("credit", c), limits.Seeds(c.Seeds, c.Seed0), limits.Seeds(c.Around, c.Seed0), limits.Seeds(c.Networks, c.Seed0)); err != nil {
		return err
	}
	for _, k := range c.Cases {
		switch {
		case k.Kind != Linear && k.Kind != Additive && !k.Kind.trains():
			return fmt.Errorf("credit: %s: the kind %q, expected %s, %s, %s or %s", k.Name, k.Kind, Linear, Additive, Network, Series)
		case k.Truth != fewsamples.Linear && k.Truth != fewsamples.Monotone && k.Truth != fewsamples.Mixed || (k.Kind == Linear || k.Kind == Series) && k.Truth != fewsamples.Linear:
			return fmt.Errorf("credit: %s: the truth %q of %s models, expected one of package fewsamples, of linear ones and of series %s", k.Name, k.Truth, k.Kind, fewsamples.Linear)
		}
	}
	return limits.Count("steps", float64(c.Seeds)*float64(len(c.Cases))*float64(20*c.Steps+8*c.NetworkSteps+8*c.Sweeps))
}

// draws is the number of a case's draws.
func (c Config) draws(k Case) int {
	switch k.Kind {
	case Network, Series:
		return min(c.Networks, c.Seeds)
	case Additive:
		return min(c.Around, c.Seeds)
	}
	return c.Seeds
}

// trains tells whether a kind is of networks.
func (k Kind) trains() bool { return k == Network || k == Series }

// models are the numbers of models that are averaged, from one to the most, with the names of their averages.
func (k Kind) models() (counts []int, name func(n int, ordered bool) string) {
	if k.trains() {
		return members, networks
	}
	return rungs, rung
}

// problems are the settings of package fewsamples that draw a case.
func (k Case) problems() (fewsamples.Config, fewsamples.Case) {
	return fewsamples.DefaultConfig(), fewsamples.Case{Name: "drawn", Samples: k.Samples, Noise: k.Noise, Truth: k.Truth, Decay: 0.7, R: 1}
}

//go:embed *.json
var committed embed.FS

// settings are those of a cell.
type settings struct {
	Config Config // what the kind needs of it
	Case   Case
	Seed   int64
}

// Cells implements study.Study: one for each case and draw.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	found := study.Grid(p, look, len(c.Cases), func(i int) int { return c.draws(c.Cases[i]) }, func(i, j int) (study.Cell, settings) {
		k := c.Cases[i]
		s := settings{c.relevant(k.Kind), k, c.Seed0 + int64(j)}
		cell := study.Cell{Name: fmt.Sprintf("%s, draw %d", k.Name, s.Seed), Steps: len(c.methods(k.Kind)), Weight: map[Kind]float64{Linear: 1, Additive: 3, Network: 60, Series: 240}[k.Kind]}
		s.Case.Name = ""
		return cell, s
	})
	return func(parts *study.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, k := range c.Cases {
			of := Found{Name: k.Name, Kind: k.Kind, Entries: contest.Entries(study.All(parts, found[i]))}
			for j := range of.Entries { // of which the result says nothing
				of.Entries[j].Tuning, of.Entries[j].Fits = "", 0
			}
			r.Cases = append(r.Cases, of)
		}
		return r, nil
	}, nil
}

// relevant are the settings that matter to a kind.
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

// methods are those of a kind, ridge first.
func (c Config) methods(k Kind) []contest.Method {
	switch k {
	case Network, Series:
		return append([]contest.Method{contest.Ridge()}, averages(members, networks, c.ensemble)...)
	case Additive:
		return append([]contest.Method{contest.Ridge()}, averages(rungs, rung, c.mean)...)
	}
	return c.linear()
}

// look tries every method on a draw.
func look(ctx context.Context, w *study.Work, s settings) (found contest.Tried, err error) {
	config, drawn := s.Case.problems()
	p, err := config.Draw(drawn, s.Seed)
	own := p
	switch s.Case.Kind {
	case Additive:
		own = expanded(p)
	case Series:
		own, err = config.Series(drawn, s.Config.Length, s.Seed)
		p = lagged(own)
	}
	if err != nil {
		return found, err
	}
	for i, m := range s.Config.methods(s.Case.Kind) {
		of := own
		if i == 0 { // ridge, of the features themselves, or of all steps that a series has had
			of = p
		}
		if _, err := found.Try(ctx, w.Backend, m.Name(), m, of, contest.DefaultTuneOptions(s.Seed)); err != nil {
			return found, err
		}
		w.Step(i + 1)
	}
	return found, nil
}

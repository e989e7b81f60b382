package credit

import (
	"context"
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

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
		return append([]contest.Method{contest.Ridge()}, c.nets()...)
	case Additive:
		return append([]contest.Method{contest.Ridge()}, c.ladder()...)
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

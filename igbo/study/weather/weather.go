package weather

import (
	_ "embed"
	"fmt"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// Definition is the study by its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "weather",
		Question: "Does a weather forecaster keep an expert's order of its inputs by itself, and what does it cost to make it?",
		Seeds:    "seeds", NeedsBackend: true,
		Committed: committed, Timings: timings,
	}, DefaultConfig)
}

// Cells adds a cell for each arm and seed, which differ within a seed in nothing
// but the second objective, and one for the references.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	data, err := c.windows().load()
	if err != nil {
		return nil, err
	}
	steps := training.Steps(c.Epochs, data.train.Samples(), c.Batch)
	arms := study.Grid(p, fit, len(c.arms()), func(int) int { return c.Seeds }, func(i, j int) (study.Cell, modelSettings) {
		rule, seed := c.arms()[i], c.Seed0+int64(j)
		cell := study.Cell{Name: fmt.Sprintf("unconstrained model of seed %d", seed), Steps: steps}
		if rule != "" {
			cell.Name, cell.Weight = fmt.Sprintf("model by rule %s of seed %d", rule, seed), training.IGBOWeight
		}
		return cell, modelSettings{Windows: c.windows(), Expert: c.expert(), Guided: rule != "", Training: c.training(rule, seed)}
	})
	references := study.Add(p, study.Cell{Name: "persistence and ridge regression"}, refer, c.windows())
	return func(parts *study.Parts) (*Result, error) {
		return c.result(data, study.Rows(parts, arms), references.Of(parts))
	}, nil
}

// The committed result, of the default settings, and how long it took.
var (
	//go:embed result.json
	committed []byte
	//go:embed timings.json
	timings []byte
)

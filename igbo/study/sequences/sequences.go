package sequences

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// Definition is the study by its name.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "sequences",
		Question: "Do attributions of trained sequence models find the inputs that truly matter, and when they do?",
		Seeds:    "seeds", NeedsBackend: true,
		Committed: committed, Timings: timings,
	}, DefaultConfig)
}

// Cells adds a cell for each model and seed.
func (c Config) Cells(p *study.Plan) (func(*study.Parts) (*Result, error), error) {
	names, found := c.names(), make([][]study.Part[modelPart], len(c.Models))
	for i, spec := range c.Models {
		for j := range c.Seeds {
			seed := c.Seed0 + int64(j)
			cell := study.Cell{Name: fmt.Sprintf("%s of seed %d", names[i], seed), Steps: training.Steps(c.Epochs, c.Task.Samples, c.Batch)}
			settings := modelSettings{Task: c.Task, Attributed: c.Attributed, Output: c.Output, Training: c.training(spec, seed)}
			found[i] = append(found[i], study.Add(p, cell, train, settings))
		}
	}
	return func(parts *study.Parts) (*Result, error) {
		rows := make([][]modelPart, len(found))
		for i, seeds := range found {
			for _, part := range seeds {
				rows[i] = append(rows[i], part.Of(parts))
			}
		}
		return c.result(rows), nil
	}, nil
}

// names tells the models apart: by their kinds, and by numbers where several
// have one kind.
func (c Config) names() []string {
	count, seen := map[models.Kind]int{}, map[models.Kind]int{}
	for _, spec := range c.Models {
		count[spec.Kind]++
	}
	names := make([]string, len(c.Models))
	for i, spec := range c.Models {
		seen[spec.Kind]++
		if names[i] = string(spec.Kind); count[spec.Kind] > 1 {
			names[i] += fmt.Sprint("-", seen[spec.Kind])
		}
	}
	return names
}

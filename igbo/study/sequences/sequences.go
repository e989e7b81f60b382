package sequences

import (
	_ "embed"
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
	names := c.names()
	found := study.Grid(p, train, len(c.Models), func(int) int { return c.Seeds }, func(i, j int) (study.Cell, modelSettings) {
		seed := c.Seed0 + int64(j)
		cell := study.Cell{Name: fmt.Sprintf("%s of seed %d", names[i], seed), Steps: training.Steps(c.Epochs, c.Task.Samples, c.Batch)}
		return cell, modelSettings{Task: c.Task, Attributed: c.Attributed, Output: c.Output, Training: c.training(c.Models[i], seed)}
	})
	return func(parts *study.Parts) (*Result, error) { return c.result(study.Rows(parts, found)), nil }, nil
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

// The committed result, of the default settings, and how long it took.
var (
	//go:embed result.json
	committed []byte
	//go:embed timings.json
	timings []byte
)

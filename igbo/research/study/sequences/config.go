package sequences

import (
	"cmp"
	"embed"
	"fmt"
	"runtime"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
)

// Config describes a study of attributions with a known truth. Sequence models are trained on the synthetic sequence task, and
// their attributions of one output step are compared with the true contributions.
type Config struct {
	// Task is the synthetic task, which is drawn again for every seed.
	Task datasets.SequenceConfig `json:"task"`
	// Attributed is the number of fresh samples that are attributed.
	Attributed int `json:"attributed" bounds:"[1, inf)"`
	// Output is the output step (from 0) whose attributions are compared.
	Output int `json:"output" bounds:"[0, inf)"`
	// Models are the architectures.
	Models []models.Spec `json:"models" bounds:"some"`
	// Seeds is the number of runs, with seeds Seed0, Seed0+1, ….
	Seeds int   `json:"seeds"`
	Seed0 int64 `json:"seed0"`
	// Epochs, Batch and Rate (of Adam) describe the training.
	Epochs int     `json:"epochs"`
	Batch  int     `json:"batch"`
	Rate   float64 `json:"learning_rate"`
	// Attribution has the settings of TIG.
	Attribution attribution.Config `json:"attribution"`
	// Level is the confidence level of the intervals over seeds.
	Level float64 `json:"level" bounds:"(0, 1)"`
}

// DefaultConfig returns the default task, attributed at its last step, with a GRU, an LSTM and causal convolutions, and 3
// seeds.
func DefaultConfig() Config {
	task, how := datasets.DefaultSequenceConfig(), attribution.DefaultConfig()
	how.Quadrature, how.Points = attribution.GaussLegendre, 4
	gru, lstm, conv := models.DefaultGRUConfig(), models.DefaultLSTMConfig(), models.DefaultConvConfig()
	return Config{
		Task: task, Attributed: 32, Output: task.Steps - 1,
		Models: []models.Spec{{Kind: models.KindGRU, GRU: &gru}, {Kind: models.KindLSTM, LSTM: &lstm}, {Kind: models.KindConv, Conv: &conv}},
		Seeds:  3, Seed0: 1, Epochs: 20, Batch: 32, Rate: 1e-2, Attribution: how, Level: 0.95,
	}
}

// Validate checks every setting before anything runs.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("sequences", c), limits.Seeds(c.Seeds, c.Seed0), c.Task.Validate()); err != nil {
		return err
	}
	if c.Output >= c.Task.Steps {
		return fmt.Errorf("sequences: output must be a step from 0 to %d, got %d", c.Task.Steps-1, c.Output)
	}
	if err := cmp.Or(limits.Steps(float64(c.Seeds)*float64(len(c.Models)), c.Epochs, c.Task.Samples, c.Batch), limits.Memory(c.needs()...)); err != nil {
		return err
	}
	return limits.Each(c.Models, func(spec models.Spec) error { return c.training(spec, c.Seed0).Validate(len(c.Task.Weights)) })
}

// needs returns the parts of the study's memory.
func (c Config) needs() []limits.Need {
	side := min(runtime.GOMAXPROCS(0), c.Seeds)
	models, steps, d := float64(c.Seeds)*float64(len(c.Models)), float64(c.Task.Steps), float64(len(c.Task.Weights))
	samples := float64(c.Task.Samples) + float64(c.Attributed)
	return []limits.Need{
		{What: fmt.Sprintf("%g models", models), Bytes: models * (limits.ModelBytes + 8*limits.TableCopy*steps*d)},
		{What: fmt.Sprintf("%g samples of %g steps", samples, steps), Bytes: 8 * limits.TableCopy * samples * steps * (d + 1) * float64(side)},
		limits.Path(c.Attribution, max(float64(c.Batch), float64(min(1024, c.Attributed))), steps*d, c.Seeds),
		{What: fmt.Sprintf("attributions of %d samples at every step by every step", c.Attributed), Bytes: 8 * 2 * float64(c.Attributed) * steps * steps * d * float64(side)},
	}
}

// training returns the configuration of one model.
func (c Config) training(spec models.Spec, seed int64) igbo.Config {
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Seed, cfg.Epochs, cfg.BatchSize = spec, seed, c.Epochs, c.Batch
	cfg.Optimizer.LearningRate, cfg.Attribution = c.Rate, c.Attribution
	cfg.Standardize, cfg.HistoryEvery = true, 0
	return cfg
}

// Work implements study.Sized: a training for each model and seed.
func (c Config) Work() (w models.Work) {
	shape := models.Shape{Batch: c.Batch, Steps: c.Task.Steps, Features: len(c.Task.Weights)}
	for _, spec := range c.Models {
		w = w.Plus(spec.Training(shape, training.Steps(c.Epochs, c.Task.Samples, c.Batch)))
	}
	return w.Times(float64(c.Seeds))
}

// Definition returns the definition of the study.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "sequences",
		Question: "Do attributions of trained sequence models find the inputs that truly matter, and the steps at which they matter?",
		Seeds:    "seeds", NeedsBackend: true,
		Results: committed,
		Brief: []string{"seeds=2", "epochs=1", `models=[{"kind":"gru","gru":{"hidden":4}}]`,
			"task.samples=64", "task.steps=8", "task.from=0,0,5,2,0,0", "task.to=8,2,8,5,0,0", "output=7", "attributed=8"},
		Folded: []string{"Level"},
	}, DefaultConfig)
}

// Cells adds a cell for each model and seed.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	names := c.names()
	found := workflow.Grid(p, train, len(c.Models), func(int) int { return c.Seeds }, func(i, j int) (workflow.Cell, modelSettings) {
		seed := c.Seed0 + int64(j)
		cell := workflow.Cell{Name: fmt.Sprintf("%s of seed %d", names[i], seed), Steps: training.Steps(c.Epochs, c.Task.Samples, c.Batch)}
		return cell, modelSettings{Task: c.Task, Attributed: c.Attributed, Output: c.Output, Training: c.training(c.Models[i], seed)}
	})
	return func(parts *workflow.Parts) (*Result, error) { return c.result(workflow.Rows(parts, found)), nil }, nil
}

// names returns distinct names of the models: their kinds, with numbers if several models have the same kind.
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

//go:embed *.json *answer.tmpl
var committed embed.FS

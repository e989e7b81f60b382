package weather

import (
	"cmp"
	"embed"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config describes the study on daily weather. A GRU predicts the next day's maximum temperature, with and without an expert's
// order of the inputs.
type Config struct {
	// Window is T in days. L is the mean over days t ≥ BurnIn.
	Window int `json:"window"`
	BurnIn int `json:"burn_in" bounds:"[0, inf)"`
	// TrainStride is the distance between training windows. The distance between validation windows is Window − BurnIn, so
	// every day counts once.
	TrainStride int `json:"train_stride" bounds:"[1, inf)"`
	// Tiers is the expert's order, beginning with the most important features.
	Tiers [][]string `json:"tiers"`
	// Epsilon is the least difference ε of scores along the order.
	Epsilon float64 `json:"epsilon"`
	// Rules are the projection rules to try, each with the trade-off Lambda.
	Rules  []string `json:"rules" bounds:"apart"`
	Lambda float64  `json:"lambda"`
	// Network is the GRU. Epochs, Batch and Rate (of Adam) describe the training.
	Network models.GRUConfig `json:"network"`
	Epochs  int              `json:"epochs"`
	Batch   int              `json:"batch"`
	Rate    float64          `json:"learning_rate"`
	// Attribution has the settings of the scores.
	Attribution attribution.Config `json:"attribution"`
	// Seeds is the number of runs, with seeds Seed0, Seed0+1, …. Level is the confidence level of the intervals over them.
	Seeds int     `json:"seeds"`
	Seed0 int64   `json:"seed0"`
	Level float64 `json:"level" bounds:"(0, 1)"`
}

// DefaultConfig returns windows of 32 days with a burn-in of 8, a GRU of 16 units, absolute scores, and 5 seeds. In the order,
// temp_max is above temp_min, and temp_min is above wind and precipitation, each by at least 0.1.
func DefaultConfig() Config {
	how := attribution.DefaultConfig()
	how.Score, how.Quadrature, how.Points = attribution.Absolute, attribution.GaussLegendre, 2
	return Config{
		Window: 32, BurnIn: 8, TrainStride: 12,
		Tiers: [][]string{{"temp_max"}, {"temp_min"}, {"wind", "precipitation"}}, Epsilon: 0.1,
		Rules: []string{"paper"}, Lambda: 0.5, Network: models.GRUConfig{Hidden: 16}, Epochs: 25, Batch: 32, Rate: 1e-2,
		Attribution: how, Seeds: 5, Seed0: 1, Level: 0.95,
	}
}

// maxDays is an upper bound on the number of days and of windows; features is the number of columns of a day.
const maxDays, features = 1 << 15, 4

// Validate checks every setting before anything runs.
func (c Config) Validate() error {
	arms := float64(c.Seeds) * float64(1+len(c.Rules))
	if err := cmp.Or(study.Check("weather", c), limits.Seeds(c.Seeds, c.Seed0)); err != nil {
		return err
	}
	switch {
	case c.BurnIn >= c.Window:
		return fmt.Errorf("weather: the burn-in must be below the window of %d days, got %d", c.Window, c.BurnIn)
	case slices.Contains(c.Rules, ""):
		return fmt.Errorf("weather: rules must be names of rules of package projection, got an empty name in %q", c.Rules)
	}
	if err := cmp.Or(limits.Count(fmt.Sprintf("%g trainings of %d epochs", arms, c.Epochs), arms*float64(c.Epochs)*maxDays),
		limits.Memory(limits.Need{What: fmt.Sprintf("%g models", arms), Bytes: arms * limits.ModelBytes},
			limits.Path(c.Attribution, min(float64(c.Batch), maxDays), float64(c.Window)*float64(features+c.Network.Hidden), c.Seeds)),
		limits.Each(c.arms(), func(rule string) error { return c.training(rule, c.Seed0).Validate(features) })); err != nil {
		return err
	}
	data, err := c.windows().load()
	if err != nil {
		return err
	}
	_, err = c.expert().order(data.train.Features, c.Attribution.Score)
	return err
}

// arms returns "" for the unconstrained model, and then the rules.
func (c Config) arms() []string { return append([]string{""}, c.Rules...) }

// training returns the configuration of one model; an empty rule means the unconstrained one.
func (c Config) training(rule string, seed int64) igbo.Config {
	cfg, network := igbo.DefaultConfig(), c.Network
	cfg.Model = models.Spec{Kind: models.KindGRU, GRU: &network}
	cfg.Seed, cfg.Epochs, cfg.BatchSize, cfg.BurnIn = seed, c.Epochs, c.Batch, c.BurnIn
	cfg.Optimizer.LearningRate, cfg.Attribution = c.Rate, c.Attribution
	cfg.Standardize, cfg.HistoryEvery = true, 0
	if rule != "" {
		cfg.Rule, cfg.Lambda = rule, train.FixedLambda(c.Lambda)
	}
	return cfg
}

func (c Config) windows() windows { return windows{c.Window, c.BurnIn, c.TrainStride} }

func (c Config) expert() expert { return expert{c.Tiers, c.Epsilon} }

// Work implements study.Sized: a training for each arm and seed, on windows of all four years.
func (c Config) Work() models.Work {
	shape := models.Shape{Batch: c.Batch, Steps: c.Window, Features: features, Points: c.Attribution.Points}
	steps := training.Steps(c.Epochs, trainDays/max(1, c.TrainStride), c.Batch)
	return models.Spec{Kind: models.KindGRU, GRU: &c.Network}.Training(shape, steps).Times(float64(c.Seeds * len(c.arms())))
}

// trainDays is the approximate number of training days.
const trainDays = 1100

// Definition returns the definition of the study.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name:     "weather",
		Question: "Does a weather forecaster satisfy an expert's importance order without training for it, and what does enforcing the order cost?",
		Seeds:    "seeds", NeedsBackend: true,
		Results: committed,
		Brief:   []string{"seeds=2", "epochs=1", "train_stride=200", "window=12", "burn_in=3", "network.hidden=4"},
		Folded:  []string{"Level"},
	}, DefaultConfig)
}

// Cells adds a cell for each arm and seed, and one for the references. Within a seed, the arms only differ in the second
// objective.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	data, err := c.windows().load()
	if err != nil {
		return nil, err
	}
	steps := training.Steps(c.Epochs, data.train.Samples(), c.Batch)
	arms := workflow.Grid(p, fit, len(c.arms()), func(int) int { return c.Seeds }, func(i, j int) (workflow.Cell, modelSettings) {
		rule, seed := c.arms()[i], c.Seed0+int64(j)
		cell := workflow.Cell{Name: fmt.Sprintf("unconstrained model of seed %d", seed), Steps: steps}
		if rule != "" {
			cell.Name, cell.Weight = fmt.Sprintf("model by rule %s of seed %d", rule, seed), training.IGBOWeight
		}
		return cell, modelSettings{Windows: c.windows(), Expert: c.expert(), Guided: rule != "", Training: c.training(rule, seed)}
	})
	references := workflow.Add(p, workflow.Cell{Name: "persistence and ridge regression"}, refer, c.windows())
	return func(parts *workflow.Parts) (*Result, error) {
		return c.result(data, workflow.Rows(parts, arms), references.Of(parts))
	}, nil
}

//go:embed *.json *answer.tmpl
var committed embed.FS

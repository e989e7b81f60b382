package tasks

import (
	"cmp"
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/oracle"
	"github.com/igbolab/igbolab/igbo/oracle/assessor"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config describes the study.
type Config struct {
	Settings []Setting `json:"settings" bounds:"named"`
	// OraclePoints is the number of unlabelled training points for the oracle of a task.
	OraclePoints int             `json:"oracle_points" bounds:"[10, 1e6]"`
	Assessor     assessor.Config `json:"assessor"`
	// Oracle has the settings of the oracle. Its training starts at the baseline of the task.
	Oracle oracle.Config `json:"oracle"`
	// Anchors is K of the paths of the oracle, and Points is M of every path.
	Anchors int `json:"anchors" bounds:"[1, inf)"`
	Points  int `json:"points"`
	// Bound is the largest share that the expert allows for each bounded input.
	Bound float64 `json:"bound" bounds:"(0, 1]"`
	// Network, Steps, Batch and Rate (of Adam) are the same for every training.
	Network models.MLPConfig `json:"network"`
	Steps   int              `json:"steps" bounds:"[1, inf)"`
	Batch   int              `json:"batch"`
	Rate    float64          `json:"learning_rate"`
	// Rule combines the gradients of L and of H at the trade-off Lambda.
	Rule   string  `json:"rule"`
	Lambda float64 `json:"lambda"`
	// Test is the number of test points.
	Test int `json:"test" bounds:"[2, 1e5]"`
	// Seeds is the number of runs, with seeds Seed0, Seed0+1, …. Level is the confidence level of the intervals over them.
	Seeds int     `json:"seeds"`
	Seed0 int64   `json:"seed0"`
	Level float64 `json:"level" bounds:"(0, 1)"`
}

// DefaultConfig returns four tasks and 20 seeds. The settings were chosen on seeds from 1000 on.
func DefaultConfig() Config {
	guide := oracle.DefaultConfig()
	guide.Hidden, guide.State, guide.MaxAnchors, guide.Steps, guide.Batch, guide.Weight = 96, 32, 8, 1200, 32, 30
	guide.Points, guide.Optimizer.LearningRate, guide.HistoryEvery = 16, 2e-3, 0
	return Config{
		Settings: []Setting{
			{Name: "few samples", Inputs: onRing, Samples: 30, Score: attribution.Absolute},
			{Name: "shortcut, ring", Inputs: onRing, Samples: 200, Shortcut: 0.2, Score: attribution.Absolute},
			{Name: "shortcut, square", Inputs: inSquare, Samples: 200, Shortcut: 0.2, Score: attribution.Absolute},
			{Name: "shortcut, ring, signed", Inputs: onRing, Samples: 200, Shortcut: 0.2, Score: attribution.Signed},
		},
		OraclePoints: 1000, Assessor: assessor.DefaultConfig(), Oracle: guide,
		Anchors: 7, Points: 8, Bound: 0.02,
		Network: models.MLPConfig{Hidden: []int{16, 16}, Activation: "tanh"}, Steps: 1000, Batch: 20, Rate: 1e-2,
		Rule: "weighted-sum", Lambda: 0.5, Test: 300, Seeds: 20, Seed0: 1, Level: 0.95,
	}
}

// Validate implements workflow.Study.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("routing", c), limits.Seeds(c.Seeds, c.Seed0), c.Assessor.Validate()); err != nil {
		return err
	}
	if c.Points <= c.Anchors || c.Points > attribution.MaxPoints {
		return fmt.Errorf("routing: points must be above the %d anchors and at most %d, got %d", c.Anchors, attribution.MaxPoints, c.Points)
	}
	return limits.Each(c.Settings, c.validateSetting)
}

func (c Config) validateSetting(s Setting) error {
	if err := s.Validate(); err != nil {
		return err
	}
	trainings, d := float64(c.Seeds)*float64(len(c.Settings)*len(Arms())), len(s.features())
	hidden := float64(d)
	for _, n := range c.Network.Hidden {
		hidden += float64(n)
	}
	return cmp.Or(limits.Steps(trainings, c.epochs(s), s.Samples, c.Batch),
		limits.Memory(limits.Need{What: fmt.Sprintf("%g networks", trainings), Bytes: trainings * limits.ModelBytes},
			limits.Path(attribution.Config{Points: c.Points}, float64(max(c.Batch, min(c.Test, 1024))), hidden, c.Seeds)),
		c.oracleOf(s).Validate(d), c.training(s, c.Seed0).Validate(d))
}

// epochs returns the number of passes over the data that make up the steps.
func (c Config) epochs(s Setting) int {
	return (c.Steps-1)/max(1, training.Steps(1, s.Samples, c.Batch)) + 1
}

// oracleOf returns the settings of a task's oracle.
func (c Config) oracleOf(s Setting) oracle.Config {
	o := c.Oracle
	o.Baseline = s.baseline()
	return o
}

// training returns the configuration of one network without its path.
func (c Config) training(s Setting, seed int64) igbo.Config {
	cfg := igbo.DefaultConfig()
	cfg.Model, cfg.Seed, cfg.Epochs, cfg.BatchSize = models.MLPSpec(c.Network), seed, c.epochs(s), c.Batch
	cfg.Optimizer = igbo.Optimizer{Name: "adam", LearningRate: c.Rate}
	cfg.Rule, cfg.Lambda, cfg.HistoryEvery = c.Rule, train.FixedLambda(c.Lambda), 0
	cfg.Attribution.Points, cfg.Attribution.Score = c.Points, s.Score
	cfg.Attribution.Baselines = []attribution.Baseline{attribution.Constant("start", s.baseline())}
	return cfg
}

// Cells implements workflow.Study: an oracle for each task, and a network for each arm and seed.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	found := make([][][]workflow.Part[network], len(c.Settings))
	for i, s := range c.Settings {
		cell := workflow.Cell{Name: "oracle, " + s.Name, Steps: c.Assessor.Steps + c.Oracle.Steps, Weight: 4}
		guide := workflow.Add(p, cell, trainOracle, oracleSettings{s.distribution(), c.OraclePoints, c.Assessor, c.oracleOf(s)})
		found[i] = workflow.Grid(p, trainNetwork, len(Arms()), func(int) int { return c.Seeds }, func(j, k int) (workflow.Cell, networkSettings) {
			arm, seed := Arms()[j], c.Seed0+int64(k)
			cell := workflow.Cell{Name: fmt.Sprintf("%s, %s, seed %d", s.Name, arm, seed), Steps: training.Steps(c.epochs(s), s.Samples, c.Batch)}
			return cell, networkSettings{s, arm, guide, c.Anchors, c.Bound, c.Test, c.training(s, seed)}
		})
	}
	return func(parts *workflow.Parts) (*Result, error) {
		r := &Result{Config: c}
		for i, s := range c.Settings {
			r.Tasks = append(r.Tasks, c.task(s, workflow.Rows(parts, found[i])))
		}
		return r, nil
	}, nil
}

// Work implements study.Sized: a training for each task, arm and seed.
func (c Config) Work() (w models.Work) {
	for _, s := range c.Settings {
		shape := models.Shape{Batch: c.Batch, Steps: 1, Features: len(s.features()), Points: c.Points}
		w = w.Plus(models.MLPSpec(c.Network).Training(shape, training.Steps(c.epochs(s), s.Samples, c.Batch)))
	}
	return w.Times(float64(c.Seeds * len(Arms())))
}

package teacherstudent

import (
	"cmp"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study/internal/limits"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config describes the teacher–student experiment (paper, section
// "Experimental Validation"). What it records holds no path, host or time, so
// that equal configurations give equal results.
type Config struct {
	// Task is the synthetic task.
	Task datasets.TeacherStudentConfig `json:"task"`
	// Seeds runs are made, with seeds Seed0, Seed0+1, …; 5 in the paper.
	Seeds int   `json:"seeds"`
	Seed0 int64 `json:"seed0"`
	// Alpha, R and MinEpsilon shape the DAG: 0.7, 1 and 0.005.
	Alpha      float64 `json:"alpha"`
	R          float64 `json:"r"`
	MinEpsilon float64 `json:"min_epsilon"`
	// DAGBatches batches of DAGBatch validation points make the DAG: 50 of 32; σ is measured between batches.
	DAGBatches int `json:"dag_batches" bounds:"[2, inf)"`
	DAGBatch   int `json:"dag_batch"`
	// Lambda is λ, ½; Rule names the projection rule.
	Lambda float64 `json:"lambda"`
	Rule   string  `json:"rule"`
	// Attribution says how scores are computed: M = 20, signed, baseline 0.
	Attribution attribution.Config `json:"attribution"`
	// Epochs and Batch are the same for teacher and students: 120 and 32.
	Epochs int `json:"epochs"`
	Batch  int `json:"batch"`
	// Teacher is the teacher's architecture and TeacherOptimizer its optimiser.
	Teacher          models.MLPConfig `json:"teacher"`
	TeacherOptimizer igbo.Optimizer   `json:"teacher_optimizer"`
	// Optimizers are the settings of the table: for each, a baseline and an
	// IGBO student are trained identically.
	Optimizers []igbo.Optimizer `json:"optimizers" bounds:"distinct"`
}

// The optimiser settings of the table. The paper names none for its students.
var (
	adamSlow = igbo.Optimizer{Name: "adam", LearningRate: 1e-3} // as the paper reads
	adamFast = igbo.Optimizer{Name: "adam", LearningRate: 1e-2}
	sgdPlain = igbo.Optimizer{Name: "sgd", LearningRate: 1e-2}
)

// DefaultConfig returns the paper's numbers, with three optimiser settings.
func DefaultConfig() Config {
	return Config{
		Task: datasets.DefaultTeacherStudentConfig(), Seeds: 5, Seed0: 1,
		Alpha: 0.7, R: 1, MinEpsilon: 0.005, DAGBatches: 50, DAGBatch: 32,
		Lambda: 0.5, Rule: "paper", Attribution: attribution.DefaultConfig(),
		Epochs: 120, Batch: 32, Teacher: models.DefaultMLPConfig(), TeacherOptimizer: adamSlow,
		Optimizers: []igbo.Optimizer{adamSlow, adamFast, sgdPlain},
	}
}

// Validate checks every setting before anything runs: that it makes sense, and
// that all together take no more than MaxSteps steps and the memory there is.
func (c Config) Validate() error {
	if err := cmp.Or(limits.Check("teacherstudent", c), limits.Seeds(c.Seeds, c.Seed0), c.Task.Validate(), c.Order(c.Seed0).Validate(),
		limits.Steps(float64(c.Seeds)*(1+2*float64(len(c.Optimizers))), c.Epochs, c.Task.Train, c.Batch)); err != nil {
		return err
	}
	if err := limits.Memory(c.Needs()...); err != nil {
		return err
	}
	for _, o := range c.Optimizers {
		if err := c.Student(c.Seed0, o).Validate(c.Task.Features); err != nil {
			return err
		}
	}
	return c.teacher(c.Seed0).Validate(c.Task.Features)
}

// base is what teacher and students share.
func base(seed int64, optimizer igbo.Optimizer, epochs, batch int, how attribution.Config) igbo.Config {
	cfg := igbo.DefaultConfig()
	cfg.Seed, cfg.Epochs, cfg.BatchSize, cfg.Optimizer, cfg.Attribution = seed, epochs, batch, optimizer, how
	cfg.HistoryEvery = 0
	return cfg
}

func (c Config) teacher(seed int64) igbo.Config { return c.lessonSettings(seed).training() }

// Student is the training of a seed's student.
func (c Config) Student(seed int64, optimizer igbo.Optimizer) igbo.Config {
	cfg := base(seed, optimizer, c.Epochs, c.Batch, c.Attribution)
	cfg.Rule, cfg.Lambda = c.Rule, train.FixedLambda(c.Lambda)
	return cfg
}

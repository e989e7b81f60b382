package teacherstudent

import (
	"cmp"
	"fmt"
	"math"
	"runtime"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config describes the teacher–student experiment (paper, section "Experimental Validation"). Results contain no path, host or
// time, so equal configurations give equal results.
type Config struct {
	// Task is the synthetic task.
	Task datasets.TeacherStudentConfig `json:"task"`
	// Seeds is the number of runs, with seeds Seed0, Seed0+1, …; the paper has 5.
	Seeds int   `json:"seeds"`
	Seed0 int64 `json:"seed0"`
	// Alpha, R and MinEpsilon are the settings of the DAG; the defaults are 0.7, 1 and 0.005.
	Alpha      float64 `json:"alpha"`
	R          float64 `json:"r"`
	MinEpsilon float64 `json:"min_epsilon"`
	// DAGBatches is the number of batches of DAGBatch validation points from which the DAG is built; the defaults are 50 and
	// 32. σ is measured between batches.
	DAGBatches int `json:"dag_batches" bounds:"[2, inf)"`
	DAGBatch   int `json:"dag_batch"`
	// Lambda is λ; the default is ½. Rule is the name of the projection rule.
	Lambda float64 `json:"lambda"`
	Rule   string  `json:"rule"`
	// Attribution has the settings of the scores; the defaults are M = 20, signed, and baseline 0.
	Attribution attribution.Config `json:"attribution"`
	// Epochs and Batch are the same for teacher and students; the defaults are 120 and 32.
	Epochs int `json:"epochs"`
	Batch  int `json:"batch"`
	// Teacher is the architecture of the teacher, and TeacherOptimizer its optimiser.
	Teacher          models.MLPConfig `json:"teacher"`
	TeacherOptimizer igbo.Optimizer   `json:"teacher_optimizer"`
	// Optimizers are the optimiser settings of the table. For each, a baseline and an IGBO student are trained identically.
	Optimizers []igbo.Optimizer `json:"optimizers" bounds:"distinct"`
}

// The optimiser settings of the table. The paper does not name the optimiser of its students.
var (
	adamSlow = igbo.Optimizer{Name: "adam", LearningRate: 1e-3} // the probable setting of the paper
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

// Validate checks the settings, including the total number of steps (at most MaxSteps) and the memory.
func (c Config) Validate() error {
	if err := cmp.Or(study.Check("teacherstudent", c), limits.Seeds(c.Seeds, c.Seed0), c.Task.Validate(), c.Order(c.Seed0).Validate(),
		limits.Steps(float64(c.Seeds)*(1+2*float64(len(c.Optimizers))), c.Epochs, c.Task.Train, c.Batch)); err != nil {
		return err
	}
	if err := limits.Memory(c.Needs()...); err != nil {
		return err
	}
	students := limits.Each(c.Optimizers, func(o igbo.Optimizer) error { return c.Student(c.Seed0, o).Validate(c.Task.Features) })
	return cmp.Or(students, c.teacher(c.Seed0).Validate(c.Task.Features))
}

// base returns the settings that teacher and students share.
func base(seed int64, optimizer igbo.Optimizer, epochs, batch int, how attribution.Config) igbo.Config {
	cfg := igbo.DefaultConfig()
	cfg.Seed, cfg.Epochs, cfg.BatchSize, cfg.Optimizer, cfg.Attribution = seed, epochs, batch, optimizer, how
	cfg.HistoryEvery = 0
	return cfg
}

func (c Config) teacher(seed int64) igbo.Config { return c.lessonSettings(seed).training() }

// Student returns the training of a seed's student.
func (c Config) Student(seed int64, optimizer igbo.Optimizer) igbo.Config {
	cfg := base(seed, optimizer, c.Epochs, c.Batch, c.Attribution)
	cfg.Rule, cfg.Lambda = c.Rule, train.FixedLambda(c.Lambda)
	return cfg
}

// Work implements study.Sized: a teacher for each seed, and two students for each optimiser.
func (c Config) Work() models.Work {
	pair := c.TrainingWork(true).Plus(c.TrainingWork(false))
	return c.TeacherWork().Plus(pair.Times(float64(len(c.Optimizers)))).Times(float64(c.Seeds))
}

// TeacherWork returns the cost of training one teacher.
func (c Config) TeacherWork() models.Work {
	return models.MLPSpec(c.Teacher).Training(c.shape(false), training.Steps(c.Epochs, c.Task.Train, c.Batch))
}

// TrainingWork returns the cost of training one student, with scores or without.
func (c Config) TrainingWork(scores bool) models.Work {
	return models.LinearSpec().Training(c.shape(scores), training.Steps(c.Epochs, c.Task.Train, c.Batch))
}

func (c Config) shape(scores bool) models.Shape {
	s := models.Shape{Batch: c.Batch, Steps: 1, Features: c.Task.Features}
	if scores {
		s.Points = c.Attribution.Points
	}
	return s
}

// Work implements study.Sized: a teacher and a baseline for each seed, and a student for each cell of the grid.
func (c AblationConfig) Work() models.Work {
	cells := float64(len(c.Alphas) * len(c.Lambdas) * len(c.Rs))
	one := c.Base.TeacherWork().Plus(c.Base.TrainingWork(false)).Plus(c.Base.TrainingWork(true).Times(cells))
	return one.Times(float64(c.Base.Seeds))
}

// Needs returns the parts of the memory of the experiment.
func (c Config) Needs() []limits.Need {
	hidden := 0.0
	for _, n := range c.Teacher.Hidden {
		hidden += float64(n)
	}
	d := float64(c.Task.Features)
	points := float64(c.Task.Train) + 2*float64(c.Task.Validation)
	trainings := 1 + 2*float64(len(c.Optimizers))
	target := d * float64(c.Task.Hidden)
	scores := (2*2 + 2*float64(len(c.Optimizers))) * float64(c.Task.Validation) * d
	return []limits.Need{
		{
			What:  fmt.Sprintf("%d seeds of %g points and %g models", c.Seeds, points, trainings),
			Bytes: float64(c.Seeds) * (8*(limits.TableCopy*(points*(d+1)+target)+scores) + trainings*limits.ModelBytes),
		},
		limits.Path(c.Attribution, max(float64(c.Batch), math.Min(1024, float64(c.Task.Validation))), d+hidden, c.Seeds),
		{
			What:  fmt.Sprintf("%d batches of %d points for the DAG", c.DAGBatches, c.DAGBatch),
			Bytes: 8 * limits.DrawCopy * float64(c.DAGBatches) * (float64(c.DAGBatch) + d) * float64(min(runtime.GOMAXPROCS(0), c.Seeds)),
		},
	}
}

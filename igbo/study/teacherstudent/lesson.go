package teacherstudent

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/internal/training"
)

// Lesson is what a seed's students learn from: points to train on, to validate
// on, and as many fresh ones, and the best that a linear student can do.
type Lesson struct {
	Task         *datasets.TeacherStudentTask
	FreshTable   datasets.Table
	Train        igbo.Data
	Validation   igbo.Data
	Fresh        igbo.Data
	LeastSquares Linear
}

// NewLesson draws the points of a seed.
func NewLesson(cfg datasets.TeacherStudentConfig, seed int64) (*Lesson, error) {
	task, err := datasets.TeacherStudent(cfg, uint64(seed))
	if err != nil {
		return nil, err
	}
	l := &Lesson{Task: task, FreshTable: task.Fresh(cfg.Validation, 0)}
	for data, table := range map[*igbo.Data]datasets.Table{&l.Train: task.Train, &l.Validation: task.Validation, &l.Fresh: l.FreshTable} {
		if *data, err = training.Table(table); err != nil {
			return nil, err
		}
	}
	l.LeastSquares, err = leastSquares(task.Train)
	return l, err
}

// Teacher is a trained teacher: what its students and the figures need of it.
type Teacher struct {
	Features []string
	// MSE is on the validation points.
	MSE float64
	// Scores has H [N,D] of the validation points, Fresh of the fresh ones, by the kind of score.
	Scores map[attribution.ScoreKind]*mat.Dense
	Fresh  map[attribution.ScoreKind]*mat.Dense
}

// scoreKinds are those that a teacher is scored by.
var scoreKinds = []attribution.ScoreKind{attribution.Signed, attribution.Absolute}

// lessonSettings are all that a teacher depends on.
type lessonSettings struct {
	Task        datasets.TeacherStudentConfig
	Seed        int64
	Network     models.MLPConfig
	Optimizer   igbo.Optimizer
	Epochs      int
	Batch       int
	Attribution attribution.Config
}

func (c Config) lessonSettings(seed int64) lessonSettings {
	how := c.Attribution
	how.Score = attribution.Signed // both kinds are made
	return lessonSettings{c.Task, seed, c.Teacher, c.TeacherOptimizer, c.Epochs, c.Batch, how}
}

func (s lessonSettings) training() igbo.Config {
	cfg := base(s.Seed, s.Optimizer, s.Epochs, s.Batch, s.Attribution)
	cfg.Model = models.MLPSpec(s.Network)
	return cfg
}

// Teach adds the cell of a seed's teacher. Studies of one task share it.
func (c Config) Teach(p *study.Plan, seed int64) study.Part[Teacher] {
	cell := study.Cell{Name: fmt.Sprintf("teacher of seed %d", seed), Steps: training.Steps(c.Epochs, c.Task.Train, c.Batch), Weight: training.TeacherWeight}
	return study.Add(p, cell, teach, c.lessonSettings(seed))
}

// teach trains a teacher and scores it.
func teach(ctx context.Context, w *study.Work, s lessonSettings) (t Teacher, err error) {
	l, err := NewLesson(s.Task, s.Seed)
	if err != nil {
		return t, err
	}
	trained, err := igbo.Train(ctx, w.Backend, training.Follow(w, s.training()), l.Train, nil)
	if err != nil {
		return t, err
	}
	e, err := trained.Model.Evaluate(l.Validation, nil)
	if err != nil {
		return t, err
	}
	t = Teacher{Features: l.Train.Features, MSE: e.MSE, Scores: map[attribution.ScoreKind]*mat.Dense{}, Fresh: map[attribution.ScoreKind]*mat.Dense{}}
	for _, kind := range scoreKinds {
		how := s.Attribution
		how.Score = kind
		if t.Scores[kind], err = trained.Model.ScoresWith(l.Validation, how); err != nil {
			return t, err
		}
		if t.Fresh[kind], err = trained.Model.ScoresWith(l.Fresh, how); err != nil {
			return t, err
		}
	}
	return t, ctx.Err()
}

// Order says how a DAG is made of a teacher's scores: by the rule of section
// "Graph Construction via CLT", with σ measured between batches.
type Order struct {
	Score      attribution.ScoreKind
	Alpha      float64
	R          float64
	MinEpsilon float64
	Batches    int
	BatchSize  int
	Seed       int64
}

// Order is that of a seed.
func (c Config) Order(seed int64) Order {
	return Order{c.Attribution.Score, c.Alpha, c.R, c.MinEpsilon, c.DAGBatches, c.DAGBatch, seed}
}

func (o Order) options() dag.Options {
	options := dag.DefaultOptions()
	options.Alpha, options.R, options.MinEpsilon = o.Alpha, o.R, o.MinEpsilon
	options.Batches, options.BatchSize, options.Seed = o.Batches, o.BatchSize, uint64(o.Seed)
	options.Estimator = estimate.BetweenBatch
	return options
}

// Validate checks the numbers.
func (o Order) Validate() error { return o.options().Check() }

// Build makes the DAG of the teacher's scores on the validation points.
func (o Order) Build(t Teacher) (*dag.DAG, error) { return o.of(t, t.Scores[o.Score]) }

// Again makes it of the scores on fresh points.
func (o Order) Again(t Teacher) (*dag.DAG, error) { return o.of(t, t.Fresh[o.Score]) }

func (o Order) of(t Teacher, scores *mat.Dense) (*dag.DAG, error) {
	options := o.options()
	options.Features = t.Features
	return dag.Build(scores, options)
}

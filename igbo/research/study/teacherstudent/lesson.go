package teacherstudent

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/objective"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
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
func (c Config) Teach(p *workflow.Plan, seed int64) workflow.Part[Teacher] {
	cell := workflow.Cell{Name: fmt.Sprintf("teacher of seed %d", seed), Steps: training.Steps(c.Epochs, c.Task.Train, c.Batch), Weight: training.TeacherWeight}
	return workflow.Add(p, cell, teach, c.lessonSettings(seed))
}

// teach trains a teacher and scores it.
func teach(ctx context.Context, w *workflow.Work, s lessonSettings) (t Teacher, err error) {
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

// Order holds the settings with which a DAG is built from a teacher's scores, by the rule of section "Graph Construction via CLT", with σ
// measured between batches.
type Order struct {
	Score      attribution.ScoreKind
	Alpha      float64
	R          float64
	MinEpsilon float64
	Batches    int
	BatchSize  int
	Seed       int64
}

// Order returns the settings with which the DAG of a seed is built from the teacher's scores.
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

// Linear is y = w·x + b in float64, whose attributions have a closed form.
type Linear struct {
	w []float64
	b float64
}

// leastSquares fits w and b to a table exactly (QR), the best any linear
// student can do on the training data.
func leastSquares(t datasets.Table) (Linear, error) {
	n, d := len(t.X), len(t.Features)
	design := mat.NewDense(n, d+1, nil)
	for i, row := range t.X {
		design.SetRow(i, append(append([]float64{}, row...), 1))
	}
	var solution mat.VecDense
	if err := solution.SolveVec(design, mat.NewVecDense(n, t.Y)); err != nil {
		return Linear{}, fmt.Errorf("teacherstudent: least squares on %d points of %d features: %w", n, d, err)
	}
	raw := solution.RawVector().Data
	return Linear{w: raw[:d:d], b: raw[d]}, nil
}

// MSE returns the mean squared error on a table.
func (l Linear) MSE(t datasets.Table) float64 {
	sum := 0.0
	for i, row := range t.X {
		e := l.b - t.Y[i]
		for k, x := range row {
			e += l.w[k] * x
		}
		sum += e * e
	}
	return sum / float64(len(t.X))
}

// scores is H [N,D] in closed form: at T = 1, h_k = w_k·(x_k − x′_k) averaged
// over the baselines, whatever the path and rule.
func (l Linear) scores(t datasets.Table, cfg attribution.Config) *mat.Dense {
	h := mat.NewDense(len(t.X), len(l.w), nil)
	for i, row := range t.X {
		total := cfg.Epsilon
		shares := make([]float64, len(row))
		for k, x := range row {
			shares[k] = l.w[k] * (x - meanBaseline(cfg.Baselines, k))
			total += math.Abs(shares[k])
		}
		for k, s := range shares {
			if cfg.Score == attribution.Absolute {
				s = math.Abs(s)
			}
			h.Set(i, k, s/total)
		}
	}
	return h
}

func meanBaseline(baselines []attribution.Baseline, k int) float64 {
	sum := 0.0
	for _, b := range baselines {
		if len(b.Values) > 0 {
			sum += b.Values[k] / float64(len(baselines))
		}
	}
	return sum
}

// Evaluate measures the model on a table against a DAG.
func (l Linear) Evaluate(t datasets.Table, how attribution.Config, d *dag.DAG) (igbo.Evaluation, error) {
	value, err := objective.Evaluate(l.scores(t, how), d)
	return igbo.Evaluation{MSE: l.MSE(t), Interpretability: value}, err
}

// Largest returns the largest weight (or bias) in size.
func (l Linear) Largest() float64 {
	largest := 0.0
	for _, w := range append([]float64{l.b}, l.w...) {
		largest = max(largest, w, -w)
	}
	return largest
}

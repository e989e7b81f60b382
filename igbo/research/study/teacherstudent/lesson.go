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

// Lesson has the data of the students of a seed: training points, validation points and as many fresh points, and the best
// linear model.
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

// Teacher has the results of a trained teacher that its students and the figures need.
type Teacher struct {
	Features []string
	// MSE is the mean squared error on the validation points.
	MSE float64
	// Scores has H [N,D] at the validation points, and Fresh at the fresh points, by kind of score.
	Scores map[attribution.ScoreKind]*mat.Dense
	Fresh  map[attribution.ScoreKind]*mat.Dense
}

// scoreKinds are the kinds of score of a teacher.
var scoreKinds = []attribution.ScoreKind{attribution.Signed, attribution.Absolute}

// lessonSettings are all inputs of a teacher.
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
	how.Score = attribution.Signed // both kinds are computed
	return lessonSettings{c.Task, seed, c.Teacher, c.TeacherOptimizer, c.Epochs, c.Batch, how}
}

func (s lessonSettings) training() igbo.Config {
	cfg := base(s.Seed, s.Optimizer, s.Epochs, s.Batch, s.Attribution)
	cfg.Model = models.MLPSpec(s.Network)
	return cfg
}

// Teach adds the cell of a seed's teacher. Studies of the same task share the cell.
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

// Order has the settings for building a DAG from a teacher's scores by the rule of section "Graph Construction via CLT". σ is
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

// Order returns the settings for building the DAG of a seed from the teacher's scores.
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

// Validate checks the settings.
func (o Order) Validate() error { return o.options().Check() }

// Build builds the DAG from the teacher's scores at the validation points.
func (o Order) Build(t Teacher) (*dag.DAG, error) { return o.of(t, t.Scores[o.Score]) }

// Again builds the DAG from the scores at fresh points.
func (o Order) Again(t Teacher) (*dag.DAG, error) { return o.of(t, t.Fresh[o.Score]) }

func (o Order) of(t Teacher, scores *mat.Dense) (*dag.DAG, error) {
	options := o.options()
	options.Features = t.Features
	return dag.Build(scores, options)
}

// Linear is the model y = w·x + b in float64. Its attributions have a closed form.
type Linear struct {
	w []float64
	b float64
}

// leastSquares fits w and b to a table exactly (QR). No linear student has less error on the training data.
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

// scores returns H [N,D] in closed form. At T = 1, h_k = w_k·(x_k − x′_k), averaged over the baselines, for every path and
// rule.
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

// Largest returns the largest absolute weight or bias.
func (l Linear) Largest() float64 {
	largest := 0.0
	for _, w := range append([]float64{l.b}, l.w...) {
		largest = max(largest, w, -w)
	}
	return largest
}

package experiment

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/objective"
)

func isCancellation(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Progress is told how many training steps are done, of how many. It may be
// called from several goroutines.
type Progress = func(done, total int)

// Run makes the teacher–student experiment: for each seed a task, a teacher,
// its DAG, and for each optimiser setting a baseline and an IGBO student that
// differ in nothing but the second objective. progress may be nil.
//
// Cancelling the context ends it with the context's error within a step.
func Run(ctx context.Context, backend compute.Backend, cfg Config, progress Progress) (*Result, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	r := &run{cfg: cfg, backend: backend, meter: newMeter(cfg, progress)}
	if err := r.teach(ctx); err != nil {
		return nil, err
	}
	if err := r.study(ctx); err != nil {
		return nil, err
	}
	return r.result(ctx)
}

// run is an experiment on its way.
type run struct {
	cfg      Config
	backend  compute.Backend
	meter    *meter
	lessons  []*lesson  // by seed
	students []*student // by seed, setting, kind
}

// lesson is what a seed's students learn from.
type lesson struct {
	seed                     int64
	task                     *datasets.TeacherStudentTask
	train, validation, fresh igbo.Data
	teacher                  *igbo.Model
	dag                      *dag.DAG
	leastSquares             linear
}

// student is a trained student and how it does.
type student struct {
	lesson     *lesson
	optimizer  igbo.Optimizer
	igbo       bool
	evaluation igbo.Evaluation
	scores     []float64 // mean H by feature on the validation points
	conflicts  float64
}

// teach trains the teachers and builds their DAGs.
func (r *run) teach(ctx context.Context) error {
	r.lessons = make([]*lesson, r.cfg.Seeds)
	return parallel(ctx, r.cfg.Seeds, func(ctx context.Context, i int) (err error) {
		r.lessons[i], err = r.lesson(ctx, r.cfg.Seed0+int64(i))
		return err
	})
}

func (r *run) lesson(ctx context.Context, seed int64) (*lesson, error) {
	task, err := datasets.TeacherStudent(r.cfg.Task, uint64(seed))
	if err != nil {
		return nil, err
	}
	l := &lesson{seed: seed, task: task}
	fresh := task.Fresh(r.cfg.Task.Validation, 0)
	for data, table := range map[*igbo.Data]datasets.Table{&l.train: task.Train, &l.validation: task.Validation, &l.fresh: fresh} {
		if *data, err = igbo.Tabular(table.Features, table.X, table.Y); err != nil {
			return nil, err
		}
	}
	if l.leastSquares, err = leastSquares(task.Train); err != nil {
		return nil, err
	}
	trained, err := igbo.Train(ctx, r.backend, r.meter.follow(r.cfg.keep(r.cfg.teacher(seed), "seed-%d-teacher", seed)), l.train, nil)
	if err != nil {
		return nil, fmt.Errorf("experiment: teacher of seed %d: %w", seed, err)
	}
	l.teacher = trained.Model
	l.dag, err = r.buildDAG(l, l.validation)
	return l, err
}

// buildDAG applies the α rule to the teacher's scores on data.
func (r *run) buildDAG(l *lesson, data igbo.Data) (*dag.DAG, error) {
	scores, err := l.teacher.ScoresWith(data, r.cfg.Attribution)
	if err != nil {
		return nil, err
	}
	options := r.cfg.dagOptions(l.seed)
	options.Features = data.Features
	return dag.Build(scores, options)
}

// study trains every student.
func (r *run) study(ctx context.Context) error {
	for _, l := range r.lessons {
		for _, o := range r.cfg.Optimizers {
			r.students = append(r.students, &student{lesson: l, optimizer: o}, &student{lesson: l, optimizer: o, igbo: true})
		}
	}
	return parallel(ctx, len(r.students), func(ctx context.Context, i int) error {
		return r.train(ctx, i)
	})
}

func (r *run) train(ctx context.Context, i int) error {
	var order *dag.DAG
	s := r.students[i]
	if s.igbo {
		order = s.lesson.dag
	}
	cfg := r.meter.follow(r.cfg.keep(r.cfg.student(s.lesson.seed, s.optimizer), "seed-%d-student-%d", s.lesson.seed, i))
	trained, err := igbo.Train(ctx, r.backend, cfg, s.lesson.train, order)
	if err != nil {
		return fmt.Errorf("experiment: student of seed %d with %s at %g: %w", s.lesson.seed, s.optimizer.Name, s.optimizer.LearningRate, err)
	}
	if s.evaluation, err = trained.Model.Evaluate(s.lesson.validation, s.lesson.dag); err != nil {
		return err
	}
	scores, err := trained.Model.Scores(s.lesson.validation)
	if err != nil {
		return err
	}
	s.scores, s.conflicts = columnMeans(scores), trained.History.ConflictShare()
	return nil
}

func columnMeans(m *mat.Dense) []float64 {
	_, k := m.Dims()
	means := make([]float64, k)
	for j := range means {
		means[j] = stat.Mean(mat.Col(nil, j, m), nil)
	}
	return means
}

// evaluateLinear measures a closed-form model on a table.
func (r *run) evaluateLinear(m linear, t datasets.Table, d *dag.DAG) (igbo.Evaluation, error) {
	value, err := objective.Evaluate(m.scores(t, r.cfg.Attribution), d)
	return igbo.Evaluation{MSE: m.mse(t), Interpretability: value}, err
}

// meter counts training steps.
type meter struct {
	done     atomic.Int64
	total    int
	progress Progress
}

func newMeter(cfg Config, progress Progress) *meter {
	steps := cfg.Epochs * ((cfg.Task.Train + cfg.Batch - 1) / max(cfg.Batch, 1))
	return &meter{total: steps * cfg.Seeds * (1 + 2*len(cfg.Optimizers)), progress: progress}
}

// follow makes a configuration report its steps.
func (m *meter) follow(cfg igbo.Config) igbo.Config {
	if m.progress != nil {
		last := 0
		cfg.OnStep = func(step int) {
			m.progress(int(m.done.Add(int64(step-last))), m.total)
			last = step
		}
	}
	return cfg
}

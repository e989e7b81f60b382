package pareto

import (
	"context"
	"fmt"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
)

// startSettings are all inputs of an unconstrained student.
type startSettings struct {
	Task     datasets.TeacherStudentConfig
	Seed     int64
	Training igbo.Config
}

// begin trains the unconstrained student of a seed.
func begin(ctx context.Context, w *workflow.Work, s startSettings) (found start, err error) {
	l, err := teacherstudent.NewLesson(s.Task, s.Seed)
	if err != nil {
		return found, err
	}
	trained, err := igbo.Train(ctx, w.Backend, training.Follow(w, s.Training), l.Train, nil)
	if err != nil {
		return found, err
	}
	m := trained.Model
	if found.Model, err = m.Files(); err != nil {
		return found, err
	}
	if found.MSE, found.ValMSE, err = errorsOf(m, l); err != nil {
		return found, err
	}
	found.Scores, err = m.Scores(l.Train)
	return found, err
}

// errorsOf returns a model's errors on training and validation points.
func errorsOf(m *igbo.Model, l *teacherstudent.Lesson) (mse, valMSE float64, err error) {
	e, err := m.Evaluate(l.Train, nil)
	if err != nil {
		return 0, 0, err
	}
	validation, err := m.Evaluate(l.Validation, nil)
	return e.MSE, validation.MSE, err
}

// sweepSettings are all inputs of a rule's sweep.
type sweepSettings struct {
	Task    datasets.TeacherStudentConfig
	Teacher workflow.Part[teacherstudent.Teacher]
	Start   workflow.Part[start]
	Order   teacherstudent.Order
	Rule    string
	// Trainings has the configuration of each point, Lambdas its λ.
	Trainings              []igbo.Config
	Lambdas                []float64
	ReferenceL, ReferenceH float64
}

// sweep trains one rule's points for a seed. Each point starts from the last point's model.
func sweep(ctx context.Context, w *workflow.Work, s sweepSettings) (Sweep, error) {
	found := Sweep{Rule: s.Rule}
	l, err := teacherstudent.NewLesson(s.Task, s.Order.Seed)
	if err != nil {
		return found, err
	}
	order, err := s.Order.Build(s.Teacher.Of(w.Parts))
	if err != nil {
		return found, err
	}
	unit, err := unitOf(s.Start.Of(w.Parts), order, s.Order.Seed)
	if err != nil {
		return found, err
	}
	at, err := s.Start.Of(w.Parts).Model.Open(w.Backend)
	if err != nil {
		return found, err
	}
	for i, cfg := range s.Trainings {
		trained, err := igbo.TrainFrom(ctx, at, training.Stage(w, cfg, fmt.Sprint("point-", i), i*cfg.Epochs), l.Train, order)
		if err != nil {
			return found, fmt.Errorf("λ = %g: %w", s.Lambdas[i], err)
		}
		at = trained.Model
		point, err := measure(at, l, order)
		if err != nil {
			return found, err
		}
		point.Lambda, point.H = s.Lambdas[i], point.H/unit
		found.Points = append(found.Points, point)
	}
	markFront(found.Points)
	corner := [2]float64{s.ReferenceL, s.ReferenceH}
	found.Hypervolume = hypervolume(found.Points, corner) / ((corner[0] - 1) * corner[1])
	return found, nil
}

// unitOf returns H of the start.
func unitOf(s start, order *dag.DAG, seed int64) (float64, error) {
	value, err := s.loss(order)
	if err == nil && value.Loss == 0 {
		err = fmt.Errorf("pareto: the unconstrained student of seed %d satisfies every edge, so there is no trade-off to study", seed)
	}
	return value.Loss, err
}

// measure evaluates a model. L is in units of least squares.
func measure(m *igbo.Model, l *teacherstudent.Lesson, order *dag.DAG) (Point, error) {
	e, err := m.Evaluate(l.Train, order)
	if err != nil {
		return Point{}, err
	}
	validation, err := m.Evaluate(l.Validation, nil)
	return Point{
		L: e.MSE / l.LeastSquares.MSE(l.Task.Train), H: e.Interpretability.Loss,
		ValMSE: validation.MSE, Kept: e.Interpretability.Share(),
	}, err
}

// seed collects the parts of one seed.
func (c Config) seed(s seedParts, parts *workflow.Parts) (Seed, error) {
	found := Seed{Seed: s.seed}
	l, err := teacherstudent.NewLesson(c.Base.Task, s.seed)
	if err != nil {
		return found, err
	}
	order, err := c.Base.Order(s.seed).Build(s.teacher.Of(parts))
	if err != nil {
		return found, err
	}
	begun := s.start.Of(parts)
	unit, err := unitOf(begun, order, s.seed)
	if err != nil {
		return found, err
	}
	free, err := begun.loss(order)
	if err != nil {
		return found, err
	}
	e, err := l.LeastSquares.Evaluate(l.Task.Train, c.Base.Attribution, order)
	if err != nil {
		return found, err
	}
	found.Edges = len(order.Edges)
	found.LeastSquares = Point{L: 1, H: e.Interpretability.Loss / unit, ValMSE: l.LeastSquares.MSE(l.Task.Validation), Kept: e.Interpretability.Share()}
	found.Unconstrained = Point{L: begun.MSE / l.LeastSquares.MSE(l.Task.Train), H: 1, ValMSE: begun.ValMSE, Kept: free.Share()}
	found.Sweeps = workflow.All(parts, s.sweeps)
	return found, nil
}

package learning

import (
	"context"
	"embed"
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/internal/training"
	"github.com/igbolab/igbolab/igbo/research/study/limits"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
	"github.com/igbolab/igbolab/igbo/train"
)

// Config describes the students and the length of their training.
type Config struct {
	// Base is the experiment. The study uses the teacher and the order of its first seed.
	Base teacherstudent.Config `json:"base"`
	// Epochs is the number of epochs of the students; the teacher has that of Base.
	Epochs int `json:"epochs"`
}

// DefaultConfig returns the paper's task and 1000 epochs.
func DefaultConfig() Config { return Config{Base: teacherstudent.DefaultConfig(), Epochs: 1000} }

// Definition returns the definition of the study.
func Definition() study.Definition {
	return study.Define(study.Definition{
		Name: "learning-curves", NeedsBackend: true,
		Question: "What loss do the paper's students reach if they are trained for longer?",
		Results:  committed,
		Brief:    []string{"base.epochs=2", "base.attribution.points=2", "epochs=3"},
		// only one seed is trained
		Folded: []string{"Base.Seeds"},
	}, DefaultConfig)
}

// stepBytes is the memory of a step of a history.
const stepBytes = 200

// Validate checks every setting before anything runs.
func (c Config) Validate() error {
	if err := c.Base.Validate(); err != nil {
		return err
	}
	students := 2 * float64(len(c.Base.Optimizers))
	if err := limits.Steps(students, c.Epochs, c.Base.Task.Train, c.Base.Batch); err != nil {
		return err
	}
	steps := students * float64(c.Epochs) * math.Ceil(float64(c.Base.Task.Train)/float64(c.Base.Batch))
	return limits.Memory(limits.Need{What: fmt.Sprintf("the losses of %g steps", steps), Bytes: steps * stepBytes})
}

// Curve is the task loss of one student along its training.
type Curve struct {
	Optimizer igbo.Optimizer `json:"optimizer"`
	// IGBO reports whether the student follows the order.
	IGBO bool `json:"igbo"`
	// Steps has the last step of every epoch. Loss has the mean of L over the points of the epoch.
	Steps []float64 `json:"steps"`
	Loss  []float64 `json:"loss"`
	// ValMSE is the error on the validation points at the end.
	ValMSE float64 `json:"val_mse"`
}

// At returns the loss of the last epoch that ends at or before this step, or NaN if there is none.
func (c Curve) At(step float64) float64 {
	loss := math.NaN()
	for i, s := range c.Steps {
		if s <= step {
			loss = c.Loss[i]
		}
	}
	return loss
}

// End returns the last step, and the loss of the last epoch; both are 0 if there is none.
func (c Curve) End() (step, loss float64) {
	if n := len(c.Steps); n > 0 {
		return c.Steps[n-1], c.Loss[n-1]
	}
	return 0, 0
}

// Result is the result of the study.
type Result struct {
	// LeastSquares is the error of least squares on the training points, the lower bound for linear models. LeastSquaresVal is
	// the error of the same weights on the validation points.
	LeastSquares    float64 `json:"least_squares"`
	LeastSquaresVal float64 `json:"least_squares_val"`
	// Largest is the largest absolute weight or bias of least squares. An optimiser that starts near zero must reach it.
	Largest float64 `json:"largest"`
	// Own is the number of steps of the students in the experiment itself.
	Own float64 `json:"own_steps"`
	// Curves has a baseline and an IGBO student for each optimiser setting.
	Curves []Curve `json:"curves"`
}

// settings are all inputs of a curve; a baseline has no teacher.
type settings struct {
	Base      teacherstudent.Config
	Optimizer igbo.Optimizer
	Teacher   *workflow.Part[teacherstudent.Teacher]
}

// Cells implements workflow.Study.
func (c Config) Cells(p *workflow.Plan) (func(*workflow.Parts) (*Result, error), error) {
	base, seed := c.Base, c.Base.Seed0
	teacher := base.Teach(p, seed)
	own := training.Steps(base.Epochs, base.Task.Train, base.Batch)
	base.Epochs, base.Seeds, base.Optimizers = c.Epochs, 1, nil
	var curves []workflow.Part[Curve]
	for _, o := range c.Base.Optimizers {
		cell := workflow.Cell{Name: fmt.Sprintf("baseline with %s %g", o.Name, o.LearningRate), Steps: training.Steps(c.Epochs, base.Task.Train, base.Batch)}
		curves = append(curves, workflow.Add(p, cell, follow, settings{base, o, nil}))
		cell.Name, cell.Weight = fmt.Sprintf("IGBO student with %s %g", o.Name, o.LearningRate), training.IGBOWeight
		curves = append(curves, workflow.Add(p, cell, follow, settings{base, o, &teacher}))
	}
	return func(parts *workflow.Parts) (*Result, error) {
		l, err := teacherstudent.NewLesson(base.Task, seed)
		if err != nil {
			return nil, err
		}
		r := &Result{LeastSquares: l.LeastSquares.MSE(l.Task.Train), LeastSquaresVal: l.LeastSquares.MSE(l.Task.Validation), Largest: l.LeastSquares.Largest(), Own: float64(own)}
		r.Curves = workflow.All(parts, curves)
		return r, nil
	}, nil
}

// follow trains a student and records its losses.
func follow(ctx context.Context, w *workflow.Work, s settings) (Curve, error) {
	c := Curve{Optimizer: s.Optimizer, IGBO: s.Teacher != nil}
	l, err := teacherstudent.NewLesson(s.Base.Task, s.Base.Seed0)
	if err != nil {
		return c, err
	}
	var order *dag.DAG
	if s.Teacher != nil {
		if order, err = s.Base.Order(s.Base.Seed0).Build(s.Teacher.Of(w.Parts)); err != nil {
			return c, err
		}
	}
	cfg := s.Base.Student(s.Base.Seed0, s.Optimizer)
	cfg.HistoryEvery = 1
	trained, err := igbo.Train(ctx, w.Backend, training.Follow(w, cfg), l.Train, order)
	if err != nil {
		return c, err
	}
	c.Steps, c.Loss = epochMeans(trained.History.Steps, s.Base.Task.Train, s.Base.Batch)
	e, err := trained.Model.Evaluate(l.Validation, nil)
	c.ValMSE = e.MSE
	return c, err
}

// epochMeans returns the mean task loss of each epoch of n points in batches. The last batch of an epoch can be smaller and
// then has a smaller weight.
func epochMeans(steps []train.Step, n, batch int) (last, loss []float64) {
	perEpoch := (n + batch - 1) / batch
	for at := 0; at+perEpoch <= len(steps); at += perEpoch {
		sum := 0.0
		for i, s := range steps[at : at+perEpoch] {
			sum += s.TaskLoss * float64(min(batch, n-i*batch)) / float64(n)
		}
		last, loss = append(last, float64(steps[at+perEpoch-1].Step)), append(loss, sum)
	}
	return last, loss
}

// Work implements study.Sized: the trainings of Base, with longer trainings of the students.
func (c Config) Work() models.Work {
	long := c.Base
	long.Epochs = c.Epochs
	pair := long.TrainingWork(true).Plus(long.TrainingWork(false))
	return c.Base.TeacherWork().Plus(pair.Times(float64(len(c.Base.Optimizers)))).Times(float64(c.Base.Seeds))
}

//go:embed *.json *answer.tmpl
var committed embed.FS

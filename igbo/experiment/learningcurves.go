package experiment

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/train"
)

// LearningCurve is the task loss of one student along its training.
type LearningCurve struct {
	Optimizer igbo.Optimizer `json:"optimizer"`
	// IGBO tells whether the student follows the order.
	IGBO bool `json:"igbo"`
	// Steps holds the last step of every epoch, Loss the mean of L over the epoch's points.
	Steps []float64 `json:"steps"`
	Loss  []float64 `json:"loss"`
	// ValMSE is the error on the validation points at the end.
	ValMSE float64 `json:"val_mse"`
}

// LearningCurves are those of one seed's students.
type LearningCurves struct {
	// LeastSquares is the error on the training points that no linear model
	// falls below, LeastSquaresVal that of the same weights on the validation points.
	LeastSquares    float64 `json:"least_squares"`
	LeastSquaresVal float64 `json:"least_squares_val"`
	// Largest is the largest weight (or bias) of least squares in size: what an
	// optimiser that starts near zero has to reach.
	Largest float64 `json:"largest"`
	// Curves has a baseline and an IGBO student for each optimiser setting.
	Curves []LearningCurve `json:"curves"`
}

// stepBytes is what a step of a history takes.
const stepBytes = 200

// LearningConfig says which students are followed, and for how long.
type LearningConfig struct {
	// Base is the experiment; its first seed's teacher and order are used.
	Base Config `json:"base"`
	// Epochs are the students'; the teacher has those of Base.
	Epochs int `json:"epochs"`
}

// Learn trains the students of the first seed for another number of epochs
// than their teacher, to see where they would end: for each optimiser setting a
// baseline and an IGBO student. progress may be nil.
func Learn(ctx context.Context, backend compute.Backend, settings LearningConfig, progress Progress) (*LearningCurves, error) {
	cfg, epochs := settings.Base, settings.Epochs
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	students := 2 * float64(len(cfg.Optimizers))
	if err := checkSteps(students, epochs, cfg.Task.Train, cfg.Batch); err != nil {
		return nil, err
	}
	steps := students * float64(epochs) * math.Ceil(float64(cfg.Task.Train)/float64(cfg.Batch))
	if err := checkMemory(need{fmt.Sprintf("the losses of %g steps", steps), steps * stepBytes}); err != nil {
		return nil, err
	}
	cfg.Seeds = 1
	r := &run{cfg: cfg, backend: backend, meter: newMeter(cfg, nil)}
	l, err := r.lesson(ctx, cfg.Seed0)
	if err != nil {
		return nil, err
	}
	curves := &LearningCurves{LeastSquares: l.leastSquares.mse(l.task.Train), LeastSquaresVal: l.leastSquares.mse(l.task.Validation)}
	for _, w := range append([]float64{l.leastSquares.b}, l.leastSquares.w...) {
		curves.Largest = max(curves.Largest, w, -w)
	}
	for _, o := range cfg.Optimizers {
		curves.Curves = append(curves.Curves, LearningCurve{Optimizer: o}, LearningCurve{Optimizer: o, IGBO: true})
	}
	r.cfg.Epochs = epochs
	r.meter = newMeter(r.cfg, progress)
	r.meter.total = r.meter.total / (1 + 2*len(cfg.Optimizers)) * len(curves.Curves) // no teacher any more
	err = parallel(ctx, len(curves.Curves), func(ctx context.Context, i int) error {
		return r.follow(ctx, l, &curves.Curves[i])
	})
	return curves, err
}

// follow trains a student and keeps its losses.
func (r *run) follow(ctx context.Context, l *lesson, c *LearningCurve) error {
	var order *dag.DAG
	if c.IGBO {
		order = l.dag
	}
	cfg := r.meter.follow(r.cfg.student(l.seed, c.Optimizer))
	cfg.HistoryEvery = 1
	trained, err := igbo.Train(ctx, r.backend, cfg, l.train, order)
	if err != nil {
		return fmt.Errorf("experiment: student with %s: %w", describe(c.Optimizer), err)
	}
	c.Steps, c.Loss = epochMeans(trained.History.Steps, r.cfg.Task.Train, r.cfg.Batch)
	e, err := trained.Model.Evaluate(l.validation, nil)
	c.ValMSE = e.MSE
	return err
}

// epochMeans averages the task loss over epochs of n points in batches; the
// last batch of an epoch may be smaller and counts less.
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

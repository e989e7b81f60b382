package train

import (
	"errors"
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/projection"
)

// ErrParetoStationary reports that the gradients became exactly opposite. It ends a run if
// History.StopAtOpposite is set.
var ErrParetoStationary = errors.New("train: the gradients are exactly opposite, so the point is Pareto stationary")

// Step is one entry of the history. It describes the state before the update.
type Step struct {
	// Step counts from 1.
	Step int `json:"step"`
	// TaskLoss is L and SecondLoss is H, on the step's batch.
	TaskLoss   float64 `json:"task_loss"`
	SecondLoss float64 `json:"second_loss"`
	// Norm1 and Norm2 are ‖g1‖ and ‖g2‖. Cosine is cos(g1, g2), or 0 if a gradient is zero.
	Norm1  float64 `json:"norm1"`
	Norm2  float64 `json:"norm2"`
	Cosine float64 `json:"cosine"`
	// Residual is the norm of the shortest vector in the convex hull of the gradients. It is 0 at
	// Pareto-stationary points.
	Residual float64 `json:"residual"`
	// Case is the case of the projection rule that applied.
	Case projection.Case `json:"case"`
	// Lambda is λ. Clamped reports whether λ is at one of its bounds, Floor and 1 − Floor.
	Lambda  float64 `json:"lambda"`
	Clamped bool    `json:"clamped,omitempty"`
	// Satisfied is the number of constraints that are satisfied on the batch.
	Satisfied int `json:"satisfied"`
	// Descent1 and Descent2 are the cosines between the applied update and −g1 and −g2, if
	// History.Descent is set. If one is positive, the update decreases L or H, respectively, to
	// first order. It is 0 if a vector is zero.
	Descent1 float64 `json:"descent1,omitempty"`
	Descent2 float64 `json:"descent2,omitempty"`
	// StepSize is the η of an Armijo step, or 0 for other optimisers.
	StepSize float64 `json:"step_size,omitempty"`
}

// History records steps. Attach it to a loop whose trainer has its Metric.
type History struct {
	// Every records one step in this many. 1 records all steps, and 0 none.
	Every int
	// StopAtOpposite ends the run with ErrParetoStationary if the gradients are exactly opposite.
	StopAtOpposite bool
	// Descent measures the first-order effect of the applied update on both objectives. It sets
	// Step.Descent1, Step.Descent2 and Ascents. It costs three products per variable. Set it before
	// the graph is built.
	Descent bool
	// Ascents is the number of steps, recorded or not, whose update increases an objective to first
	// order by more than a rounding error. It is 0 without Descent.
	Ascents int
	// Steps holds the recorded steps.
	Steps []Step
	// Counts holds the number of steps for each case, recorded or not.
	Counts map[projection.Case]int

	tolerance float64
	variables []string // of the last graph that was built
}

// NewHistory returns a history that classifies steps like an optimiser with the given Config.
func NewHistory(cfg Config) *History {
	return &History{Every: 1, Counts: map[projection.Case]int{}, tolerance: cfg.Tolerance}
}

// Attach makes the history record the steps of a loop. It panics if the history or the loop is nil.
func (h *History) Attach(loop *gomlx.Loop) {
	if h == nil || loop == nil || loop.Trainer == nil {
		panic(errors.New("train: Attach: the history, the loop and its trainer must not be nil"))
	}
	position := -1
	for i, m := range loop.Trainer.TrainMetrics() {
		if m.MetricType() == recordMetricType {
			position = i
		}
	}
	loop.OnStep("igbo history", -10, func(loop *gomlx.Loop, metrics []*tensors.Tensor) error {
		if position < 0 {
			return errors.New("train: the trainer does not have the metric of the history (pass History.Metric() to train.NewTrainer)")
		}
		return h.Add(loop.LoopStep+1, metrics[position])
	})
}

// Add records one step from the vector that Record built. It returns a *NonFiniteError if a value
// is not finite, ErrParetoStationary if StopAtOpposite applies, and an error for any other vector.
func (h *History) Add(number int, vector *tensors.Tensor) error {
	if h == nil || vector == nil {
		return errors.New("train: adding a step: the history and the vector must not be nil")
	}
	values, err := floats(vector)
	if err != nil {
		return err
	}
	return h.add(number, values)
}

// add is like Add for the numbers of the vector.
func (h *History) add(number int, values []float64) error {
	width := len(values) - h.extra()
	if rest := width - recordWidth; rest != len(h.variables) && rest != 2*len(h.variables) || !(values[atScale] > 0) {
		return fmt.Errorf("train: adding a step: a vector of %d numbers does not fit %d variables (use the vector of Record)", len(values), len(h.variables))
	}
	if err := h.checkFinite(number, values[:width]); err != nil {
		return err
	}
	s := h.step(number, values)
	h.addDescent(&s, values)
	if h.Counts == nil {
		h.Counts = map[projection.Case]int{}
	}
	h.Counts[s.Case]++
	if h.Every > 0 && number%h.Every == 0 {
		h.Steps = append(h.Steps, s)
	}
	if h.StopAtOpposite && s.Case == projection.Opposite {
		return ErrParetoStationary
	}
	return nil
}

// setStepSize sets the step size of the last step, which is along v, and its effect on both
// objectives.
func (h *History) setStepSize(number int, eta, cos1, cos2 float64) {
	if last := len(h.Steps) - 1; last >= 0 && h.Steps[last].Step == number {
		h.Steps[last].StepSize = eta
		if h.Descent && eta > 0 {
			h.Steps[last].Descent1, h.Steps[last].Descent2 = cos1, cos2
		}
	}
}

func (h *History) step(number int, v []float64) Step {
	n1, n2, c, scale := v[atN1], v[atN2], v[atC], v[atScale]
	r1, r2 := math.Sqrt(n1), math.Sqrt(n2)
	s := Step{
		Step: number, TaskLoss: v[atTaskLoss], SecondLoss: v[atSecondLoss], Norm1: r1 / scale, Norm2: r2 / scale,
		Residual: projection.Residual(n1, n2, c) / scale, Case: projection.Classify(n1, n2, c, h.tolerance),
		Lambda: v[atLambda], Clamped: v[atClamped] != 0, Satisfied: int(v[atSatisfied]),
	}
	if product := r1 * r2; product > 0 {
		s.Cosine = c / product
	}
	return s
}

// ConflictShare returns the fraction of all steps so far with g1·g2 < 0, whether or not their
// gradients were combined.
func (h *History) ConflictShare() float64 {
	if h == nil {
		return 0
	}
	total, conflicts := 0, 0
	for kind, n := range h.Counts {
		total += n
		if kind == projection.Conflict || kind == projection.Opposite {
			conflicts += n
		}
	}
	if total == 0 {
		return 0
	}
	return float64(conflicts) / float64(total)
}

package train

import (
	"errors"
	"fmt"
	"math"

	"github.com/gomlx/gomlx/core/tensors"
	gomlx "github.com/gomlx/gomlx/ml/train"

	"github.com/igbolab/igbolab/igbo/projection"
)

// ErrParetoStationary ends a run whose gradients became exactly opposite,
// where the history was asked to stop there.
var ErrParetoStationary = errors.New("train: the gradients are exactly opposite: Pareto stationary")

// Step is one entry of the history: the state before the update.
type Step struct {
	// Step counts from 1.
	Step int `json:"step"`
	// TaskLoss is L and SecondLoss is H, on the step's batch.
	TaskLoss   float64 `json:"task_loss"`
	SecondLoss float64 `json:"second_loss"`
	// Norm1 and Norm2 are ‖g1‖ and ‖g2‖, Cosine is cos(g1, g2), 0 where a gradient is zero.
	Norm1  float64 `json:"norm1"`
	Norm2  float64 `json:"norm2"`
	Cosine float64 `json:"cosine"`
	// Residual is the norm of the shortest vector in the gradients' convex hull: 0 at Pareto-stationary points.
	Residual float64 `json:"residual"`
	// Case is how the step was taken.
	Case projection.Case `json:"case"`
	// Lambda is λ; Clamped says that its bounds, Floor and 1 − Floor, hold it.
	Lambda  float64 `json:"lambda"`
	Clamped bool    `json:"clamped,omitempty"`
	// Satisfied counts the constraints that hold on the batch.
	Satisfied int `json:"satisfied"`
	// Descent1 and Descent2 are the cosines between the update that was applied and
	// −g1 and −g2, where the history has its Descent: the update descends L, or H, to
	// first order where they are positive. 0 where either vector is zero.
	Descent1 float64 `json:"descent1,omitempty"`
	Descent2 float64 `json:"descent2,omitempty"`
	// StepSize is the η of an Armijo step; 0 under another step rule.
	StepSize float64 `json:"step_size,omitempty"`
}

// History collects steps. Attach it to a loop whose trainer got its Metric.
type History struct {
	// Every keeps one step in so many; 1 keeps all.
	Every int
	// StopAtOpposite ends the run with ErrParetoStationary at exactly opposite gradients.
	StopAtOpposite bool
	// Descent measures what the applied update does to both objectives, to first
	// order: Step.Descent1 and Descent2, and Ascents. It costs three products a
	// variable. It must be set before the graph is built.
	Descent bool
	// Ascents counts the steps, kept or not, whose update ascends an objective to
	// first order, by more than rounding. It stays 0 without Descent.
	Ascents int
	// Steps holds what was kept.
	Steps []Step
	// Counts says how many steps were of each case, kept or not.
	Counts map[projection.Case]int

	tolerance float64
	variables []string // of the graph that was built last
}

// NewHistory returns a history that classifies steps as the optimiser does.
func NewHistory(cfg Config) *History {
	return &History{Every: 1, Counts: map[projection.Case]int{}, tolerance: cfg.Tolerance}
}

// Attach makes the history follow a loop. It panics on a nil history or loop.
func (h *History) Attach(loop *gomlx.Loop) {
	if h == nil || loop == nil || loop.Trainer == nil {
		panic(errors.New("train: Attach: the history or the loop is nil"))
	}
	position := -1
	for i, m := range loop.Trainer.TrainMetrics() {
		if m.MetricType() == recordMetricType {
			position = i
		}
	}
	loop.OnStep("igbo history", -10, func(loop *gomlx.Loop, metrics []*tensors.Tensor) error {
		if position < 0 {
			return errors.New("train: the history follows a trainer without its metric; pass History.Metric() to train.NewTrainer")
		}
		return h.Add(loop.LoopStep+1, metrics[position])
	})
}

// Add records one step from the vector that Record built. Errors: a
// *NonFiniteError, ErrParetoStationary where the history stops there, and a
// vector that is not Record's.
func (h *History) Add(number int, vector *tensors.Tensor) error {
	if h == nil || vector == nil {
		return errors.New("train: adding a step: the history or the vector is nil")
	}
	values, err := floats(vector)
	if err != nil {
		return err
	}
	return h.add(number, values)
}

// add is Add for the vector's numbers.
func (h *History) add(number int, values []float64) error {
	width := len(values) - h.extra()
	if rest := width - recordWidth; rest != len(h.variables) && rest != 2*len(h.variables) || !(values[atScale] > 0) {
		return fmt.Errorf("train: restoring a vector of %d numbers into %d variables, want the vector of Record", len(values), len(h.variables))
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

// setStepSize notes the step size of the step that was added last, along v, and
// what that does to both objectives.
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

// ConflictShare returns the share of steps with c < 0 among all steps so far,
// whether the gradients were combined there or not.
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

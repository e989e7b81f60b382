package train

import (
	"fmt"
	"math"
)

// NonFiniteError reports the first step with a loss or gradient that is not finite. It ends the
// run. The weights after that step are lost, but an earlier checkpoint remains valid.
type NonFiniteError struct {
	// Step is the number of the step, from 1.
	Step int
	// Quantity is "the task loss L", "the interpretability loss H" or "the
	// squared norm of the gradient of L" or "… of H".
	Quantity string
	// Variable is the path of the variable to which the gradient belongs; empty for a loss.
	Variable string
	// Value is NaN or ±Inf.
	Value float64
	// TaskLoss and SecondLoss are L and H at the step.
	TaskLoss, SecondLoss float64
	// Checkpoint is the folder of the last valid checkpoint; empty if there is none.
	Checkpoint string
}

// Error names the step, the quantity and the variable, and the checkpoint from which to resume.
func (e *NonFiniteError) Error() string {
	text := fmt.Sprintf("train: step %d: %s", e.Step, e.Quantity)
	if e.Variable != "" {
		text += " for " + e.Variable
	}
	text += fmt.Sprintf(" is %g, want a finite number (L = %g, H = %g)", e.Value, e.TaskLoss, e.SecondLoss)
	if e.Checkpoint != "" {
		return text + "; the last good checkpoint is " + e.Checkpoint
	}
	return text + "; there is no checkpoint (try a smaller learning rate, or standardise the data)"
}

// checkFinite returns an error for the first value of a record that is not finite: losses before
// gradients, and gradients by variable.
func (h *History) checkFinite(step int, v []float64) error {
	fail := func(quantity, variable string, value float64) error {
		return &NonFiniteError{Step: step, Quantity: quantity, Variable: variable, Value: value, TaskLoss: v[0], SecondLoss: v[1]}
	}
	for i, name := range []string{"the task loss L", "the interpretability loss H"} {
		if !finite(v[i]) {
			return fail(name, "", v[i])
		}
	}
	for i, value := range v[recordWidth:] {
		if !finite(value) {
			objective := []string{"L", "H"}[i/len(h.variables)]
			return fail("the squared norm of the gradient of "+objective, h.variables[i%len(h.variables)], value)
		}
	}
	for i, name := range []string{"the squared norm of the gradient of L", "the squared norm of the gradient of H", "the product of the gradients"} {
		if !finite(v[atN1+i]) {
			return fail(name, "", v[atN1+i])
		}
	}
	return nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

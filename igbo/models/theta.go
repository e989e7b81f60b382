package models

import (
	"fmt"
	"path"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/wide"
)

// SetLinear sets the variables of a linear model ([Linear] or [SignedLinear]). theta holds D weights and a bias
// for each output.
func SetLinear(m interface {
	Shapes() (map[string]shapes.Shape, error)
	SetVariables(values map[string]*tensors.Tensor) error
}, theta []float64, outputs int) error {
	all, err := m.Shapes()
	if err != nil {
		return err
	}
	if outputs < 1 {
		return fmt.Errorf("models: setting a linear model: the number of outputs must be at least 1, got %d", outputs)
	}
	if len(theta)%outputs != 0 {
		return fmt.Errorf("models: setting a linear model: got %d numbers for %d outputs, want D+1 numbers for each output", len(theta), outputs)
	}
	k, values := len(theta)/outputs, map[string]*tensors.Tensor{}
	for at, shape := range all {
		from, to := 0, k-1 // weights [D,K]
		if path.Base(at) == "bias" {
			from, to = k-1, k
		}
		var flat []float64
		for j := from; j < to; j++ {
			for o := range outputs {
				flat = append(flat, theta[o*k+j])
			}
		}
		if shape.Size() != len(flat) {
			return fmt.Errorf("models: setting a linear model: variable %q holds %d numbers, want %d", at, shape.Size(), len(flat))
		}
		values[at] = wide.Tensor(shape.DType, flat, shape.Dimensions...)
	}
	return m.SetVariables(values)
}

// LinearTheta returns the variables of a linear model in the order that [SetLinear] takes.
func LinearTheta(m interface {
	Variables() (map[string]*tensors.Tensor, error)
}, outputs int) ([]float64, error) {
	values, err := m.Variables()
	if err != nil {
		return nil, err
	}
	var weights, biases []float64
	for at, value := range values {
		flat, err := wide.Floats(value)
		if err != nil {
			return nil, err
		}
		if path.Base(at) == "bias" {
			biases = flat
		} else {
			weights = flat
		}
	}
	if len(biases) != outputs || len(weights)%max(outputs, 1) != 0 {
		return nil, fmt.Errorf("models: reading a linear model: the model has %d weights and %d biases, which do not belong to %d outputs", len(weights), len(biases), outputs)
	}
	var theta []float64
	for o := range outputs {
		for j := o; j < len(weights); j += outputs {
			theta = append(theta, weights[j])
		}
		theta = append(theta, biases[o])
	}
	return theta, nil
}

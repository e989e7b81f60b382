package assessor

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/internal/limit"
	"github.com/igbolab/igbolab/igbo/internal/safetensors"
)

// magic starts an encoded assessor. The number is the version of the format.
const magic = "igbo assessor 1\n"

// encode encodes a description and tensors with a checksum.
func encode(description any, values []safetensors.Named) ([]byte, error) {
	content, err := safetensors.Seal(magic, description, values)
	if err != nil {
		return nil, fmt.Errorf("assessor: %w", err)
	}
	return content, nil
}

// Decode decodes the result of MarshalBinary. It checks the digest, sizes and numbers first.
func Decode(data []byte) (Assessor, error) {
	description, values, err := safetensors.Unseal(magic, data)
	if err != nil {
		return nil, fmt.Errorf("assessor: %w", err)
	}
	var f frozen
	if err := json.Unmarshal(description, &f); err != nil {
		return nil, fmt.Errorf("assessor: the description: %w", err)
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	c := &classifier{}
	if err := json.Unmarshal(description, c); err != nil {
		return nil, fmt.Errorf("assessor: the description: %w", err)
	}
	if err := c.fill(values); err != nil {
		return nil, err
	}
	return c, nil
}

// check checks the fields that all assessors have.
func (f *frozen) check() error {
	if len(f.Features) == 0 {
		return errors.New("assessor: the list of features is empty, want at least 1")
	}
	if err := limit.Check([]limit.Int{{Name: "Steps", Value: f.Steps, Min: 1, Max: math.MaxInt32 / len(f.Features)}}); err != nil {
		return fmt.Errorf("assessor: %w", err)
	}
	if len(f.Levels) != levelsPer-1 {
		return fmt.Errorf("assessor: Levels has %d numbers, want %d", len(f.Levels), levelsPer-1)
	}
	if !finite(f.Levels) || !slices.IsSorted(f.Levels) {
		return errors.New("assessor: Levels must be finite numbers in increasing order")
	}
	if !finite([]float64{f.Tau}) {
		return fmt.Errorf("assessor: Tau (the threshold of the energy) must be finite, got %g", f.Tau)
	}
	if !finite([]float64{f.Scale}) || !(f.Scale > 0) {
		return fmt.Errorf("assessor: Scale (of the energy) must be positive and finite, got %g", f.Scale)
	}
	return nil
}

func finite[F float32 | float64](values []F) bool {
	return !slices.ContainsFunc(values, func(v F) bool { return math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) })
}

// MarshalBinary implements Assessor.
func (c *classifier) MarshalBinary() ([]byte, error) {
	if c == nil || len(c.layers) == 0 {
		return nil, errUntrained
	}
	var values []safetensors.Named
	for i, l := range c.layers {
		values = append(values,
			safetensors.Named{Name: weightsOf(i), Value: tensors.FromFlatDataAndDimensions(l.Weights, l.In, l.Out)},
			safetensors.Named{Name: biasesOf(i), Value: tensors.FromFlatDataAndDimensions(l.Biases, l.Out)})
	}
	return encode(c, values)
}

var errUntrained = errors.New("assessor: the assessor was not created by Train or Decode")

func weightsOf(layer int) string { return fmt.Sprintf("layer_%d/weights", layer) }
func biasesOf(layer int) string  { return fmt.Sprintf("layer_%d/biases", layer) }

// fill sets the layers. Their sizes must match from the inputs to the logit.
func (c *classifier) fill(values []safetensors.Named) error {
	if c.Window < 1 || c.Window > c.Steps {
		return fmt.Errorf("assessor: Window must be 1 to %d, the number of steps T, got %d", c.Steps, c.Window)
	}
	if len(values) == 0 || len(values)%2 != 0 {
		return fmt.Errorf("assessor: the file has %d tensors, want the weights and the biases of each layer", len(values))
	}
	in := c.inputs()
	for i := range len(values) / 2 {
		weights, err := numbersOf(values[2*i], weightsOf(i), in, -1)
		if err != nil {
			return err
		}
		out := len(weights) / in
		biases, err := numbersOf(values[2*i+1], biasesOf(i), out)
		if err != nil {
			return err
		}
		c.layers = append(c.layers, layer{in, out, weights, biases})
		in = out
	}
	if in != 1 {
		return fmt.Errorf("assessor: the network has %d outputs, want 1", in)
	}
	return nil
}

// numbersOf returns the numbers of a tensor. It checks the tensor's name and shape, where −1 stands for any
// length, and that the numbers are finite.
func numbersOf(v safetensors.Named, name string, dims ...int) ([]float32, error) {
	got := v.Value.Shape().Dimensions
	fits := v.Name == name && len(got) == len(dims)
	for i := range dims {
		fits = fits && (got[i] == dims[i] || dims[i] < 0 && got[i] > 0)
	}
	if !fits {
		return nil, fmt.Errorf("assessor: a tensor is %s of shape %v, want %s of shape %v", v.Name, got, name, dims)
	}
	flat, err := tensors.CopyFlatData[float32](v.Value)
	if err != nil {
		return nil, fmt.Errorf("assessor: %s: %w", name, err)
	}
	if !finite(flat) {
		return nil, fmt.Errorf("assessor: %s has a number that is not finite", name)
	}
	return flat, nil
}

package igbo

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"
)

// Data holds N samples of T steps and D features, with K targets a step.
type Data struct {
	// Features names the D columns; no name is empty or comes twice.
	Features []string
	// Steps is T; 1 for tables.
	Steps int
	// X holds N·T·D inputs, Y holds N·T·K targets, sample by sample, step by step,
	// each finite and within ±1e150, so that its square is finite too. The loss
	// softmax takes one target a step, a class 0, 1, ….
	X, Y []float64
	// Outputs is K; 0 is 1.
	Outputs int `json:",omitempty"`
	// Weights, where set, holds N weights of the samples, 0 or more: L and the
	// metrics are weighted means, Σwℓ/Σw. The scores are not weighted.
	Weights []float64 `json:",omitempty"`
	// Mask, where set, holds N·T values, true at the valid steps of padded
	// series. The other steps count neither in L nor in the scores, predict 0
	// and get no attribution; what X and Y hold there does not matter.
	Mask []bool
}

// valid tells whether step i of N·T counts.
func (d Data) valid(i int) bool { return d.Mask == nil || d.Mask[i] }

// Tabular makes Data of a table: N rows of D values and N targets.
//
// Errors: a ragged row, NaN, Inf or more than 1e150 (with row and column), no
// rows, no columns, names that are empty or come twice, a number of targets other
// than of rows.
func Tabular(features []string, x [][]float64, y []float64) (Data, error) {
	d := Data{Features: features, Steps: 1, Y: y}
	for i, row := range x {
		if len(row) != len(features) {
			return Data{}, fmt.Errorf("igbo: row %d has %d values, expected %d (%d features)", i, len(row), len(features), len(features))
		}
		d.X = append(d.X, row...)
	}
	return d, d.Validate()
}

// Samples returns N.
func (d Data) Samples() int { return d.rows() / max(d.Steps, 1) }

// rows is N·T.
func (d Data) rows() int { return len(d.Y) / d.outputs() }

// outputs is K.
func (d Data) outputs() int { return max(d.Outputs, 1) }

// largest bounds the numbers of data: squares of larger ones overflow.
const largest = 1e150

// Validate checks names, shapes, mask and that every number is finite and
// within ±1e150.
func (d Data) Validate() error {
	switch {
	case len(d.Features) == 0:
		return fmt.Errorf("igbo: data with D = 0 features, expected at least 1")
	case d.Steps < 1:
		return fmt.Errorf("igbo: data with T = %d steps, expected at least 1", d.Steps)
	case len(d.Y) == 0:
		return fmt.Errorf("igbo: data without samples")
	case d.Outputs < 0:
		return fmt.Errorf("igbo: data with K = %d targets a step, expected at least 1, or 0 for 1", d.Outputs)
	case len(d.Y)%d.outputs() != 0 || d.rows()%d.Steps != 0 || len(d.X) != d.rows()*len(d.Features):
		return fmt.Errorf("igbo: %d inputs and %d targets, expected N·T·D and N·T·K with T = %d, D = %d and K = %d", len(d.X), len(d.Y), d.Steps, len(d.Features), d.outputs())
	}
	if err := validateNames(d.Features); err != nil {
		return err
	}
	if err := d.validateMask(); err != nil {
		return err
	}
	for i, v := range d.X {
		if d.valid(i/len(d.Features)) && !(math.Abs(v) <= largest) {
			row, column := i/len(d.Features), i%len(d.Features)
			return fmt.Errorf("igbo: x is %g in row %d, column %d (%s), expected a finite number within ±%g", v, row, column, d.Features[column], float64(largest))
		}
	}
	for i, v := range d.Y {
		if row := i / d.outputs(); d.valid(row) && !(math.Abs(v) <= largest) {
			return fmt.Errorf("igbo: y is %g in row %d, expected a finite number within ±%g", v, row, float64(largest))
		}
	}
	return d.validateWeights()
}

// validateWeights checks that every sample has a weight, and one counts.
func (d Data) validateWeights() error {
	if d.Weights == nil {
		return nil
	}
	if len(d.Weights) != d.Samples() {
		return fmt.Errorf("igbo: %d weights, expected one for each of the %d samples", len(d.Weights), d.Samples())
	}
	sum := 0.0
	for i, w := range d.Weights {
		if !(w >= 0 && w <= largest) {
			return fmt.Errorf("igbo: sample %d has weight %g, expected 0 to %g", i, w, float64(largest))
		}
		sum += w
	}
	if sum == 0 {
		return errors.New("igbo: every sample has weight 0, expected at least one that counts")
	}
	return nil
}

// validateNames checks that no feature name is empty or comes twice.
func validateNames(features []string) error {
	seen := map[string]int{}
	for i, name := range features {
		if name == "" {
			return fmt.Errorf("igbo: feature %d has no name", i)
		}
		if first, twice := seen[name]; twice {
			return fmt.Errorf("igbo: features %d and %d are both named %q, expected different names", first, i, name)
		}
		seen[name] = i
	}
	return nil
}

// validateBurnIn checks that a target counts: a valid step t ≥ burnIn in at
// least one series that has a weight.
func (d Data) validateBurnIn(burnIn int) error {
	if burnIn >= d.Steps {
		return fmt.Errorf("igbo: burn-in of %d of T = %d steps, expected fewer", burnIn, d.Steps)
	}
	for i := range d.rows() {
		if d.counts(i, burnIn) && (d.Weights == nil || d.Weights[i/d.Steps] > 0) {
			return nil
		}
	}
	if d.Weights != nil {
		return fmt.Errorf("igbo: none of the %d series with a weight has a valid step after a burn-in of %d steps, expected at least 1 that counts", d.Samples(), burnIn)
	}
	return fmt.Errorf("igbo: none of the %d series has a valid step after a burn-in of %d steps, expected at least 1 that counts", d.Samples(), burnIn)
}

// counts tells whether the target of step i of N·T is one that L looks at.
func (d Data) counts(i, burnIn int) bool { return i%d.Steps >= burnIn && d.valid(i) }

// validateDType checks that every number, in the model's units, is finite in
// the model's dtype.
func (d Data) validateDType(dtype dtypes.DType, sample int) error {
	if dtype != dtypes.Float32 {
		return nil
	}
	for i, v := range d.X {
		if d.valid(i/len(d.Features)) && !(math.Abs(v) <= math.MaxFloat32) {
			row, column := sample*d.Steps+i/len(d.Features), i%len(d.Features)
			return fmt.Errorf("igbo: x is %g in row %d, column %d (%s), more than float32 holds; expected smaller numbers, Standardize or float64", v, row, column, d.Features[column])
		}
	}
	for i, v := range d.Y {
		if row := i / d.outputs(); d.valid(row) && !(math.Abs(v) <= math.MaxFloat32) {
			return fmt.Errorf("igbo: y is %g in row %d, more than float32 holds; expected smaller numbers, Standardize or float64", v, sample*d.Steps+row)
		}
	}
	for i, w := range d.Weights {
		if w > math.MaxFloat32 {
			return fmt.Errorf("igbo: sample %d has weight %g, more than float32 holds; expected a smaller one, or float64", sample+i, w)
		}
	}
	return nil
}

// validateMask checks that every series has a valid step.
func (d Data) validateMask() error {
	if d.Mask == nil {
		return nil
	}
	if len(d.Mask) != d.rows() {
		return fmt.Errorf("igbo: a mask of %d steps, expected one for each of the %d targets", len(d.Mask), d.rows())
	}
	for n := range d.Samples() {
		if !slices.Contains(d.Mask[n*d.Steps:(n+1)*d.Steps], true) {
			return fmt.Errorf("igbo: the mask leaves no valid step in series %d, expected at least 1", n)
		}
	}
	return nil
}

// part returns the samples from … to−1.
func (d Data) part(from, to int) Data {
	p, t, k, out := d, d.Steps, len(d.Features), d.outputs()
	p.X, p.Y = d.X[from*t*k:to*t*k], d.Y[from*t*out:to*t*out]
	if d.Mask != nil {
		p.Mask = d.Mask[from*t : to*t]
	}
	if d.Weights != nil {
		p.Weights = d.Weights[from:to]
	}
	return p
}

// inputs makes the tensors that a model takes of data in its units: x [N,T,D],
// and the mask [N,T] of padded series.
func (d Data) inputs(dtype dtypes.DType) []*tensors.Tensor {
	in := []*tensors.Tensor{tensor(dtype, d.X, d.Samples(), d.Steps, len(d.Features))}
	if d.Mask != nil {
		in = append(in, tensors.FromFlatDataAndDimensions(d.Mask, d.Samples(), d.Steps))
	}
	return in
}

// tensor makes a tensor of flat values in a dtype.
func tensor(dtype dtypes.DType, flat []float64, dims ...int) *tensors.Tensor {
	if dtype == dtypes.Float64 {
		return tensors.FromFlatDataAndDimensions(flat, dims...)
	}
	narrow := make([]float32, len(flat))
	for i, v := range flat {
		narrow[i] = float32(v)
	}
	return tensors.FromFlatDataAndDimensions(narrow, dims...)
}

package samples

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute/dtypes"
)

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
	case len(d.Y)%d.Targets() != 0 || d.Rows()%d.Steps != 0 || len(d.X) != d.Rows()*len(d.Features):
		return fmt.Errorf("igbo: %d inputs and %d targets, expected N·T·D and N·T·K with T = %d, D = %d and K = %d", len(d.X), len(d.Y), d.Steps, len(d.Features), d.Targets())
	}
	if err := ValidateNames(d.Features); err != nil {
		return err
	}
	if err := d.validateMask(); err != nil {
		return err
	}
	for i, v := range d.X {
		if d.Valid(i/len(d.Features)) && !(math.Abs(v) <= largest) {
			row, column := i/len(d.Features), i%len(d.Features)
			return fmt.Errorf("igbo: x is %g in row %d, column %d (%.60q), expected a finite number within ±%g", v, row, column, d.Features[column], float64(largest))
		}
	}
	for i, v := range d.Y {
		if row := i / d.Targets(); d.Valid(row) && !(math.Abs(v) <= largest) {
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

// ValidateNames checks that no feature name is empty or comes twice.
func ValidateNames(features []string) error {
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

// ValidateBurnIn checks that a target counts: a valid step t ≥ burnIn in at
// least one series that has a weight.
func (d Data) ValidateBurnIn(burnIn int) error {
	if burnIn >= d.Steps {
		return fmt.Errorf("igbo: burn-in of %d of T = %d steps, expected fewer", burnIn, d.Steps)
	}
	for i := range d.Rows() {
		if d.Counts(i, burnIn) && (d.Weights == nil || d.Weights[i/d.Steps] > 0) {
			return nil
		}
	}
	if d.Weights != nil {
		return fmt.Errorf("igbo: none of the %d series with a weight has a valid step after a burn-in of %d steps, expected at least 1 that counts", d.Samples(), burnIn)
	}
	return fmt.Errorf("igbo: none of the %d series has a valid step after a burn-in of %d steps, expected at least 1 that counts", d.Samples(), burnIn)
}

// ValidateDType checks that every number, in the model's units, is finite in
// the model's dtype.
func (d Data) ValidateDType(dtype dtypes.DType, sample int) error {
	if dtype != dtypes.Float32 {
		return nil
	}
	for i, v := range d.X {
		if d.Valid(i/len(d.Features)) && !(math.Abs(v) <= math.MaxFloat32) {
			row, column := sample*d.Steps+i/len(d.Features), i%len(d.Features)
			return fmt.Errorf("igbo: x is %g in row %d, column %d (%.60q), more than float32 holds; expected smaller numbers, Standardize or float64", v, row, column, d.Features[column])
		}
	}
	for i, v := range d.Y {
		if row := i / d.Targets(); d.Valid(row) && !(math.Abs(v) <= math.MaxFloat32) {
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
	if len(d.Mask) != d.Rows() {
		return fmt.Errorf("igbo: a mask of %d steps, expected one for each of the %d targets", len(d.Mask), d.Rows())
	}
	for n := range d.Samples() {
		if !slices.Contains(d.Mask[n*d.Steps:(n+1)*d.Steps], true) {
			return fmt.Errorf("igbo: the mask leaves no valid step in series %d, expected at least 1", n)
		}
	}
	return nil
}

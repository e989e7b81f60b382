package samples

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute/dtypes"
)

// largest is the maximum absolute value in data. Larger numbers have squares that overflow.
const largest = 1e150

// ValidateSizes checks the feature names and the numbers of inputs, targets, weights and mask values, but not
// the values. There must be at least one feature, step, sample and target.
func (d Data) ValidateSizes() error {
	switch {
	case len(d.Features) == 0:
		return fmt.Errorf("samples: the data have D = 0 features, want at least 1")
	case d.Steps < 1:
		return fmt.Errorf("samples: the data have T = %d steps, want at least 1", d.Steps)
	case len(d.Y) == 0:
		return fmt.Errorf("samples: the data have no samples (want at least 1)")
	case d.Outputs < 0:
		return fmt.Errorf("samples: the data have K = %d targets a step, want at least 1, or 0 for 1", d.Outputs)
	case len(d.Y)%d.Targets() != 0 || d.Rows()%d.Steps != 0:
		return fmt.Errorf("samples: Y has %d targets, want N·T·K with T = %d and K = %d", len(d.Y), d.Steps, d.Targets())
	case len(d.X) != d.Rows()*len(d.Features):
		return fmt.Errorf("samples: X has %d inputs, want N·T·D = %d, because there are %d rows (N·T) of D = %d features", len(d.X), d.Rows()*len(d.Features), d.Rows(), len(d.Features))
	}
	if err := ValidateNames(d.Features); err != nil {
		return err
	}
	if d.Mask != nil && len(d.Mask) != d.Rows() {
		return fmt.Errorf("samples: the mask has %d entries, want one for each of the %d rows", len(d.Mask), d.Rows())
	}
	if d.Weights != nil && len(d.Weights) != d.Samples() {
		return fmt.Errorf("samples: the data have %d weights, want one for each of the %d samples", len(d.Weights), d.Samples())
	}
	return nil
}

// Validate checks the data. It makes the checks of [Data.ValidateSizes], so data without targets are an error;
// see [Data.WithTargets]. In addition, every series must have a valid step, at least one weight must be
// positive, and every number at a valid step must be within ±1e150.
func (d Data) Validate() error {
	if err := d.ValidateSizes(); err != nil {
		return err
	}
	if err := d.validateMask(); err != nil {
		return err
	}
	for i, v := range d.X {
		if d.Valid(i/len(d.Features)) && !(math.Abs(v) <= largest) {
			row, column := i/len(d.Features), i%len(d.Features)
			return fmt.Errorf("samples: x is %g in row %d, column %d (%.60q), want a finite number within ±%g", v, row, column, d.Features[column], float64(largest))
		}
	}
	for i, v := range d.Y {
		if row := i / d.Targets(); d.Valid(row) && !(math.Abs(v) <= largest) {
			return fmt.Errorf("samples: y is %g in row %d, want a finite number within ±%g", v, row, float64(largest))
		}
	}
	return d.validateWeights()
}

// validateWeights checks that weights are valid and that at least one is positive.
func (d Data) validateWeights() error {
	if d.Weights == nil {
		return nil
	}
	sum := 0.0
	for i, w := range d.Weights {
		if !(w >= 0 && w <= largest) {
			return fmt.Errorf("samples: sample %d has weight %g, want 0 to %g", i, w, float64(largest))
		}
		sum += w
	}
	if sum == 0 {
		return errors.New("samples: every sample has weight 0 (want at least one positive weight)")
	}
	return nil
}

// ValidateNames checks that no feature name is empty or repeated.
func ValidateNames(features []string) error {
	seen := map[string]int{}
	for i, name := range features {
		if name == "" {
			return fmt.Errorf("samples: feature %d has no name (names must not be empty)", i)
		}
		if first, twice := seen[name]; twice {
			return fmt.Errorf("samples: features %d and %d are both named %q (names must differ)", first, i, name)
		}
		seen[name] = i
	}
	return nil
}

// ValidateBurnIn checks that L includes at least one target: a valid step t ≥ burnIn of a series with positive
// weight.
func (d Data) ValidateBurnIn(burnIn int) error {
	if burnIn >= d.Steps {
		return fmt.Errorf("samples: a burn-in of %d steps is too large for T = %d (want fewer)", burnIn, d.Steps)
	}
	for i := range d.Rows() {
		if d.Counts(i, burnIn) && (d.Weights == nil || d.Weights[i/d.Steps] > 0) {
			return nil
		}
	}
	if d.Weights != nil {
		return fmt.Errorf("samples: none of the %d series has both a positive weight and a valid step after a burn-in of %d steps (want at least 1)", d.Samples(), burnIn)
	}
	return fmt.Errorf("samples: none of the %d series has a valid step after a burn-in of %d steps (want at least 1)", d.Samples(), burnIn)
}

// ValidateDType checks that every number, in the model's units, is finite in the model's dtype. If d is part of
// larger data, sample is the number of its first sample; errors use it.
func (d Data) ValidateDType(dtype dtypes.DType, sample int) error {
	if dtype != dtypes.Float32 {
		return nil
	}
	for i, v := range d.X {
		if d.Valid(i/len(d.Features)) && !(math.Abs(v) <= math.MaxFloat32) {
			row, column := sample*d.Steps+i/len(d.Features), i%len(d.Features)
			return fmt.Errorf("samples: x is %g in row %d, column %d (%.60q), too large for float32 (use smaller numbers, Standardize or float64)", v, row, column, d.Features[column])
		}
	}
	for i, v := range d.Y {
		if row := i / d.Targets(); d.Valid(row) && !(math.Abs(v) <= math.MaxFloat32) {
			return fmt.Errorf("samples: y is %g in row %d, too large for float32 (use smaller numbers, Standardize or float64)", v, sample*d.Steps+row)
		}
	}
	for i, w := range d.Weights {
		if w > math.MaxFloat32 {
			return fmt.Errorf("samples: sample %d has weight %g, too large for float32 (use a smaller one, or float64)", sample+i, w)
		}
	}
	return nil
}

// validateMask checks that every series has a valid step.
func (d Data) validateMask() error {
	if d.Mask == nil {
		return nil
	}
	for n := range d.Samples() {
		if !slices.Contains(d.Mask[n*d.Steps:(n+1)*d.Steps], true) {
			return fmt.Errorf("samples: the mask leaves no valid step in series %d (want at least 1)", n)
		}
	}
	return nil
}

package faithfulness

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Function is a model's scalar output F. It takes N concatenated points of n numbers each and returns N
// numbers. Each measure calls it once with all points.
type Function func(points []float64) ([]float64, error)

// at evaluates F at points of n numbers and checks the results.
func (f Function) at(points []float64, n int) ([]float64, error) {
	y, err := f(points)
	if err != nil {
		return nil, fmt.Errorf("faithfulness: calling the function: %w", err)
	}
	if len(y) != len(points)/n {
		return nil, fmt.Errorf("faithfulness: the function returned %d outputs for %d points of %d inputs, want one each", len(y), len(points)/n, n)
	}
	if err := finite("output", y); err != nil {
		return nil, err
	}
	return y, nil
}

// check checks the arguments that all perturbation measures have.
func check(f Function, x, reference, attributions []float64) error {
	switch {
	case f == nil:
		return fmt.Errorf("faithfulness: the function is nil (want one that returns a model's output)")
	case len(x) == 0:
		return fmt.Errorf("faithfulness: the input is empty (want at least 1 number)")
	case len(reference) != len(x):
		return fmt.Errorf("faithfulness: there are %d inputs and %d reference values (the numbers must be equal)", len(x), len(reference))
	case len(attributions) != len(x):
		return fmt.Errorf("faithfulness: there are %d inputs and %d attributions (the numbers must be equal)", len(x), len(attributions))
	}
	for _, part := range []struct {
		name   string
		values []float64
	}{{"input", x}, {"reference value", reference}, {"attribution", attributions}} {
		if err := finite(part.name, part.values); err != nil {
			return err
		}
	}
	return nil
}

// finite returns an error for the first number that is not finite.
func finite(what string, values []float64) error {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("faithfulness: %s %d is %g, want a finite number", what, i, v)
		}
	}
	return nil
}

// descending returns the indices in the order of decreasing value, ties by index.
func descending(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	return order
}

// magnitudes returns the absolute attributions.
func magnitudes(attributions []float64) []float64 {
	m := make([]float64, len(attributions))
	for i, v := range attributions {
		m[i] = math.Abs(v)
	}
	return m
}

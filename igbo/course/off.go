package course

import (
	"fmt"
	"math"
	"reflect"
	"slices"
)

// near reports whether numbers are within a tolerance of the right ones, relative to the largest.
func near(got, want []float64, tolerance float64) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= tolerance*max(math.Abs(want[i]), scale(want)*1e-3)) {
			return false
		}
	}
	return true
}

// scale returns the largest absolute value.
func scale(values []float64) (most float64) {
	for _, v := range values {
		most = max(most, math.Abs(v))
	}
	return most
}

// choice reports whether the answer consists of true and false.
func (e exercise) choice() bool {
	t := reflect.TypeOf(e.right)
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Bool
}

// rights returns the number of right values. It returns 0 if only zeros are right, because an
// answer of zeros shows no understanding.
func (e exercise) rights(got, want []float64, tolerance float64) (right int) {
	more := e.choice()
	for i := range got {
		if near(got[i:i+1], want[i:i+1], tolerance) {
			right++
			more = more || want[i] != 0
		}
	}
	if !more {
		return 0
	}
	return right
}

// mistakes lists mistakes that are possible in any exercise, in the order in which they are checked.
var mistakes = []struct {
	reported string
	// made returns the values after the mistake, or nil if it is impossible.
	made func(e exercise, want []float64) []float64
}{
	{"the size is right and the sign is not", func(_ exercise, want []float64) []float64 { return scaled(want, -1) }},
	{"a fraction is cut off: two whole numbers divide to a whole number in Go, so write 2.0/3 or float64(n)", func(_ exercise, want []float64) []float64 {
		return each(want, math.Trunc)
	}},
	{"these are radians, and degrees are asked for", func(e exercise, want []float64) []float64 {
		if !e.angle {
			return nil
		}
		return scaled(want, math.Pi/180)
	}},
	{"that is a sum, and a mean is asked for: divide by the count", func(e exercise, want []float64) []float64 {
		if e.count == 0 {
			return nil
		}
		return scaled(want, e.count)
	}},
	{"it is twice what is asked for", func(_ exercise, want []float64) []float64 { return scaled(want, 2) }},
	{"it is half of what is asked for", func(_ exercise, want []float64) []float64 { return scaled(want, 0.5) }},
	{"it is off by a factor of 100: compare per cent and shares", func(_ exercise, want []float64) []float64 { return scaled(want, 100) }},
	{"it is off by a factor of 100: compare per cent and shares", func(_ exercise, want []float64) []float64 { return scaled(want, 0.01) }},
	{"it is the reciprocal of what is asked for: numerator and denominator have changed places", func(_ exercise, want []float64) []float64 {
		return each(want, func(v float64) float64 { return 1 / v })
	}},
	{"the values are right, and their order is not", transposed},
}

// transposed returns the numbers of each answer in reverse order.
func transposed(e exercise, want []float64) []float64 {
	n := len(want) / max(1, len(e.points))
	if n < 2 {
		return nil
	}
	var turned []float64
	for part := range slices.Chunk(want, n) {
		part = slices.Clone(part)
		slices.Reverse(part)
		turned = append(turned, part...)
	}
	return turned
}

func each(values []float64, f func(float64) float64) []float64 {
	made := make([]float64, len(values))
	for i, v := range values {
		made[i] = f(v)
	}
	return made
}

func scaled(values []float64, factor float64) []float64 {
	return each(values, func(v float64) float64 { return factor * v })
}

// permuted reports whether the numbers of each answer are the right ones in another order.
func (e exercise) permuted(got, want []float64, tolerance float64) bool {
	n := len(want) / max(1, len(e.points))
	for i := 0; n > 1 && i < len(want); i += n {
		a, b := slices.Sorted(slices.Values(got[i:i+n])), slices.Sorted(slices.Values(want[i:i+n]))
		if !near(a, b, tolerance) {
			return false
		}
	}
	return n > 1
}

// off returns the kind of error, without the right answer.
func (e exercise) off(got, want []float64, tolerance float64) string {
	right, of := e.rights(got, want, tolerance), len(want)
	switch {
	case slices.ContainsFunc(got, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }):
		return "a value is infinite or not a number"
	case e.choice():
		return fmt.Sprintf("%d of %d values are right", right, of)
	}
	for _, m := range mistakes {
		made := m.made(e, want)
		if made != nil && !math.IsInf(scale(made), 0) && !near(made, want, tolerance) && near(got, made, tolerance) {
			return m.reported
		}
	}
	switch {
	case e.permuted(got, want, tolerance):
		return mistakes[len(mistakes)-1].reported
	case len(got) > 1 && oneFactor(got, want):
		return "every value is off by the same factor"
	case right > 0 && len(e.points) > 0:
		return fmt.Sprintf("it is right for %d of %d values that it was asked for: which case is different?", right, of)
	case right > 0:
		return fmt.Sprintf("%d of %d values are right", right, of)
	case near(got, want, 0.05):
		return "it is near, off by less than 5 %: look for a small term, or for rounding"
	case scale(got) == 0:
		return "it is 0"
	case scale(got) > 30*scale(want) || scale(want) > 30*scale(got):
		return "it is another order of magnitude"
	}
	return "it is not near"
}

// oneFactor reports whether all numbers are off by the same factor.
func oneFactor(got, want []float64) bool {
	factor := 0.0
	for i, v := range got {
		if want[i] == 0 {
			if v != 0 {
				return false
			}
			continue
		}
		if factor == 0 {
			factor = v / want[i]
		}
		if factor == 0 || math.Abs(v/want[i]-factor) > 1e-6*math.Abs(factor) {
			return false
		}
	}
	return factor != 0
}

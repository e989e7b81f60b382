package plots

import (
	"fmt"
	"math"
)

// checker collects the first fault of a figure's input.
type checker struct {
	figure string
	err    error
}

// failf records a fault unless one is recorded already.
func (c *checker) failf(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("plots: %s: %s", c.figure, fmt.Sprintf(format, args...))
	}
}

// notEmpty asks for at least one of something.
func (c *checker) notEmpty(what string, n int) {
	if n == 0 {
		c.failf("no %s, expected at least one", what)
	}
}

// length asks for n values.
func (c *checker) length(what string, got, want int, of string) {
	if got != want {
		c.failf("%d values of %s, expected %d, one for each %s", got, what, want, of)
	}
}

// finite asks for finite values.
func (c *checker) finite(what string, values []float64) {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			c.failf("value %d of %s is %v, expected a finite number", i, what, v)
			return
		}
	}
}

// positive asks for finite values above zero, as a logarithmic axis does.
func (c *checker) positive(what string, values []float64) {
	c.finite(what, values)
	for i, v := range values {
		if v <= 0 {
			c.failf("value %d of %s is %g, expected a positive number", i, what, v)
			return
		}
	}
}

// interval asks that low and high, where given, enclose the values.
func (c *checker) interval(what string, low, values, high []float64) {
	if low == nil && high == nil {
		return
	}
	c.length("Low of "+what, len(low), len(values), "value")
	c.length("High of "+what, len(high), len(values), "value")
	c.finite("Low of "+what, low)
	c.finite("High of "+what, high)
	if c.err != nil {
		return
	}
	for i, v := range values {
		if low[i] > v || v > high[i] {
			c.failf("%s: interval %d is [%g, %g], expected it to enclose %g", what, i, low[i], high[i], v)
			return
		}
	}
}

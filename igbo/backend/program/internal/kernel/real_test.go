package kernel

import (
	"math"
	"testing"
)

// TestFunctionsAtTheLimits checks the functions near the largest and the smallest float64 values.
func TestFunctionsAtTheLimits(t *testing.T) {
	for _, c := range []struct{ got, want float64 }{
		{exp(709.7), 1.6549840276802644e+308}, {exp(709.78), 1.7928227943945155e+308}, {exp(710), math.Inf(1)}, {exp(-745.2), 0}, {exp(1), math.E},
		{log(5e-324), -744.4400719213812}, {log(1e-310), -713.8013788281542}, {log(0x1p-1022), -708.3964185322641}, {log(0), math.Inf(-1)},
		{pow(5e-324, 0.25), math.Sqrt(math.Sqrt(5e-324))}, {pow(1e-310, 0.75), math.Sqrt(1e-310) * math.Sqrt(math.Sqrt(1e-310))}, {pow(1e-310, 2), 0}, {pow(1e-310, 1), 1e-310},
	} {
		if math.Abs(c.got-c.want) > 1e-13*math.Abs(c.want) && c.got != c.want {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}

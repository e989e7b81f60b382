package study

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// An Interval is a number with the ends of its confidence interval.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Text returns "mean [low, high]", each number in a format such as "%.3g".
func (i Interval) Text(format string) string {
	return fmt.Sprintf(format+" ["+format+", "+format+"]", i.Mean, i.Low, i.High)
}

// Known returns an interval with two decimals, or a missing value.
func Known(i Interval, ok bool) tabulate.Field {
	if !ok {
		return tabulate.Missing(3)
	}
	return i.Field("%.2f")
}

// Field returns a field that shows Text and has three unrounded numbers.
func (i Interval) Field(format string) tabulate.Field {
	return tabulate.Field{Shown: []string{i.Text(format)}, Full: []string{tabulate.Full(&i.Mean), tabulate.Full(&i.Low), tabulate.Full(&i.High)}}
}

// Finite reports whether the number and both ends are finite. With positive, they must also be positive, as a logarithmic axis
// requires.
func (i Interval) Finite(positive bool) bool {
	for _, v := range []float64{i.Mean, i.Low, i.High} {
		if math.IsNaN(v) || math.IsInf(v, 0) || positive && v <= 0 {
			return false
		}
	}
	return true
}

package study

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// A Bound is a prediction about a number.
type Bound struct {
	// Sign is "≤" or "≥" for the number itself, or "<" for the upper end of its interval.
	Sign  string
	Value float64
}

// AtMost predicts a number of at most v.
func AtMost(v float64) Bound { return Bound{"≤", v} }

// AtLeast predicts a number of at least v.
func AtLeast(v float64) Bound { return Bound{"≥", v} }

// Below predicts that the upper end of the interval is below v.
func Below(v float64) Bound { return Bound{"<", v} }

// Met reports whether the prediction holds for an interval.
func (b Bound) Met(i Interval) bool {
	switch b.Sign {
	case "<":
		return i.High < b.Value
	case "≥":
		return i.Mean >= b.Value
	}
	return i.Mean <= b.Value
}

// Field returns the bound with four digits.
func (b Bound) Field() tabulate.Field {
	return tabulate.Field{Shown: []string{fmt.Sprintf("%s %.4g", b.Sign, b.Value)}, Full: []string{tabulate.Full(&b.Value)}}
}

// Outcome reports whether the prediction was met, missed or not measured.
func (b Bound) Outcome(i Interval, measured bool) tabulate.Field {
	switch {
	case !measured:
		return tabulate.Words("not measured")
	case b.Met(i):
		return tabulate.Words("met")
	}
	return tabulate.Words("missed")
}

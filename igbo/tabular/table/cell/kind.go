package cell

import (
	"math"
	"strconv"
	"time"
)

// Kind is the type of a column's values.
type Kind string

// The kinds of columns.
const (
	Number   Kind = "number"
	Boolean  Kind = "boolean"
	Category Kind = "category"
	Date     Kind = "date"
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Number, Boolean, Category, Date} }

// Absent is the text of a missing cell.
const Absent = "(missing)"

// Text formats the value of a number, a boolean or a date: a number in decimal notation, a date in ISO 8601, Absent for NaN.
func Text(kind Kind, v float64) string {
	switch {
	case v != v:
		return Absent
	case kind == Boolean:
		return strconv.FormatBool(v == 1)
	case kind == Date && math.Mod(v, Day) == 0:
		return Instant(v).Format(time.DateOnly)
	case kind == Date:
		return Instant(v).Format(time.RFC3339Nano)
	}
	if size := math.Abs(v); size != 0 && (size >= 1e15 || size < 1e-5) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

package tabulate

import (
	"fmt"
	"slices"
	"strconv"
)

// Full formats a number with all its digits, and nil as "".
func Full(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// Field is a part of a row: its cells for readers (Shown), and its cells with all digits (Full).
// Each list has one cell per column that [Table.Columns] added for the field, or is empty.
type Field struct{ Shown, Full []string }

// Add appends a row to Rows and to Data. Header and the first line of Data must be set.
func (t *Table) Add(fields ...Field) {
	var row Field
	for _, f := range fields {
		row.Shown, row.Full = append(row.Shown, f.Shown...), append(row.Full, f.Full...)
	}
	t.Rows, t.Data = append(t.Rows, row.Shown), append(t.Data, row.Full)
}

// Columns appends a column to Header and its data columns to the first line of Data. A quantity
// with an interval has three data columns (see [Ends]).
func (t *Table) Columns(shown string, full ...string) {
	if t.Data == nil {
		t.Data = [][]string{nil}
	}
	t.Header, t.Data[0] = append(t.Header, shown), append(t.Data[0], full...)
}

// Ends returns the data columns of quantities with intervals: each name, and its lower and upper
// end.
func Ends(names ...string) (all []string) {
	for _, n := range names {
		all = append(all, n, n+"_low", n+"_high")
	}
	return all
}

// Words returns a field of texts that are the same in Rows and Data.
func Words(words ...string) Field { return Field{words, words} }

// Number returns a field of numbers. Rows formats them with a format such as "%.3g".
func Number(format string, values ...float64) (f Field) {
	for _, v := range values {
		f.Shown, f.Full = append(f.Shown, fmt.Sprintf(format, v)), append(f.Full, Full(&v))
	}
	return f
}

// Count returns a field with an integer.
func Count(n int) Field { return Words(fmt.Sprint(n)) }

// Shown returns a field of texts that only appear in Rows.
func Shown(words ...string) Field { return Field{Shown: words} }

// InFull returns a field of values that only appear in Data: numbers with all digits, and other
// values as formatted by fmt.
func InFull(values ...any) (f Field) {
	for _, v := range values {
		text := fmt.Sprint(v)
		if number, ok := v.(float64); ok {
			text = Full(&number)
		}
		f.Full = append(f.Full, text)
	}
	return f
}

// Missing returns a field without a value: a dash in Rows, and this many empty cells in Data.
func Missing(columns int) Field {
	return Field{[]string{"–"}, slices.Repeat([]string{""}, columns)}
}

// Plural returns n and the noun, with a plural s if necessary: 1 seed, 2 seeds.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

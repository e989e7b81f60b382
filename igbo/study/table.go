package study

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/igbolab/igbolab/igbo/internal/sheet"
)

// Table is a result as a table: to be read, and with full numbers.
type Table struct {
	// Name is a file name without extension.
	Name string
	// Title stands above it, Notes, a sentence each, below.
	Title string
	Notes []string
	// Header and Rows are the cells to be read.
	Header []string
	Rows   [][]string
	// Data is the same with full numbers, its header first; where it is nil,
	// Header and Rows are all there is.
	Data [][]string
}

// Text lays the table out in columns.
func (t Table) Text() string {
	var b strings.Builder
	if t.Title != "" {
		fmt.Fprintln(&b, t.Title)
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(t.Header, "\t"))
	for _, row := range t.Rows {
		fmt.Fprintln(w, Minus(strings.Join(row, "\t")))
	}
	w.Flush() // a strings.Builder takes everything
	for i, note := range t.Notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintln(&b, Minus(note))
	}
	return b.String()
}

// Markdown is the table for a Markdown file or a notebook.
func (t Table) Markdown() string {
	var b strings.Builder
	if t.Title != "" {
		fmt.Fprintf(&b, "# %s\n\n", t.Title)
	}
	line := func(cells []string) {
		escaped := make([]string, len(cells))
		for i, cell := range cells {
			escaped[i] = strings.ReplaceAll(Minus(cell), "|", `\|`)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(escaped, " | "))
	}
	line(t.Header)
	fmt.Fprintf(&b, "|%s\n", strings.Repeat(" --- |", len(t.Header)))
	for _, row := range t.Rows {
		line(row)
	}
	for i, note := range t.Notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- %s\n", Minus(note))
	}
	return b.String()
}

// negative is a hyphen that is the sign of a number.
var negative = regexp.MustCompile(`(^|[\s\[(])-(\.?\d)`)

// Minus writes negative numbers with the sign that figures have.
func Minus(s string) string { return negative.ReplaceAllString(s, "$1−$2") }

// Records are the header and the rows with full numbers.
func (t Table) Records() [][]string {
	if t.Data != nil {
		return t.Data
	}
	return append([][]string{t.Header}, t.Rows...)
}

// CSV is the table with full numbers; texts are no formulas of a spreadsheet.
func (t Table) CSV() []byte {
	var b bytes.Buffer
	if err := sheet.NewWriter(&b).WriteAll(t.Records()); err != nil { // a bytes.Buffer does not fail
		panic(err)
	}
	return b.Bytes()
}

// Full is a number with all its digits, "" for none.
func Full(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// Full is mean and deviation with all their digits, for two columns.
func (s *Stat) Full() []string {
	if s == nil {
		return []string{"", ""}
	}
	return []string{Full(&s.Mean), Full(s.SD)}
}

// Full is mean and both ends of the interval with all their digits, for three
// columns; one seed has no interval.
func (e Estimate) Full() []string {
	if len(e.Values) < 2 {
		return []string{Full(&e.Mean), "", ""}
	}
	return []string{Full(&e.Mean), Full(&e.Low), Full(&e.High)}
}

// Field is what a row of a table has in one place: Shown as it is read, Full with all digits, in as
// many columns as its names have. What is empty is not there.
type Field struct{ Shown, Full []string }

// Add appends a row, as it is read and in full. The table has its Header and the first line of Data already.
func (t *Table) Add(fields ...Field) {
	var row Field
	for _, f := range fields {
		row.Shown, row.Full = append(row.Shown, f.Shown...), append(row.Full, f.Full...)
	}
	t.Rows, t.Data = append(t.Rows, row.Shown), append(t.Data, row.Full)
}

// Columns appends names of columns: what is read, and in full the name in Data with, for a quantity that has
// an interval, its ends ([Ends]).
func (t *Table) Columns(shown string, full ...string) {
	if t.Data == nil {
		t.Data = [][]string{nil}
	}
	t.Header, t.Data[0] = append(t.Header, shown), append(t.Data[0], full...)
}

// Ends names the columns of quantities with intervals: each, and its low and high end.
func Ends(names ...string) (all []string) {
	for _, n := range names {
		all = append(all, n, n+"_low", n+"_high")
	}
	return all
}

// Words are as they are in both.
func Words(words ...string) Field { return Field{words, words} }

// Number is one with a format such as "%.3g", or several of the same format.
func Number(format string, values ...float64) (f Field) {
	for _, v := range values {
		f.Shown, f.Full = append(f.Shown, fmt.Sprintf(format, v)), append(f.Full, Full(&v))
	}
	return f
}

// Count is a whole number.
func Count(n int) Field { return Words(fmt.Sprint(n)) }

// Shown is what is read alone.
func Shown(words ...string) Field { return Field{Shown: words} }

// InFull are numbers, words and whatever fmt writes that are in full alone.
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

// Missing is what there is not, of so many columns in full.
func Missing(columns int) Field {
	return Field{[]string{"–"}, slices.Repeat([]string{""}, columns)}
}

// Field is mean ± deviation, in full two columns.
func (s *Stat) Field(format string) Field { return Field{[]string{s.PlusMinus(format)}, s.Full()} }

// Field is mean [low, high], in full three columns.
func (e Estimate) Field(format string) Field { return Field{[]string{e.Interval(format)}, e.Full()} }

// Interval is a number with the ends of its interval.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Text writes mean [low, high], each with a format such as "%.3g".
func (i Interval) Text(format string) string {
	return fmt.Sprintf(format+" ["+format+", "+format+"]", i.Mean, i.Low, i.High)
}

// Known is an interval with two digits after the point, or what is not there.
func Known(i Interval, ok bool) Field {
	if !ok {
		return Missing(3)
	}
	return i.Field("%.2f")
}

// Field is Text, in full three columns.
func (i Interval) Field(format string) Field {
	return Field{[]string{i.Text(format)}, []string{Full(&i.Mean), Full(&i.Low), Full(&i.High)}}
}

// Bound is what was predicted of a number.
type Bound struct {
	// Sign is ≤ or ≥ of the number itself, or < of the upper end of its interval.
	Sign  string
	Value float64
}

// AtMost is a bound from above.
func AtMost(v float64) Bound { return Bound{"≤", v} }

// AtLeast is a bound from below.
func AtLeast(v float64) Bound { return Bound{"≥", v} }

// Below is a bound from above for the upper end of an interval.
func Below(v float64) Bound { return Bound{"<", v} }

// Met tells whether a number is as it was predicted.
func (b Bound) Met(i Interval) bool {
	switch b.Sign {
	case "<":
		return i.High < b.Value
	case "≥":
		return i.Mean >= b.Value
	}
	return i.Mean <= b.Value
}

// Field is the bound with four digits.
func (b Bound) Field() Field {
	return Field{[]string{fmt.Sprintf("%s %.4g", b.Sign, b.Value)}, []string{Full(&b.Value)}}
}

// Verdict says whether what was predicted was met, or not measured.
func (b Bound) Verdict(i Interval, measured bool) Field {
	switch {
	case !measured:
		return Words("not measured")
	case b.Met(i):
		return Words("met")
	}
	return Words("missed")
}

// Slug is a name as a part of a file's: its letters and digits, with hyphens for all else.
func Slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }), "-")
}

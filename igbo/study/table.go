package study

import (
	"bytes"
	"fmt"
	"regexp"
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
		fmt.Fprintln(w, minus(strings.Join(row, "\t")))
	}
	w.Flush() // a strings.Builder takes everything
	for i, note := range t.Notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintln(&b, minus(note))
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
			escaped[i] = strings.ReplaceAll(minus(cell), "|", `\|`)
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
		fmt.Fprintf(&b, "- %s\n", minus(note))
	}
	return b.String()
}

// negative is a hyphen that is the sign of a number.
var negative = regexp.MustCompile(`(^|[\s\[(])-(\.?\d)`)

// minus writes negative numbers with the sign that figures have.
func minus(s string) string { return negative.ReplaceAllString(s, "$1−$2") }

// CSV is the table with full numbers; texts are no formulas of a spreadsheet.
func (t Table) CSV() []byte {
	records := t.Data
	if records == nil {
		records = append([][]string{t.Header}, t.Rows...)
	}
	var b bytes.Buffer
	if err := sheet.NewWriter(&b).WriteAll(records); err != nil { // a bytes.Buffer does not fail
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

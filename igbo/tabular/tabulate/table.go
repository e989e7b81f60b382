package tabulate

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"text/tabwriter"

	"github.com/igbolab/igbolab/igbo/internal/sheet"
)

// Table holds a result twice: with rounded numbers for readers, and with all digits for programs.
type Table struct {
	// Name is a file name without extension.
	Name string
	// Title is printed above the table. Notes are printed below it, one sentence each.
	Title string
	Notes []string
	// Header and Rows hold the cells for readers.
	Header []string
	Rows   [][]string
	// Data has the same rows with all digits, after a separate header. If it is nil, [Table.Records] returns Header and Rows.
	Data [][]string
}

// Text returns the table in aligned columns.
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
	w.Flush() // writing to a strings.Builder cannot fail
	for i, note := range t.Notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintln(&b, Minus(note))
	}
	return b.String()
}

// Markdown returns the table for a Markdown file or a notebook.
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

// negative matches a hyphen that is the sign of a number.
var negative = regexp.MustCompile(`(^|[\s\[(])-(\.?\d)`)

// Minus replaces the hyphens of negative numbers with minus signs, as in figures.
func Minus(s string) string { return negative.ReplaceAllString(s, "$1−$2") }

// Records returns the header and the rows with all digits.
func (t Table) Records() [][]string {
	if t.Data != nil {
		return t.Data
	}
	return append([][]string{t.Header}, t.Rows...)
}

// CSV returns the table with all digits. It escapes text that a spreadsheet would interpret as a
// formula.
func (t Table) CSV() []byte {
	var b bytes.Buffer
	if err := sheet.NewWriter(&b).WriteAll(t.Records()); err != nil { // writing to a bytes.Buffer cannot fail
		panic(err)
	}
	return b.Bytes()
}

// Slug converts a text to a part of a table's Name: lower-case letters and digits, with hyphens in
// place of everything else.
func Slug(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }), "-")
}

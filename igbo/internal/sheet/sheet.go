// Package sheet writes CSV files that are safe to open in a spreadsheet. A spreadsheet treats a cell that begins with =, +, -, @, a tab or
// a line break as a formula, which can run programs and send away the content of other cells. The package adds an apostrophe before such
// text, and the spreadsheet then shows it as text. Numbers are not changed. The project writes all its CSV files with this package.
package sheet

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Writer is a csv.Writer that prevents formulas.
type Writer struct{ *csv.Writer }

// NewWriter returns a Writer that writes CSV to w.
func NewWriter(w io.Writer) Writer { return Writer{csv.NewWriter(w)} }

// Write writes a record.
func (w Writer) Write(record []string) error {
	cells := make([]string, len(record))
	for i, text := range record {
		cells[i] = Cell(text)
	}
	return w.Writer.Write(cells)
}

// WriteAll writes records, and flushes.
func (w Writer) WriteAll(records [][]string) error {
	for _, record := range records {
		if err := w.Write(record); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// Cell returns a text for a cell of a spreadsheet. It adds an apostrophe before text that a spreadsheet would take for a formula, also
// after a semicolon, a tab or a line break, at which some spreadsheets begin a new cell. It does not change numbers.
func Cell(text string) string {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	var b strings.Builder
	for i, begins := 0, true; i < len(text); i++ {
		if begins && formula(strings.TrimLeft(text[i:], "'")) {
			b.WriteByte('\'')
		}
		b.WriteByte(text[i])
		begins = separates(text[i])
	}
	return b.String()
}

// Text returns the text from which Cell made a cell: Text(Cell(s)) is s.
func Text(cell string) string {
	var b strings.Builder
	for i, begins := 0, true; i < len(cell); i++ {
		if begins && cell[i] == '\'' && formula(strings.TrimLeft(cell[i:], "'")) {
			i++
		}
		b.WriteByte(cell[i])
		begins = separates(cell[i])
	}
	return b.String()
}

// formula reports whether a spreadsheet may take a text for a formula, also one of wide characters.
func formula(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return text != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", r)
}

// separates reports whether a new cell can begin after a byte.
func separates(b byte) bool { return b == ';' || b == '\t' || b == '\r' || b == '\n' }

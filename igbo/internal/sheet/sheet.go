// Package sheet writes CSV files that are safe to open in a spreadsheet.
//
// What flows in: records of text. What flows out: CSV in which no text is a formula. A
// spreadsheet takes a cell that begins with =, +, -, @, a tab or a line break for one, and a
// formula can run programs and send away what other cells hold; so such a text gets an
// apostrophe before it, which a spreadsheet shows as text. Numbers stay as they are. All CSV
// that the project writes comes from here.
package sheet

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Writer is a csv.Writer whose texts are no formulas.
type Writer struct{ *csv.Writer }

// NewWriter writes CSV to w.
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

// Cell is a text as it stands in a cell: with an apostrophe before what a spreadsheet would
// take for a formula. So is what follows a semicolon, a tab or a line break, at which some
// spreadsheets begin a new cell. A number stays as it is.
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

// Text is the text of a cell that Cell made: Text(Cell(s)) is s.
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

// formula tells whether a spreadsheet may take a text for one; of wide characters too.
func formula(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return text != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", r)
}

// separates tells whether a new cell may begin after a byte.
func separates(b byte) bool { return b == ';' || b == '\t' || b == '\r' || b == '\n' }

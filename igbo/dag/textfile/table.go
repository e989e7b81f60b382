package textfile

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/igbolab/igbolab/igbo/internal/sheet"
)

// MaxColumns is the largest number of columns of a table.
const MaxColumns = 1_000_000

// maxLine is the largest number of bytes in a row, including quoted line breaks.
const maxLine = 64 << 20

// lineLimit is a reader that fails if more than maxLine bytes contain no line break.
type lineLimit struct {
	r     io.Reader
	since int
}

var errLine = fmt.Errorf("the line is too long (max %d bytes)", maxLine)

// Read reads from r and counts the bytes since the last line break.
func (l *lineLimit) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if end := bytes.LastIndexByte(p[:n], '\n'); end >= 0 {
		l.since = n - end - 1
	} else {
		l.since += n
	}
	if l.since > maxLine {
		return 0, errLine
	}
	return n, err
}

// Table reads a CSV file with a header row, and tracks the position.
type Table struct {
	Header []string

	reads string // name of the package
	file  string
	csv   *csv.Reader
}

// NewTable returns a Table and reads its header row. The names of the package and of the file only
// appear in errors. A byte order mark is skipped. NewTable returns an *Error if there is no header,
// more than MaxColumns columns, or a line longer than 64 MB.
func NewTable(pkg, file string, r io.Reader) (*Table, error) {
	if r == nil {
		return nil, fmt.Errorf("%s: the reader is nil (want a CSV file)", pkg)
	}
	text := bufio.NewReader(&lineLimit{r: r})
	if mark, err := text.Peek(3); err == nil && string(mark) == "\ufeff" {
		if _, err := text.Discard(3); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", pkg, file, err)
		}
	}
	t := &Table{reads: pkg, file: file, csv: csv.NewReader(text)}
	t.csv.FieldsPerRecord = -1
	t.csv.TrimLeadingSpace = true
	record, err := t.csv.Read()
	if errors.Is(err, io.EOF) {
		return nil, t.Errorf(1, 0, "the file is empty (want a header row)")
	}
	if err != nil {
		return nil, t.wrap(err)
	}
	if len(record) > MaxColumns {
		return nil, t.Errorf(1, 0, "%d columns are too many (max %d)", len(record), MaxColumns)
	}
	for i := range record {
		record[i] = norm.NFC.String(sheet.Text(strings.TrimSpace(record[i]))) // as in all other names of the project
	}
	t.Header = slices.Clone(record)
	t.csv.ReuseRecord = true
	return t, nil
}

// Errorf returns an error at a position in the file. Column 0 means unknown.
func (t *Table) Errorf(line, column int, format string, args ...any) error {
	return &Error{Package: t.reads, File: t.file, Line: line, Column: column, Message: fmt.Sprintf(format, args...)}
}

func (t *Table) wrap(err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return t.Errorf(p.Line, p.Column, "%v", p.Err)
	}
	return fmt.Errorf("%s: %s: %w", t.reads, t.file, err)
}

// Next returns the next record and its line number, or io.EOF. The record has as many fields as the
// header. Fields are trimmed and in Unicode normal form C (NFC). The record is valid until the next
// call.
func (t *Table) Next() ([]string, int, error) {
	record, err := t.csv.Read()
	if errors.Is(err, io.EOF) {
		return nil, 0, io.EOF
	}
	if err != nil {
		return nil, 0, t.wrap(err)
	}
	line, _ := t.csv.FieldPos(0)
	if len(record) != len(t.Header) {
		return nil, line, t.Errorf(line, 0, "the row has %d fields, want %d, as in the header", len(record), len(t.Header))
	}
	for i := range record {
		record[i] = norm.NFC.String(strings.TrimSpace(record[i]))
	}
	return record, line, nil
}

// Column returns the column in the file of field i of the last record.
func (t *Table) Column(i int) int {
	_, c := t.csv.FieldPos(i)
	return c
}

package dag

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Comparison says that Winner was judged more important than Loser, Weight times; with
// Tie, that they were judged equal.
type Comparison struct {
	Winner, Loser string
	Weight        float64
	Tie           bool
}

// ReadComparisons reads a CSV file with the header winner,loser[,weight[,tie]]; weight
// is 1 and tie false when not given. Errors are *FileError with line and column.
func ReadComparisons(file string, r io.Reader) ([]Comparison, error) {
	t, err := newTable(file, r)
	if err != nil {
		return nil, err
	}
	header := []string{"winner", "loser", "weight", "tie"}
	if len(t.header) < 2 || len(t.header) > 4 {
		return nil, t.errorf(1, 0, "got %d columns, expected the header %s", len(t.header), strings.Join(header, ","))
	}
	for i, name := range t.header {
		if strings.ToLower(name) != header[i] {
			return nil, t.errorf(1, t.column(i), "got column %q, expected %q", name, header[i])
		}
	}
	var out []Comparison
	for {
		record, line, err := t.next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if len(out) == MaxComparisons {
			return nil, t.errorf(line, 0, "got more than %d comparisons, expected at most that many", MaxComparisons)
		}
		c, err := t.comparison(record, line)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
}

func (t *table) comparison(record []string, line int) (Comparison, error) {
	c := Comparison{Winner: record[0], Loser: record[1], Weight: 1}
	for i, name := range record[:2] {
		if err := checkName(name); err != nil {
			return c, t.errorf(line, t.column(i), "%v", err)
		}
	}
	if c.Winner == c.Loser {
		return c, t.errorf(line, 0, "%q is compared with itself", c.Winner)
	}
	var err error
	if len(record) > 2 && record[2] != "" {
		c.Weight, err = strconv.ParseFloat(record[2], 64)
		if err != nil || !(c.Weight > 0) || c.Weight > MaxMagnitude {
			return c, t.errorf(line, t.column(2), "got weight %q, expected a finite number > 0, at most %g", record[2], MaxMagnitude)
		}
	}
	if len(record) > 3 && record[3] != "" {
		if c.Tie, err = strconv.ParseBool(record[3]); err != nil {
			return c, t.errorf(line, t.column(3), "got tie %q, expected true or false", record[3])
		}
	}
	return c, nil
}

// Limits of CSV files.
const (
	MaxColumns     = 1_000_000
	MaxComparisons = 10_000_000
	maxLine        = 64 << 20 // bytes, of a row with what it quotes
)

// lineLimit reads until more than maxLine bytes hold no line end.
type lineLimit struct {
	r     io.Reader
	since int
}

var errLine = fmt.Errorf("got a line of more than %d bytes, expected at most that", maxLine)

// Read reads, and counts since the last line end.
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

// table reads a CSV file with a header row, and knows where it is.
type table struct {
	file   string
	csv    *csv.Reader
	header []string
}

func newTable(file string, r io.Reader) (*table, error) {
	if r == nil {
		return nil, errors.New("dag: got a nil reader, expected a CSV file")
	}
	text := bufio.NewReader(&lineLimit{r: r})
	if mark, err := text.Peek(3); err == nil && string(mark) == "\ufeff" {
		if _, err := text.Discard(3); err != nil {
			return nil, fmt.Errorf("dag: %s: %w", file, err)
		}
	}
	t := &table{file: file, csv: csv.NewReader(text)}
	t.csv.FieldsPerRecord = -1
	t.csv.TrimLeadingSpace = true
	record, err := t.csv.Read()
	if errors.Is(err, io.EOF) {
		return nil, t.errorf(1, 0, "the file is empty, expected a header row")
	}
	if err != nil {
		return nil, t.wrap(err)
	}
	if len(record) > MaxColumns {
		return nil, t.errorf(1, 0, "got %d columns, expected at most %d", len(record), MaxColumns)
	}
	for i := range record {
		record[i] = strings.TrimSpace(record[i])
	}
	t.header = record
	return t, nil
}

func (t *table) errorf(line, column int, format string, args ...any) error {
	return &FileError{File: t.file, Line: line, Column: column, Message: fmt.Sprintf(format, args...)}
}

func (t *table) wrap(err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return t.errorf(p.Line, p.Column, "%v", p.Err)
	}
	return fmt.Errorf("dag: %s: %w", t.file, err)
}

// next returns the next record, trimmed, with as many fields as the header.
func (t *table) next() ([]string, int, error) {
	record, err := t.csv.Read()
	if errors.Is(err, io.EOF) {
		return nil, 0, io.EOF
	}
	if err != nil {
		return nil, 0, t.wrap(err)
	}
	line, _ := t.csv.FieldPos(0)
	if len(record) != len(t.header) {
		return nil, line, t.errorf(line, 0, "got %d fields, expected %d as in the header", len(record), len(t.header))
	}
	for i := range record {
		record[i] = strings.TrimSpace(record[i])
	}
	return record, line, nil
}

// column returns the column in the file of field i of the record last read.
func (t *table) column(i int) int {
	_, c := t.csv.FieldPos(i)
	return c
}

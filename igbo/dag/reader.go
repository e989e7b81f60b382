package dag

import (
	"errors"
	"io"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/textfile"
)

// Rows gives scores a row at a time.
type Rows interface {
	// Names are those of the features; nil: not known.
	Names() []string
	// Next returns the next row, which is good until the next call, or io.EOF.
	Next() ([]float64, error)
}

// Reader reads a CSV file of scores a row at a time: a header row of feature names, then one
// row a sample, however many.
type Reader struct {
	table *textfile.Table
	row   []float64
	line  int // of the row last read
}

// NewReader reads the header. The file's name is used in errors alone. Errors, here and of
// Next, are *textfile.Error with line and column: a name that is empty or given twice, a
// ragged row, text or nothing where a number should be, NaN or Inf, no rows.
func NewReader(file string, r io.Reader) (*Reader, error) {
	t, err := textfile.NewTable("dag", file, r)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for i, name := range t.Header {
		if err := CheckName(name); err != nil {
			return nil, t.Errorf(1, t.Column(i), "%v for a feature", err)
		}
		if seen[name] {
			return nil, t.Errorf(1, t.Column(i), "feature %q is given twice", name)
		}
		seen[name] = true
	}
	return &Reader{table: t, row: make([]float64, len(t.Header))}, nil
}

// Names are the features of the header.
func (r *Reader) Names() []string { return r.table.Header }

// Next returns the next row.
func (r *Reader) Next() ([]float64, error) {
	record, line, err := r.table.Next()
	if errors.Is(err, io.EOF) && r.line == 0 {
		return nil, r.table.Errorf(2, 0, "got no rows after the header, expected at least one")
	}
	if err != nil {
		return nil, err
	}
	r.line = line
	for i, field := range record {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil || !finite(x) {
			return nil, r.table.Errorf(line, r.table.Column(i), "got %q in column %d (%s), expected a finite number", field, i+1, r.table.Header[i])
		}
		r.row[i] = x
	}
	return r.row, nil
}

// matrixRows are the rows of a matrix.
type matrixRows struct {
	scores *mat.Dense
	next   int
}

// NewRows gives the rows of a matrix.
func NewRows(scores *mat.Dense) Rows { return &matrixRows{scores: scores} }

// Names are not known.
func (m *matrixRows) Names() []string { return nil }

// Next returns the next row.
func (m *matrixRows) Next() ([]float64, error) {
	if n, _ := m.scores.Dims(); m.next >= n {
		return nil, io.EOF
	}
	m.next++
	return m.scores.RawRowView(m.next - 1), nil
}

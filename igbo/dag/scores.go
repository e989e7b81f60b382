package dag

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/textfile"
)

// MaxMagnitude is the largest size of a score and of a stated number: squares and their
// sums stay finite.
const MaxMagnitude = 1e150

// MaxScores is the largest number of scores, rows times features, that ReadScores and
// Build take (2 GB).
const MaxScores = 250_000_000

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
			return nil, r.table.Errorf(line, r.table.Column(i), "got %q in column %d (%.60q), expected a finite number", field, i+1, r.table.Header[i])
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

// ReadScores reads a CSV file of scores: a header row of feature names, then one row a
// sample. Errors are those of a Reader, no rows, and more than MaxScores numbers.
func ReadScores(file string, r io.Reader) (*mat.Dense, []string, error) {
	t, err := NewReader(file, r)
	if err != nil {
		return nil, nil, err
	}
	var data []float64
	for {
		row, err := t.Next()
		if errors.Is(err, io.EOF) {
			return mat.NewDense(len(data)/len(t.Names()), len(t.Names()), data), t.Names(), nil
		}
		if err != nil {
			return nil, nil, err
		}
		if len(data)+len(row) > MaxScores {
			return nil, nil, t.table.Errorf(t.line, 0, "got more than %d numbers, expected at most that many (8 bytes each)", MaxScores)
		}
		data = append(data, row...)
	}
}

func checkScores(scores *mat.Dense, features []string) (rows, cols int, err error) {
	if scores == nil || scores.IsEmpty() {
		return 0, 0, fmt.Errorf("dag: got no scores, expected a matrix [N,D] with N, D ≥ 1")
	}
	rows, cols = scores.Dims()
	if len(features) > 0 {
		if len(features) != cols {
			return 0, 0, fmt.Errorf("dag: got %d feature names for scores [%d,%d], expected %d", len(features), rows, cols, cols)
		}
		if err := checkNames(features); err != nil {
			return 0, 0, err
		}
	}
	for i := range rows {
		if err := checkRow(i, scores.RawRowView(i)); err != nil {
			return 0, 0, err
		}
	}
	return rows, cols, nil
}

// checkRow checks the numbers of row i.
func checkRow(i int, row []float64) error {
	for k, x := range row {
		if !finite(x) {
			return fmt.Errorf("dag: score in row %d, column %d is %g, expected a finite number", i, k, x)
		}
		if math.Abs(x) > MaxMagnitude {
			return fmt.Errorf("dag: score in row %d, column %d is %g, expected a size of %g at most", i, k, x, MaxMagnitude)
		}
	}
	return nil
}

package dag

import (
	"errors"
	"io"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// MaxMagnitude is the largest size of a score and of a stated number: squares and their
// sums stay finite.
const MaxMagnitude = 1e150

// MaxScores is the largest number of scores, rows times features, that ReadScores and
// Build take (2 GB).
const MaxScores = 250_000_000

// ReadScores reads a CSV file of scores: a header row of feature names, then one row a
// sample. Errors are *FileError with line and column: a ragged row, text or nothing where
// a number should be, NaN or Inf, a name that is empty or given twice, no rows, more than
// MaxScores numbers.
func ReadScores(file string, r io.Reader) (*mat.Dense, []string, error) {
	t, err := newTable(file, r)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	for i, name := range t.header {
		if err := checkName(name); err != nil {
			return nil, nil, t.errorf(1, t.column(i), "%v for a feature", err)
		}
		if seen[name] {
			return nil, nil, t.errorf(1, t.column(i), "feature %q is given twice", name)
		}
		seen[name] = true
	}
	var data []float64
	for {
		record, line, err := t.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		if len(data)+len(record) > MaxScores {
			return nil, nil, t.errorf(line, 0, "got more than %d numbers, expected at most that many (8 bytes each)", MaxScores)
		}
		for i, field := range record {
			x, err := strconv.ParseFloat(field, 64)
			if err != nil || !finite(x) {
				return nil, nil, t.errorf(line, t.column(i), "got %q in column %d (%s), expected a finite number", field, i+1, t.header[i])
			}
			data = append(data, x)
		}
	}
	if len(data) == 0 {
		return nil, nil, t.errorf(2, 0, "got no rows after the header, expected at least one")
	}
	return mat.NewDense(len(data)/len(t.header), len(t.header), data), t.header, nil
}

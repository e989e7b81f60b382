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

// ReadScores reads a CSV file of scores: a header row of feature names, then one row a
// sample. Errors are *textfile.Error with line and column: a ragged row, text or nothing where
// a number should be, NaN or Inf, a name that is empty or given twice, no rows, more than
// MaxScores numbers.
func ReadScores(file string, r io.Reader) (*mat.Dense, []string, error) {
	t, err := textfile.NewTable("dag", file, r)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	for i, name := range t.Header {
		if err := CheckName(name); err != nil {
			return nil, nil, t.Errorf(1, t.Column(i), "%v for a feature", err)
		}
		if seen[name] {
			return nil, nil, t.Errorf(1, t.Column(i), "feature %q is given twice", name)
		}
		seen[name] = true
	}
	var data []float64
	for {
		record, line, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		if len(data)+len(record) > MaxScores {
			return nil, nil, t.Errorf(line, 0, "got more than %d numbers, expected at most that many (8 bytes each)", MaxScores)
		}
		for i, field := range record {
			x, err := strconv.ParseFloat(field, 64)
			if err != nil || !finite(x) {
				return nil, nil, t.Errorf(line, t.Column(i), "got %q in column %d (%s), expected a finite number", field, i+1, t.Header[i])
			}
			data = append(data, x)
		}
	}
	if len(data) == 0 {
		return nil, nil, t.Errorf(2, 0, "got no rows after the header, expected at least one")
	}
	return mat.NewDense(len(data)/len(t.Header), len(t.Header), data), t.Header, nil
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
		for k, x := range scores.RawRowView(i) {
			if !finite(x) {
				return 0, 0, fmt.Errorf("dag: score in row %d, column %d is %g, expected a finite number", i, k, x)
			}
			if math.Abs(x) > MaxMagnitude {
				return 0, 0, fmt.Errorf("dag: score in row %d, column %d is %g, expected a size of %g at most", i, k, x, MaxMagnitude)
			}
		}
	}
	return rows, cols, nil
}

package dag

import (
	"errors"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/mat"
)

// MaxMagnitude is the largest size of a score and of a stated number: squares and their
// sums stay finite.
const MaxMagnitude = 1e150

// MaxScores is the largest number of scores, rows times features, that ReadScores and
// Build take (2 GB).
const MaxScores = 250_000_000

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

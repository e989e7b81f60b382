package dag

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/dag/textfile"
	"github.com/igbolab/igbolab/igbo/internal/memory"
)

// MaxMagnitude is the largest absolute value of a score and of a stated number. With it, sums of
// squares stay finite.
const MaxMagnitude = 1e150

// MaxScores is the largest number of scores (rows times features) that ReadScores and Build accept
// (2 GB).
const MaxScores = 250_000_000

// ReadScores reads a CSV file of scores: a header row of feature names, then one row per sample. It
// returns the scores and the names. The file name only appears in errors.
//
// Errors are of type *textfile.Error, with line and column. ReadScores rejects empty or repeated
// names, rows of different length, cells that are not finite numbers, files without rows, and files
// with more than MaxScores numbers or more than fit into memory.
func ReadScores(file string, r io.Reader) (*mat.Dense, []string, error) {
	t, err := textfile.NewTable("dag", file, r)
	if err != nil {
		return nil, nil, err
	}
	if err := checkHeader(t); err != nil {
		return nil, nil, err
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
		if err := checkLength(len(data)+len(record), cap(data)); err != nil {
			return nil, nil, t.Errorf(line, 0, "%v", err)
		}
		for i, field := range record {
			x, err := strconv.ParseFloat(field, 64)
			if err != nil || !finite(x) {
				return nil, nil, t.Errorf(line, t.Column(i), "%q in column %d (%.60q) is not a finite number", field, i+1, t.Header[i])
			}
			data = append(data, x)
		}
	}
	if len(data) == 0 {
		return nil, nil, t.Errorf(2, 0, "the file has no rows after the header (want at least one)")
	}
	return mat.NewDense(len(data)/len(t.Header), len(t.Header), data), t.Header, nil
}

// checkHeader checks the feature names.
func checkHeader(t *textfile.Table) error {
	seen := map[string]bool{}
	for i, name := range t.Header {
		if err := CheckName(name); err != nil {
			return t.Errorf(1, t.Column(i), "%v for a feature", err)
		}
		if seen[name] {
			return t.Errorf(1, t.Column(i), "feature %q appears twice (names must differ)", name)
		}
		seen[name] = true
	}
	return nil
}

// checkLength checks the number of scores. If it exceeds the capacity of the current slice,
// checkLength also checks that memory can hold the scores and the copy that an estimate needs.
func checkLength(n, capacity int) error {
	if n > MaxScores {
		return fmt.Errorf("the file has too many numbers (max %d, 8 bytes each)", MaxScores)
	}
	if bytes := 16 * float64(n); n > capacity && bytes > alwaysFits {
		if err := memory.Check(bytes); err != nil {
			return fmt.Errorf("reading the first %d scores %w", n, err)
		}
	}
	return nil
}

func checkScores(scores *mat.Dense, features []string) (rows, cols int, err error) {
	if scores == nil || scores.IsEmpty() {
		return 0, 0, fmt.Errorf("dag: the scores are nil or empty, want a matrix [N,D] with N, D ≥ 1")
	}
	rows, cols = scores.Dims()
	if len(features) > 0 {
		if len(features) != cols {
			return 0, 0, fmt.Errorf("dag: got %d feature names for scores [%d,%d], want %d", len(features), rows, cols, cols)
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
			return fmt.Errorf("dag: score in row %d, column %d is %g, want a finite number", i, k, x)
		}
		if math.Abs(x) > MaxMagnitude {
			return fmt.Errorf("dag: score in row %d, column %d is %g, which is too large (max ±%g)", i, k, x, MaxMagnitude)
		}
	}
	return nil
}

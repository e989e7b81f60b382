package pairwise

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/textfile"
)

// MaxComparisons is the largest number of comparisons in a file.
const MaxComparisons = 10_000_000

// Comparison states that Winner was judged more important than Loser, Weight times. With Tie, they
// were judged equally important.
type Comparison struct {
	Winner, Loser string
	Weight        float64
	Tie           bool
}

// Read reads a CSV file with the header winner,loser[,weight[,tie]]. By default, weight is 1 and
// tie is false. Errors are of type *textfile.Error, with line and column.
func Read(file string, r io.Reader) ([]Comparison, error) {
	t, err := textfile.NewTable("pairwise", file, r)
	if err != nil {
		return nil, err
	}
	header := []string{"winner", "loser", "weight", "tie"}
	if len(t.Header) < 2 || len(t.Header) > 4 {
		return nil, t.Errorf(1, 0, "got %d columns, want the header %s", len(t.Header), strings.Join(header, ","))
	}
	for i, name := range t.Header {
		if strings.ToLower(name) != header[i] {
			return nil, t.Errorf(1, t.Column(i), "column %q must be %q", name, header[i])
		}
	}
	var out []Comparison
	for {
		record, line, err := t.Next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if len(out) == MaxComparisons {
			return nil, t.Errorf(line, 0, "the file has too many comparisons (max %d)", MaxComparisons)
		}
		c, err := comparison(t, record, line)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
}

func comparison(t *textfile.Table, record []string, line int) (Comparison, error) {
	c := Comparison{Winner: record[0], Loser: record[1], Weight: 1}
	for i, name := range record[:2] {
		if err := dag.CheckName(name); err != nil {
			return c, t.Errorf(line, t.Column(i), "%v", err)
		}
	}
	if c.Winner == c.Loser {
		return c, t.Errorf(line, 0, "%q is compared with itself (want two different features)", c.Winner)
	}
	var err error
	if len(record) > 2 && record[2] != "" {
		c.Weight, err = strconv.ParseFloat(record[2], 64)
		if err != nil || !(c.Weight > 0) || c.Weight > dag.MaxMagnitude {
			return c, t.Errorf(line, t.Column(2), "got weight %q, want a finite number > 0, at most %g", record[2], dag.MaxMagnitude)
		}
	}
	if len(record) > 3 && record[3] != "" {
		if c.Tie, err = strconv.ParseBool(record[3]); err != nil {
			return c, t.Errorf(line, t.Column(3), "got tie %q, want true or false", record[3])
		}
	}
	return c, nil
}

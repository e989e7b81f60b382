package workload

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"github.com/gomlx/compute"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/reference"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// ReadRows is the number of rows of the file. A row has 17 numbers, an integer and two categories.
const (
	ReadRows   = 1_000_000
	csvNumbers = 17
)

// reading is our contender that reads a file with table.Read.
type reading struct {
	ours
	folder, file string
}

// Reading writes a file, which belongs to the contender, and reads it once.
func Reading(ctx context.Context, engine compute.Backend) (race.Contender, *reference.Work, error) {
	folder, err := os.MkdirTemp("", "igbo-bench-csv-")
	if err != nil {
		return nil, nil, fmt.Errorf("workload: %w", err)
	}
	r := &reading{folder: folder, file: filepath.Join(folder, "table.csv")}
	if err := writeCSV(r.file); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("workload: %w", err), r.Close())
	}
	r.ours = newOurs(engine)
	var t *table.Table
	r.ready.First, err = timed(func() (err error) {
		t, err = table.Read(ctx, r.file, table.DefaultReadOptions())
		return err
	})
	if err != nil {
		return nil, nil, errors.Join(err, r.Close())
	}
	r.outputs = reference.Outputs{"rows": {float64(t.Rows())}}
	for _, c := range t.Columns {
		if c.Kind == cell.Number {
			r.outputs["means"] = append(r.outputs["means"], stat.Mean(c.Values, nil))
		}
	}
	return r, reference.NewWork(map[string]any{"file": r.file}), nil
}

// writeCSV writes a synthetic table.
func writeCSV(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	for k := range csvNumbers {
		fmt.Fprintf(w, "x%d,", k)
	}
	fmt.Fprintln(w, "k,a,b")
	r := rand.New(rand.NewPCG(1, 2))
	var line []byte
	for range ReadRows {
		line = line[:0]
		for range csvNumbers {
			line = append(strconv.AppendFloat(line, r.NormFloat64(), 'f', 6, 64), ',')
		}
		line = append(strconv.AppendInt(line, r.Int64N(1000), 10), ',')
		line = append(append(line, []string{"north", "south", "east", "west"}[r.IntN(4)]...), ',', 'p'+byte(r.IntN(3)), '\n')
		if _, err := w.Write(line); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(w.Flush(), f.Close())
}

// Run implements Contender.
func (r *reading) Run(ctx context.Context, n int) (reference.Clocks, error) {
	return timed(func() error {
		for range n {
			if _, err := table.Read(ctx, r.file, table.DefaultReadOptions()); err != nil {
				return err
			}
		}
		return nil
	})
}

// Close removes the file.
func (r *reading) Close() error { return os.RemoveAll(r.folder) }

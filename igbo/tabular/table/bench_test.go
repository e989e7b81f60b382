package table

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/processor"
)

// Rows and numeric columns of the table for the benchmarks. With three categories and an integer,
// it has 20 columns.
const (
	benchRows    = 1_000_000
	benchNumbers = 16
)

// benchFile writes a table of a million rows and 20 columns (176 MB), once per run.
func benchFile(b *testing.B) string {
	b.Helper()
	path := filepath.Join(os.TempDir(), fmt.Sprintf("igbo-table-%d.csv", os.Getpid()))
	if _, err := os.Stat(path); err == nil {
		return path
	}
	f := must.Of(os.Create(path)).In(b)
	w := bufio.NewWriterSize(f, 1<<20)
	for k := range benchNumbers {
		fmt.Fprintf(w, "x%d,", k)
	}
	fmt.Fprintln(w, "a,b,k,y")
	r := rand.New(rand.NewPCG(1, 2))
	for range benchRows {
		for range benchNumbers {
			fmt.Fprintf(w, "%.6f,", r.NormFloat64())
		}
		fmt.Fprintf(w, "%s,%c,%d,%.6f\n", []string{"north", "south", "east", "west"}[r.IntN(4)], 'p'+rune(r.IntN(3)), r.IntN(1000), r.NormFloat64())
	}
	must.Do(b, w.Flush())
	must.Do(b, f.Close())
	return path
}

// TestMain removes the benchmarks' file.
func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.Remove(filepath.Join(os.TempDir(), fmt.Sprintf("igbo-table-%d.csv", os.Getpid())))
	os.Exit(code)
}

// BenchmarkRead reads a million rows of 20 columns into typed columns.
func BenchmarkRead(b *testing.B) {
	path := benchFile(b)
	before := processor.Time()
	for b.Loop() {
		if t, err := Read(context.Background(), path, DefaultReadOptions()); err != nil || t.Rows() != benchRows {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(processor.Time()-before)/float64(b.N), "cpu-ns/op")
}

// BenchmarkReadPyArrow reads the same file with pyarrow.csv.read_csv and its default threads,
// without Python's start. On a busy machine, compare the time on all cores, cpu-ns/op, rather than
// the elapsed time. IGBO_PYARROW is the path of a Python with pyarrow; without it, the benchmark is
// skipped.
func BenchmarkReadPyArrow(b *testing.B) {
	python := os.Getenv("IGBO_PYARROW")
	if python == "" {
		b.Skip("IGBO_PYARROW names no Python with pyarrow")
	}
	path := benchFile(b)
	program := `
import sys
import time
import pyarrow.csv as csv

for _ in range(int(sys.argv[2])):
    wall, cpu = time.perf_counter(), time.process_time()
    table = csv.read_csv(sys.argv[1])
    print(time.perf_counter() - wall, time.process_time() - cpu, table.num_rows)
`
	wall, cpu := 0.0, 0.0
	cmd := exec.Command(python, "-c", program, path, fmt.Sprint(b.N))
	cmd.Stderr = os.Stderr
	out := must.Of(cmd.Output()).In(b)
	var w, c float64
	var rows int
	for rest := string(out); ; {
		n, err := fmt.Sscanln(rest, &w, &c, &rows)
		if n < 3 || err != nil || rows != benchRows {
			break
		}
		wall, cpu = wall+w, cpu+c
		for i := range rest {
			if rest[i] == '\n' {
				rest = rest[i+1:]
				break
			}
		}
	}
	b.ReportMetric(1e9*wall/float64(b.N), "ns/op")
	b.ReportMetric(1e9*cpu/float64(b.N), "cpu-ns/op")
}

// BenchmarkReadRecords runs encoding/csv on one core without parsing cells. It measures the cost of
// the format.
func BenchmarkReadRecords(b *testing.B) {
	path := benchFile(b)
	for b.Loop() {
		f, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		r := csv.NewReader(bufio.NewReaderSize(f, 1<<20))
		r.ReuseRecord = true
		for err == nil {
			_, err = r.Read()
		}
		if f.Close(); err != io.EOF {
			b.Fatal(err)
		}
	}
}

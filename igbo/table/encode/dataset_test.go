package encode_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/internal/backendtest"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/encode"
)

// written is a CSV file of n rows: y is 3·a − b + 2 where c is "q".
func written(t testing.TB, n int) string {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(n), 1))
	var b strings.Builder
	b.WriteString("a,b,c,y,w\n")
	for range n {
		x, z, c := r.NormFloat64(), 10*r.NormFloat64(), r.IntN(2)
		fmt.Fprintf(&b, "%g,%g,%c,%g,%d\n", x, z, "pq"[c], 3*x-z+2*float64(c), 1+c)
	}
	path := filepath.Join(t.TempDir(), "f.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func fitted(t testing.TB, f encode.File) (*encode.Encoding, encode.Scale) {
	t.Helper()
	s := encode.DefaultSpec("y")
	s.Weight = "w"
	e, err := f.Fit(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	scale, err := f.Scale(context.Background(), e)
	if err != nil {
		t.Fatal(err)
	}
	return e, scale
}

// flat takes all batches of a pass: x, y and weights as float64, and the sizes of the batches.
func flat(t testing.TB, d *encode.Dataset) (x, y, w []float64, sizes []int) {
	t.Helper()
	for b, err := range d.Iter() {
		if err != nil {
			t.Fatal(err)
		}
		x = append(x, tensors.MustCopyFlatData[float64](b.Inputs[0])...)
		y = append(y, tensors.MustCopyFlatData[float64](b.Labels[0])...)
		w = append(w, tensors.MustCopyFlatData[float64](b.Labels[1])...)
		sizes = append(sizes, b.Inputs[0].Shape().Dim(0))
		_ = b.Finalize()
	}
	return x, y, w, sizes
}

// TestDatasetHasEveryRowOnce: batches of one size but the last, the file's samples in any order, every pass the same.
func TestDatasetHasEveryRowOnce(t *testing.T) {
	path := written(t, 50_000)
	f := encode.File{Path: path, Options: table.DefaultReadOptions(), Rows: func(row int) bool { return row%3 != 0 }}
	e, _ := fitted(t, f)
	whole, err := table.Read(context.Background(), path, table.DefaultReadOptions())
	if err != nil {
		t.Fatal(err)
	}
	var rows []int
	for i := range whole.Rows() {
		if i%3 != 0 {
			rows = append(rows, i)
		}
	}
	want, err := e.Encode(whole, rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, shuffle := range []int{0, 1000} {
		o := encode.DefaultDatasetOptions(3)
		o.Batch, o.Shuffle, o.DType = 100, shuffle, dtypes.Float64
		d, err := f.Dataset(context.Background(), e, o)
		if err != nil {
			t.Fatal(err)
		}
		x, y, w, sizes := flat(t, d)
		if again, _, _, _ := flat(t, d); !slices.Equal(again, x) {
			t.Error("the second pass differs from the first")
		}
		for i, n := range sizes[:len(sizes)-1] {
			if n != 100 {
				t.Errorf("batch %d of %d samples", i, n)
			}
		}
		inOrder := slices.Equal(x, want.X) && slices.Equal(y, want.Y) && slices.Equal(w, want.Weights)
		if inOrder != (shuffle == 0) {
			t.Errorf("drawn from %d: the file's order is %t", shuffle, inOrder)
		}
		for i := range y {
			if truth := 3*x[4*i] - x[4*i+1] + 2*x[4*i+3]; math.Abs(truth-y[i]) > 1e-9 || w[i] != 1+x[4*i+3] {
				t.Fatalf("sample %d holds %v, %g, %g", i, x[4*i:4*i+4], y[i], w[i])
			}
		}
		slices.Sort(y)
		if !slices.Equal(y, slices.Sorted(slices.Values(want.Y))) {
			t.Error("other targets than the file's")
		}
	}
}

// TestTrainOnAFile: igbo.TrainOn learns from a dataset's batches.
func TestTrainOnAFile(t *testing.T) {
	f := encode.File{Path: written(t, 4000), Options: table.DefaultReadOptions()}
	e, scale := fitted(t, f)
	o := encode.DefaultDatasetOptions(1)
	o.Batch, o.Scale = 100, &scale
	d, err := f.Dataset(context.Background(), e, o)
	if err != nil {
		t.Fatal(err)
	}
	cfg := igbo.DefaultConfig()
	cfg.Epochs, cfg.Optimizer.LearningRate = 30, 0.01
	r, err := igbo.TrainOn(context.Background(), backendtest.Open(t), cfg, igbo.Source{Dataset: d, Features: e.Features(), Steps: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	steps := r.History.Steps
	if last := steps[len(steps)-1].TaskLoss; !(last < 0.01) {
		t.Errorf("the loss is %g after %d steps, want below 0.01", last, len(steps))
	}
}

// TestMemoryIsFlat: three times the rows are read with the same memory in use: the median of twenty looks over the file,
// as a single look may fall on blocks that are being read or on none, and of files that fill all blocks under way, which
// are as many as there are cores.
func TestMemoryIsFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a file of 9 MB")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	held := func(n int) uint64 {
		f := encode.File{Path: written(t, n), Options: table.DefaultReadOptions()}
		e, _ := fitted(t, f)
		o := encode.DefaultDatasetOptions(1)
		o.Shuffle = 1 << 14
		d, err := f.Dataset(context.Background(), e, o)
		if err != nil {
			t.Fatal(err)
		}
		var inUse []uint64
		rows := 0
		for b, err := range d.Iter() {
			if err != nil {
				t.Fatal(err)
			}
			_ = b.Finalize()
			if rows += o.Batch; rows*20 >= n*(len(inUse)+1) {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				inUse = append(inUse, m.HeapAlloc)
			}
		}
		slices.Sort(inUse)
		return inUse[len(inUse)/2]
	}
	few, many := held(100_000), held(300_000)
	t.Logf("%d bytes in use with 100 000 rows, %d with 300 000", few, many)
	if numbers := uint64(200_000 * 5 * 8); many > few+numbers/3 {
		t.Errorf("%d bytes in use with 300 000 rows, %d with 100 000", many, few)
	}
}

// TestFileSamples: pieces of any size are together what Encode makes of the whole table, with the rows and keys of
// the file, with and without the target; chosen rows alone are in them.
func TestFileSamples(t *testing.T) {
	ctx, path := context.Background(), written(t, 5000)
	f := encode.File{Path: path, Options: table.DefaultReadOptions()}
	e, _ := fitted(t, f)
	whole, err := table.Read(ctx, path, table.DefaultReadOptions())
	if err != nil {
		t.Fatal(err)
	}
	var third []int
	for i := 2; i < 5000; i += 3 {
		third = append(third, i)
	}
	for _, rows := range [][]int{nil, third} {
		if f.Rows = nil; rows != nil {
			f.Rows = func(row int) bool { return row%3 == 2 }
		}
		for _, e := range []*encode.Encoding{e, e.WithoutTarget()} {
			want, err := e.Encode(whole, rows)
			if err != nil {
				t.Fatal(err)
			}
			for _, size := range []int{1, 999, 5000, 1 << 30} {
				var got encode.Samples
				for s, err := range f.Samples(ctx, e, size) {
					if err != nil || s.N() > size || s.N() < size && got.N()+s.N() < want.N() {
						t.Fatalf("a piece of %d of %d rows: %v", s.N(), size, err)
					}
					got.X, got.Y, got.Weights = append(got.X, s.X...), append(got.Y, s.Y...), append(got.Weights, s.Weights...)
					got.Keys, got.Rows = append(got.Keys, s.Keys...), append(got.Rows, s.Rows...)
				}
				if !slices.Equal(got.X, want.X) || !slices.Equal(got.Y, want.Y) || !slices.Equal(got.Weights, want.Weights) || !slices.Equal(got.Keys, want.Keys) || !slices.EqualFunc(got.Rows, want.Rows, slices.Equal) {
					t.Errorf("pieces of %d: other samples than the whole table's", size)
				}
			}
		}
	}
}

// BenchmarkDataset is a pass over a million rows in batches of 256, shuffled.
func BenchmarkDataset(b *testing.B) {
	f := encode.File{Path: written(b, 1_000_000), Options: table.DefaultReadOptions()}
	e, _ := fitted(b, f)
	d, err := f.Dataset(context.Background(), e, encode.DefaultDatasetOptions(1))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for batch, err := range d.Iter() {
			if err != nil {
				b.Fatal(err)
			}
			_ = batch.Finalize()
		}
	}
}

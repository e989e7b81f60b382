package encode_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// written writes a CSV file of n rows: y is 3·a − b + 2 if c is "q".
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
	must.Do(t, os.WriteFile(path, []byte(b.String()), 0o600))
	return path
}

func fitted(t testing.TB, f encode.File) *encode.Encoding {
	t.Helper()
	s := encode.DefaultSpec("y")
	s.Weight = "w"
	return must.Of(f.Fit(context.Background(), s)).In(t)
}

// TestMemoryIsFlat checks that three times as many rows are read with the same memory. It uses the
// median of twenty measurements, because a single one may include blocks being read or none. The
// files are large enough to fill all blocks in flight, one per core.
func TestMemoryIsFlat(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a file of 9 MB")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	held := func(n int) uint64 {
		f := encode.File{Path: written(t, n), Options: table.DefaultReadOptions()}
		var inUse []uint64
		rows := 0
		for piece, err := range f.Samples(context.Background(), fitted(t, f), 1000) {
			if err != nil {
				t.Fatal(err)
			}
			if rows += piece.Samples(); rows*20 >= n*(len(inUse)+1) {
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

// TestFileSamples checks that pieces of any size together equal Encode's result for the whole
// table, with the rows and keys of the file, with and without the target, and with selected rows
// only.
func TestFileSamples(t *testing.T) {
	ctx, path := context.Background(), written(t, 5000)
	f := encode.File{Path: path, Options: table.DefaultReadOptions()}
	e := fitted(t, f)
	whole := must.Of(table.Read(ctx, path, table.DefaultReadOptions())).In(t)
	var third []int
	for i := 2; i < 5000; i += 3 {
		third = append(third, i)
	}
	for _, rows := range [][]int{nil, third} {
		if f.Rows = nil; rows != nil {
			f.Rows = func(row int) bool { return row%3 == 2 }
		}
		for _, e := range []*encode.Encoding{e, e.WithoutTarget()} {
			want := must.Of(e.Encode(whole, rows)).In(t)
			for _, size := range []int{1, 999, 5000, 1 << 30} {
				var got encode.Encoded
				for s, err := range f.Samples(ctx, e, size) {
					if err != nil || s.Samples() > size || s.Samples() < size && got.Samples()+s.Samples() < want.Samples() {
						t.Fatalf("a piece of %d of %d rows: %v", s.Samples(), size, err)
					}
					got.X, got.Y, got.Weights = append(got.X, s.X...), append(got.Y, s.Y...), append(got.Weights, s.Weights...)
					got.Keys, got.TableRows = append(got.Keys, s.Keys...), append(got.TableRows, s.TableRows...)
				}
				if !slices.Equal(got.X, want.X) || !slices.Equal(got.Y, want.Y) || !slices.Equal(got.Weights, want.Weights) || !slices.Equal(got.Keys, want.Keys) || !slices.EqualFunc(got.TableRows, want.TableRows, slices.Equal) {
					t.Errorf("pieces of %d: other samples than the whole table's", size)
				}
			}
		}
	}
}

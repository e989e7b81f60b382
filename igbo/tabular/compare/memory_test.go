package compare_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/models"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// rowsOfTwenty returns n rows of 20 independent features, of which the first three determine the
// target.
func rowsOfTwenty(n int) igbo.Data { return draw(n, 20, 1, 0, 1) }

// heap returns the heap size after a collection.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// peak returns the largest increase of the heap while do runs.
func peak(do func()) float64 {
	before, over := heap(), make(chan bool)
	var largest atomic.Uint64
	go func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(5 * time.Millisecond):
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				largest.Store(max(largest.Load(), m.HeapAlloc))
			}
		}
	}()
	do()
	over <- true
	return float64(largest.Load()) - before
}

// TestFoldsHoldNoData checks that 25 folds of data in memory, and of a table, take less than a
// fifth of the memory of the data.
func TestFoldsHoldNoData(t *testing.T) {
	const n = 20_000
	cfg := compare.DefaultConfig(models.LinearSpec(), 0)
	data := rowsOfTwenty(n)
	order, size := compare.Fixed(threeAbove(t, data.Features, 0, 1, 2)), float64(8*len(data.X))
	before := heap()
	p := must.Of(compare.New(cfg, data, order, compare.Options{})).In(t)
	if held := heap() - before; held > size/5 {
		t.Errorf("25 folds of %.1f MB in memory hold %.1f MB more", size/1e6, held/1e6)
	}
	runtime.KeepAlive(p)
	b, rng := &strings.Builder{}, rand.New(rand.NewPCG(1, 1))
	fmt.Fprintln(b, strings.Join(data.Features, ",")+",target")
	for range n {
		for range data.Features {
			fmt.Fprintf(b, "%.3f,", rng.NormFloat64())
		}
		fmt.Fprintf(b, "%.3f\n", rng.NormFloat64())
	}
	tab, err := table.ReadFrom(context.Background(), "f.csv", strings.NewReader(b.String()), table.DefaultReadOptions())
	if err != nil {
		t.Fatal(err)
	}
	spec := encode.DefaultSpec("target")
	before = heap()
	p, _, err = compare.FromTable(t.Context(), cfg, tab, spec, spec.SplitOptions(tab, 1), order)
	if err != nil {
		t.Fatal(err)
	}
	if held := heap() - before; held > size/5 {
		t.Errorf("25 folds of a table of %.1f MB hold %.1f MB more", size/1e6, held/1e6)
	}
	runtime.KeepAlive(p)
	runtime.KeepAlive(tab)
}

// BenchmarkMemory measures the memory of 25 folds of a linear problem with 20 features, and the
// peak while it evaluates two folds and the final model with one epoch each. It reports megabytes
// and multiples of the data:
//
//	go test ./igbo/tabular/compare -run NONE -bench Memory -benchtime 1x -rows 1000000
func BenchmarkMemory(b *testing.B) {
	data := rowsOfTwenty(*epochRows)
	order, size := compare.Fixed(threeAbove(b, data.Features, 0, 1, 2)), float64(8*len(data.X))
	cfg := compare.DefaultConfig(models.LinearSpec(), 0)
	report := func(b *testing.B, bytes float64, what string) {
		b.ReportMetric(bytes/1e6, what+"MB")
		b.ReportMetric(bytes/size, what+"×data")
	}
	b.Run("hold", func(b *testing.B) {
		for b.Loop() {
			before := heap()
			p, err := compare.New(cfg, data, order, compare.Options{})
			if err != nil {
				b.Fatal(err)
			}
			report(b, heap()-before, "held")
			runtime.KeepAlive(p)
		}
	})
	b.Run("judge", func(b *testing.B) {
		few := cfg
		few.Folds, few.Repeats, few.Steps, few.Epochs, few.InnerFolds = 2, 1, 1, 1, 2
		for b.Loop() {
			report(b, peak(func() {
				p, err := compare.New(few, data, order, compare.Options{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := compare.Evaluate(context.Background(), backendtest.Open(b), few, p, workflow.Options{Unkept: true}); err != nil {
					b.Fatal(err)
				}
			}), "peak")
		}
	})
}

package dag

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// heldWhile is the most memory in use, garbage apart, while a graph is built of rows.
func heldWhile(t *testing.T, rows int, o Options) uint64 {
	t.Helper()
	var most uint64
	look := func(i int) {
		if i%(rows/4) != rows/4-1 {
			return
		}
		runtime.GC()
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		most = max(most, now.HeapAlloc)
	}
	d, err := BuildFrom(func() (Rows, error) { return &drawn{n: rows, cols: 20, look: look}, nil }, o)
	if err != nil {
		t.Fatalf("%s: %v", o.Estimator, err)
	}
	runtime.KeepAlive(d)
	return most
}

// Ten times the rows take no more memory, where those rows alone would take 7 MB more.
func TestRowsTakeNoMemory(t *testing.T) {
	const rows, allowed = 5_000, 2 << 20
	for _, o := range sweep.Part(variants(), 2, rand.IntN(2)) {
		o.BatchSize, o.Repair = 32, DropEdges
		few, many := heldWhile(t, rows, o), heldWhile(t, 10*rows, o)
		if many > few+allowed {
			t.Errorf("%s, %d batches, %s: %d rows hold %d kB, %d rows %d kB", o.Estimator, o.Batches, o.Multiplicity, rows, few>>10, 10*rows, many>>10)
		}
	}
}

// A batch, batches and resamples beyond the memory are refused at the rows that make them so,
// before anything is taken.
func TestStreamCountsBeyondSense(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"batches × batch size": func(o *Options) { o.Batches, o.BatchSize = 200_000_000, 200_000_000 },
		"resamples × batch size": func(o *Options) {
			o.Resamples, o.Estimator, o.Batches, o.BatchSize = 1_000_000, estimate.Bootstrap, 2, 10_000
		},
		"resamples × features": func(o *Options) { o.Resamples, o.Estimator = 240_000_000, estimate.Bootstrap },
	} {
		o := DefaultOptions()
		change(&o)
		if _, err := BuildFrom(func() (Rows, error) { return &drawn{n: 64, cols: 3, look: func(int) {}}, nil }, o); err == nil || !ours(err) {
			t.Errorf("%s: got %v, want the memory", name, err)
		}
	}
	o := DefaultOptions()
	o.Alpha = 0.999999
	few := func() (Rows, error) { return &drawn{n: 64, cols: 30_000, look: func(int) {}}, nil }
	p := &pass{source: few, opts: &o, scale: 1}
	if m, _, err := p.take(o.Estimate(), true); err != nil || m == nil {
		t.Errorf("few rows of 30 000 features: got %v, want them held", err)
	}
	wide := func() (Rows, error) { return &drawn{n: 64, cols: 50_000, look: func(int) {}}, nil }
	if _, err := buildFrom(wide, DefaultOptions(), false); err == nil || !ours(err) {
		t.Errorf("the pairs of 50 000 features: got %v, want the memory", err)
	}
}

package program

import (
	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// wrapper is a backend that runs graphs as programs.
type wrapper struct {
	compute.Backend
	outer   compute.Backend // the backend that buffers name as theirs: this one, or one that wraps it
	workers int
	loops   bool
	costs   costs
	set     *vector.Set
	large   *lender
}

// costs holds the thresholds for using several cores and for chaining, in nanoseconds unless noted.
type costs struct {
	parallel float64 // minimum time of a program that runs on several cores
	step     float64 // minimum time of a step of a loop that runs on several cores
	part     float64 // minimum time of one part of an operation
	chain    int     // minimum number of elements of an operation that is chained with others
}

// usual holds thresholds above which several cores are faster than one.
var usual = costs{parallel: 150e3, step: 24e3, part: 12e3, chain: chainLeast}

// Wrap returns a backend that runs the graphs of b, the embedded Go backend, as programs on at most the given number of
// workers. b itself runs graphs with dynamic shapes or unknown operations.
//
//	small graph → one core, allocates only the outputs
//	large graph → independent operations in parallel, large operations in parts
//
// Each element of a result is computed on one core in a fixed order. Results therefore depend neither on the number of
// cores, nor on how operations are split, nor on the selected kernels of package vector. They equal those of b, except
// for rounding in products, in sums rewritten as products, and in float32 functions.
//
// An executable stores its intermediate results in one block of memory, which it keeps between calls. Blocks above 32 MiB
// belong to the backend, which keeps the last one for 5 s and then releases it. Graphs can be built and run concurrently.
//
// A While is a single task. Its body is compiled once, for any number of steps. The workers enter the loop once and
// synchronise at barriers. If they wait more than they gain, for example on a busy machine, loops run on one worker for
// some time. Package scan builds its loops as a While, except on the backend returned by the method Unrolled.
func Wrap(b compute.Backend, workers int) compute.Backend {
	set, err := vector.Default()
	if err != nil {
		set = vector.Sets()[0]
	}
	return wrap(b, workers, set)
}

func wrap(b compute.Backend, workers int, set *vector.Set) *wrapper {
	w := &wrapper{Backend: b, workers: max(workers, 1), loops: true, costs: usual, set: set, large: &lender{}}
	w.outer = w
	return w
}

// OwnBuffers makes outer, a backend that wraps this one, the backend that all buffers name as theirs. outer then need not
// wrap each buffer.
func (w *wrapper) OwnBuffers(outer compute.Backend) { w.outer = outer }

// Loops reports whether package scan should build a While instead of unrolling its loops.
func (w *wrapper) Loops() bool { return w.loops }

// Release frees the large block that the backend keeps for the next call.
func (w *wrapper) Release() { w.large.release() }

// Unrolled returns the same backend without support for loops.
func (w *wrapper) Unrolled() compute.Backend {
	u := *w
	u.loops, u.outer = false, &u
	return &u
}

// Builder implements compute.Backend.
func (w *wrapper) Builder(name string) compute.Builder {
	b := w.Backend.Builder(name)
	return &builder{Builder: b, engine: w, main: &record.Function{Function: b.Main(), Nodes: map[compute.Value]*record.Node{}}}
}

// builder records the operations of its main function.
type builder struct {
	compute.Builder
	engine *wrapper
	main   *record.Function
}

// Main implements compute.Builder.
func (b *builder) Main() compute.Function { return b.main }

// Compile implements compute.Builder. It returns a program if all operations are known, otherwise an executable of the
// wrapped backend.
func (b *builder) Compile() (compute.Executable, error) {
	e, ok, err := compile(b.main, b.engine)
	if err != nil {
		return nil, err
	}
	if ok {
		return e, nil
	}
	wrapped, err := b.Builder.Compile()
	if err != nil {
		return nil, err
	}
	return &fallback{wrapped, b.engine}, nil
}

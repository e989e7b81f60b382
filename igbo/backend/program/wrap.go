package program

import (
	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/vector"
)

// wrapper is a backend whose graphs run as programs.
type wrapper struct {
	compute.Backend
	outer   compute.Backend // whose buffers ours are: this one, or one that wraps it
	workers int
	loops   bool
	costs   costs
	set     *vector.Set
	large   *lender
}

// costs are times in nanoseconds, roughly, from which on cores are used, and a size.
type costs struct {
	parallel float64 // of a program, several cores
	step     float64 // of a step of a loop, several cores
	part     float64 // that a part of an operation takes at least
	chain    int     // elements of an operation from which on it is chained with others
}

// usual is the costs at which several cores gain on one.
var usual = costs{parallel: 150e3, step: 24e3, part: 12e3, chain: chainLeast}

// Wrap wraps the embedded Go backend: graphs of static shapes and known operations
// run as programs, on at most the given number of cores, the others as before.
//
//	small graph → one core, no allocation but for the outputs
//	large graph → independent operations side by side, large ones in parts
//
// Every element of a result is computed by one core in one order, so values do not
// depend on the number of cores, nor on how an operation was parted, nor on which kernels of package
// vector run. They are those of the wrapped backend but for the rounding of products, sums that
// became products, and functions of float32.
//
// Memory: the intermediate results of an executable are in one block that it keeps between calls. One of more than 32 MiB belongs to the
// backend, which keeps the last one for 5 s and then frees it. Graphs may be built and run concurrently.
//
// A While is one task, whose body is compiled once, whatever the number of steps. Its workers enter it once and meet at barriers; if
// waiting costs more than they gain, on a busy machine, loops run on one worker for a time. Package scan builds loops on it, unless it is
// the backend that Unrolled returns.
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

// OwnBuffers makes another backend, which wraps this one, the owner of its buffers, so that
// it need not wrap each.
func (w *wrapper) OwnBuffers(outer compute.Backend) { w.outer = outer }

// Loops reports whether package scan is to build a While, or to unroll its loops.
func (w *wrapper) Loops() bool { return w.loops }

// Release frees the large block that the backend keeps for the next call.
func (w *wrapper) Release() { w.large.release() }

// Unrolled returns the same backend without loops.
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

// Compile implements compute.Builder: a program where every operation is known, else
// the wrapped backend's executable.
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

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
	costs   costs
	set     *vector.Set
}

// costs are times in nanoseconds, roughly, from which on cores are used, and a size.
type costs struct {
	parallel float64 // of a program, several cores
	part     float64 // that a part of an operation takes at least
	chain    int     // elements of an operation from which on it is chained with others
}

// usual is the costs at which several cores gain on one.
var usual = costs{parallel: 150e3, part: 12e3, chain: chainLeast}

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
// Memory: intermediate results of an executable lie in one block that it keeps between
// calls. Safe for graphs built and run concurrently; it never waits for a worker, so it
// cannot deadlock.
func Wrap(b compute.Backend, workers int) compute.Backend {
	set, err := vector.Default()
	if err != nil {
		set = vector.Sets()[0]
	}
	return wrap(b, workers, set)
}

func wrap(b compute.Backend, workers int, set *vector.Set) *wrapper {
	w := &wrapper{Backend: b, workers: max(workers, 1), costs: usual, set: set}
	w.outer = w
	return w
}

// OwnBuffers makes another backend, which wraps this one, the owner of its buffers, so that
// it need not wrap each.
func (w *wrapper) OwnBuffers(outer compute.Backend) { w.outer = outer }

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

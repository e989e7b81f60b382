package program

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

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
	return &builder{Builder: b, engine: w, main: &function{Function: b.Main(), nodes: map[compute.Value]*node{}}}
}

// builder records the operations of its main function.
type builder struct {
	compute.Builder
	engine *wrapper
	main   *function
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

// function records what is added to a main function, beside adding it.
type function struct {
	compute.Function
	nodes      map[compute.Value]*node
	order      []*node // in order of creation
	parameters []*node
	outputs    []*node
	opaque     bool // holds an output that is not recorded
}

// node is a value: an operation on other values.
type node struct {
	id     int
	op     compute.OpType
	shape  shapes.Shape
	inputs []*node
	name   string // of a parameter
	flat   any    // of a constant
	attr   any    // what else the operation needs
	replay replay
}

// replay adds the operation to another function.
type replay func(f compute.Function, inputs []compute.Value) (compute.Value, error)

func (n *node) size() int           { return n.shape.Size() }
func (n *node) dtype() dtypes.DType { return n.shape.DType }

// record notes the operation that gave v.
func (f *function) record(v compute.Value, err error, op compute.OpType, attr any, r replay, inputs ...compute.Value) (compute.Value, error) {
	if err != nil || f.nodes[v] != nil {
		return v, err
	}
	shape, err := f.Function.Shape(v)
	if err != nil || !shape.Ok() || shape.IsDynamic() || shape.IsTuple() || !fixed(shape.DType) {
		return v, nil //nolint:nilerr // such a value is the wrapped backend's alone
	}
	n := &node{id: len(f.order), op: op, shape: shape, attr: attr, replay: r}
	for _, in := range inputs {
		m := f.nodes[in]
		if m == nil {
			return v, nil
		}
		n.inputs = append(n.inputs, m)
	}
	f.nodes[v] = n
	f.order = append(f.order, n)
	return v, nil
}

// fixed reports whether an element of the type has whole bytes and no pointers.
func fixed(dtype dtypes.DType) bool {
	switch dtype {
	case dtypes.Bool, dtypes.Int8, dtypes.Int16, dtypes.Int32, dtypes.Int64,
		dtypes.Uint8, dtypes.Uint16, dtypes.Uint32, dtypes.Uint64, dtypes.Float32, dtypes.Float64:
		return true
	}
	return false
}

// Parameter implements compute.Function.
func (f *function) Parameter(name string, shape shapes.Shape, sharding *compute.ShardingSpec) (compute.Value, error) {
	v, err := f.Function.Parameter(name, shape, sharding)
	if v, err = f.record(v, err, compute.OpTypeParameter, nil, nil); err != nil {
		return nil, err
	}
	if n := f.nodes[v]; n != nil && sharding == nil {
		n.name = name
		f.parameters = append(f.parameters, n)
	} else {
		f.opaque = true
	}
	return v, nil
}

// Constant implements compute.Function.
func (f *function) Constant(flat any, dims ...int) (compute.Value, error) {
	v, err := f.Function.Constant(flat, dims...)
	if v, err = f.record(v, err, compute.OpTypeConstant, nil, nil); err != nil {
		return nil, err
	}
	if n := f.nodes[v]; n != nil && n.flat == nil {
		n.flat = cloned(flat)
	}
	return v, nil
}

// Return implements compute.Function.
func (f *function) Return(outputs []compute.Value, shardings []*compute.ShardingSpec) error {
	if err := f.Function.Return(outputs, shardings); err != nil {
		return err
	}
	for _, v := range outputs {
		n := f.nodes[v]
		if n == nil {
			f.opaque = true
			return nil
		}
		f.outputs = append(f.outputs, n)
	}
	return nil
}

package program

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

// executable is a program: tasks over values in one block of memory.
type executable struct {
	engine     *wrapper
	names      []string
	inputs     []shapes.Shape
	parameters []int
	outputs    []output
	heirs      []int // the output that reuses the storage of each donated input, or −1
	tasks      []task.Task
	values     []value
	moving     []alias // aliases whose address changes with each call
	resting    []alias // the other aliases
	offsets    []int   // of each value in the block, in bytes
	outside    []int   // values outside the block: direct outputs, and values that a loop places
	block      int     // size of the block in bytes
	together   []int   // first task of each group of tasks that run in parallel, followed by the number of tasks
	readBy     [][]int32

	inner   bool // it belongs to a loop
	once    int  // number of initial tasks that run only in the first step of a loop
	nested  map[int]*loop
	dynamic []bool     // whether each value is outside the block
	access  [][]access // accesses of each task
	needs   [][]int32  // tasks that each task depends on
	stages  []*stage   // by the number of workers minus one

	workers int // maximum number of cores
	deps    []int32
	next    [][]int32
	parts   []int32

	mu    sync.Mutex
	free  [][]*storage // storage of donated inputs, for each output
	kept  *state       // state of the last call, unless its block is large
	spare sync.Pool    // of *state
}

// keepLimit is the maximum size in bytes of a block that an executable keeps between calls. The backend's lender provides
// larger blocks.
const keepLimit = 32 << 20

// state is the memory of one call.
type state struct {
	p       []unsafe.Pointer
	block   unsafe.Pointer
	lent    memory     // the block, if it comes from the lender
	own     []*storage // storage of the outputs
	pending []int32    // number of unfinished dependencies of each task
	left    []int32    // number of unfinished parts of each task
	begun   []int32    // number of started parts of each task
}

func newState(e *executable) *state {
	s := &state{p: make([]unsafe.Pointer, len(e.values)), own: make([]*storage, len(e.outputs))}
	if !e.inner && e.block <= keepLimit {
		e.rest(s, task.Block(e.block))
	}
	if e.workers > 1 && !e.inner {
		n := len(e.tasks)
		s.pending, s.left, s.begun = make([]int32, n), make([]int32, n), make([]int32, n)
	}
	return s
}

func (e *executable) take() *state {
	e.mu.Lock()
	s := e.kept
	e.kept = nil
	e.mu.Unlock()
	if s == nil {
		s = e.spare.Get().(*state)
	}
	if !e.inner && e.block > keepLimit {
		s.lent = e.engine.large.take(e.block)
		e.rest(s, s.lent.at)
	}
	return s
}

func (e *executable) put(s *state) {
	for _, id := range e.parameters {
		s.p[id] = nil
	}
	for _, id := range e.outside {
		s.p[id] = nil
	}
	for _, a := range e.moving {
		s.p[a.value] = nil
	}
	clear(s.own)
	if s.lent.at != nil {
		e.engine.large.give(s.lent)
		s.lent, s.block = memory{}, nil
		clear(s.p)
	} else if e.block <= keepLimit {
		e.mu.Lock()
		if e.kept == nil {
			e.kept, s = s, nil
		}
		e.mu.Unlock()
	}
	if s != nil {
		e.spare.Put(s)
	}
}

// Finalize implements compute.Executable.
func (e *executable) Finalize() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.kept = nil
	clear(e.free)
}

// Inputs implements compute.Executable.
func (e *executable) Inputs() ([]string, []shapes.Shape) { return e.names, e.inputs }

// Outputs implements compute.Executable.
func (e *executable) Outputs() (out []shapes.Shape) {
	for _, o := range e.outputs {
		out = append(out, o.shape)
	}
	return out
}

// Memory returns the number of bytes that a call needs for intermediate values, including those of loops. It does not
// count inputs and outputs, and it does not depend on the number of steps of a loop.
func (e *executable) Memory() int { return e.block }

// Execute implements compute.Executable.
func (e *executable) Execute(inputs []compute.Buffer, donate []bool, _ compute.DeviceNum) ([]compute.Buffer, error) {
	s := e.take()
	defer e.put(s)
	if err := e.call(s, inputs); err != nil {
		return nil, err
	}
	buffers, outputs := make([]buffer, len(e.outputs)), make([]compute.Buffer, len(e.outputs))
	for i, own := range s.own {
		buffers[i] = buffer{engine: e.engine, shape: e.outputs[i].shape, own: own}
		outputs[i] = &buffers[i]
	}
	e.release(inputs, donate)
	return outputs, nil
}

// ExecuteInto is like Execute, but stores the results in existing buffers, which can also be inputs. The buffers get new
// memory, so slices of their old contents become invalid. After a few calls, ExecuteInto allocates nothing, because it
// alternates between two storages. If it returns an error, the buffers do not change.
func (e *executable) ExecuteInto(inputs, outputs []compute.Buffer) error {
	if len(outputs) != len(e.outputs) {
		return fmt.Errorf("program: executing: got %d output buffers, want %d", len(outputs), len(e.outputs))
	}
	for i, out := range outputs {
		b, ok := out.(*buffer)
		switch {
		case !ok:
			return fmt.Errorf("program: output %d must be a buffer of this backend, got %T", i, out)
		case b.own == nil:
			return fmt.Errorf("program: output %d: %w", i, errEnded)
		case b.raw != nil:
			return fmt.Errorf("program: output %d uses memory of the wrapped backend (create it with BufferFromFlatData)", i)
		case !b.shape.Equal(e.outputs[i].shape):
			return fmt.Errorf("program: output %d has the shape %s; it must have the shape %s", i, b.shape, e.outputs[i].shape)
		}
	}
	s := e.take()
	defer e.put(s)
	if err := e.call(s, inputs); err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, out := range outputs {
		b := out.(*buffer)
		s.own[i], b.own = b.own, s.own[i]
		e.spareFor(i, s.own[i])
	}
	return nil
}

// call runs the program and leaves the results in s.own.
func (e *executable) call(s *state, inputs []compute.Buffer) error {
	if len(inputs) != len(e.parameters) {
		return fmt.Errorf("program: executing: got %d inputs, want %d", len(inputs), len(e.parameters))
	}
	for i, in := range inputs {
		at, err := e.input(i, in)
		if err != nil {
			return err
		}
		s.p[e.parameters[i]] = at
	}
	e.supply(s.own)
	for i, o := range e.outputs {
		if o.direct {
			s.p[o.value] = s.own[i].at
		}
	}
	for _, a := range e.moving {
		s.p[a.value] = unsafe.Add(s.p[a.root], a.offset)
	}
	if err := e.run(s); err != nil {
		return err
	}
	for i, o := range e.outputs {
		if !o.direct {
			task.Move(s.own[i].at, s.p[o.value], o.bytes)
		}
	}
	return nil
}

// supply provides storage for the outputs. It reuses donated storage if there is any.
func (e *executable) supply(outputs []*storage) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range outputs {
		if last := len(e.free[i]) - 1; last >= 0 {
			outputs[i], e.free[i] = e.free[i][last], e.free[i][:last]
		} else {
			outputs[i] = newStorage(e.outputs[i].shape)
		}
	}
}

// spares is the maximum number of storages kept per output for later calls.
const spares = 2

// spareFor keeps a storage for later results of an output. The caller must hold e.mu.
func (e *executable) spareFor(output int, own *storage) {
	if len(e.free[output]) < spares {
		e.free[output] = append(e.free[output], own)
	}
}

// release invalidates the donated inputs and keeps their storage for outputs of the same shape.
func (e *executable) release(inputs []compute.Buffer, donate []bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, given := range donate {
		b, ok := inputs[i].(*buffer)
		if !given || !ok || b.own == nil {
			continue
		}
		own, raw := b.own, b.raw
		b.own, b.raw = nil, nil
		if to := e.heirs[i]; raw == nil && to >= 0 {
			e.spareFor(to, own)
		}
	}
}

// input validates an input and returns its address.
func (e *executable) input(i int, in compute.Buffer) (unsafe.Pointer, error) {
	if in == nil {
		return nil, fmt.Errorf("program: input %q (%d) is nil", e.names[i], i)
	}
	b, ok := in.(*buffer)
	if !ok {
		return nil, fmt.Errorf("program: input %q (%d) must be a buffer of this backend, got %T", e.names[i], i, in)
	}
	if b.own == nil {
		return nil, fmt.Errorf("program: input %q (%d): %w", e.names[i], i, errEnded)
	}
	if !b.shape.Equal(e.inputs[i]) {
		return nil, fmt.Errorf("program: input %q (%d) has shape %s; it must have shape %s", e.names[i], i, b.shape, e.inputs[i])
	}
	return b.own.at, nil
}

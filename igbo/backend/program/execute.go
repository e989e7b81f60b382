package program

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// executable is a program: tasks over values in one block of memory.
type executable struct {
	engine     *wrapper
	names      []string
	inputs     []shapes.Shape
	parameters []int
	outputs    []output
	heirs      []int // which output takes the storage of each input that is donated; −1: none
	tasks      []task
	values     []value
	moving     []alias // of values that have another address each call
	resting    []alias
	offsets    []int // of each value in the block
	block      int   // its size in bytes
	readBy     [][]int32

	workers int // at most
	deps    []int32
	next    [][]int32
	parts   []int32

	mu    sync.Mutex
	free  [][]*storage // of donated inputs, for each output
	kept  *state       // of the last call, where it is small
	spare sync.Pool    // of states
}

// keepLimit is the size in bytes of a block that an executable holds on to between calls;
// larger ones are the garbage collector's to take.
const keepLimit = 32 << 20

// state is the memory of one call.
type state struct {
	p       []unsafe.Pointer
	pending []int32 // what each task still waits for
	left    []int32 // parts of each task that have not ended
	begun   []int32 // parts of each task that have been taken
}

func newState(e *executable) *state {
	s := &state{p: make([]unsafe.Pointer, len(e.values))}
	e.set(s.p, block(e.block))
	if e.workers > 1 {
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
	return s
}

func (e *executable) put(s *state) {
	for _, id := range e.parameters {
		s.p[id] = nil
	}
	for _, o := range e.outputs {
		if o.direct {
			s.p[o.value] = nil
		}
	}
	for _, a := range e.moving {
		s.p[a.value] = nil
	}
	if e.block <= keepLimit {
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

// Execute implements compute.Executable.
func (e *executable) Execute(inputs []compute.Buffer, donate []bool, _ compute.DeviceNum) ([]compute.Buffer, error) {
	if len(inputs) != len(e.parameters) {
		return nil, fmt.Errorf("program: %d inputs, expected %d", len(inputs), len(e.parameters))
	}
	s := e.take()
	defer e.put(s)
	for i, in := range inputs {
		at, err := e.input(i, in)
		if err != nil {
			return nil, err
		}
		s.p[e.parameters[i]] = at
	}
	outputs := make([]compute.Buffer, len(e.outputs))
	e.supply(outputs)
	for i, o := range e.outputs {
		if o.direct {
			s.p[o.value] = outputs[i].(*buffer).own.at
		}
	}
	for _, a := range e.moving {
		s.p[a.value] = unsafe.Add(s.p[a.root], a.offset)
	}
	if err := e.run(s); err != nil {
		return nil, err
	}
	for i, o := range e.outputs {
		if !o.direct {
			move(outputs[i].(*buffer).own.at, s.p[o.value], o.bytes)
		}
	}
	e.release(inputs, donate)
	return outputs, nil
}

// supply makes the outputs' buffers, of storage that was donated where there is some.
func (e *executable) supply(outputs []compute.Buffer) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range outputs {
		b := &buffer{engine: e.engine, shape: e.outputs[i].shape}
		if last := len(e.free[i]) - 1; last >= 0 {
			b.own, e.free[i] = e.free[i][last], e.free[i][:last]
		} else {
			b.own = newStorage(b.shape)
		}
		outputs[i] = b
	}
}

// spares is how many storages an output keeps for later calls.
const spares = 2

// release ends the inputs that were donated and keeps their storage for an output of their shape.
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
		if to := e.heirs[i]; raw == nil && to >= 0 && len(e.free[to]) < spares {
			e.free[to] = append(e.free[to], own)
		}
	}
}

// input checks an input and returns its address.
func (e *executable) input(i int, in compute.Buffer) (unsafe.Pointer, error) {
	if in == nil {
		return nil, fmt.Errorf("program: input %q (%d) is nil", e.names[i], i)
	}
	b, ok := in.(*buffer)
	if !ok {
		return nil, fmt.Errorf("program: input %q (%d) is a %T, expected a buffer of this backend", e.names[i], i, in)
	}
	if b.own == nil {
		return nil, fmt.Errorf("program: input %q (%d): %w", e.names[i], i, errEnded)
	}
	if !b.shape.Equal(e.inputs[i]) {
		return nil, fmt.Errorf("program: input %q (%d) has shape %s, expected %s", e.names[i], i, b.shape, e.inputs[i])
	}
	return b.own.at, nil
}

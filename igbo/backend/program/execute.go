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
	kept  *state    // of the last call, where it is small
	spare sync.Pool // of states
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
func (e *executable) Execute(inputs []compute.Buffer, donate []bool, device compute.DeviceNum) ([]compute.Buffer, error) {
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
	for i, o := range e.outputs {
		if o.direct {
			b, flat, err := e.engine.NewSharedBuffer(device, o.shape)
			if err != nil {
				return nil, fmt.Errorf("program: %w", err)
			}
			outputs[i], s.p[o.value] = b, address(flat)
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
			b, flat, err := e.engine.NewSharedBuffer(device, o.shape)
			if err != nil {
				return nil, fmt.Errorf("program: %w", err)
			}
			move(address(flat), s.p[o.value], o.bytes)
			outputs[i] = b
		}
	}
	return outputs, release(inputs, donate)
}

// input checks an input and returns its address.
func (e *executable) input(i int, in compute.Buffer) (unsafe.Pointer, error) {
	if in == nil {
		return nil, fmt.Errorf("program: input %q (%d) is nil", e.names[i], i)
	}
	shape, err := in.Shape()
	if err != nil {
		return nil, fmt.Errorf("program: input %q (%d): %w", e.names[i], i, err)
	}
	if !shape.Equal(e.inputs[i]) {
		return nil, fmt.Errorf("program: input %q (%d) has shape %s, expected %s", e.names[i], i, shape, e.inputs[i])
	}
	flat, err := in.Data()
	if err != nil {
		return nil, fmt.Errorf("program: input %q (%d): %w", e.names[i], i, err)
	}
	return address(flat), nil
}

// release ends the inputs that were donated.
func release(inputs []compute.Buffer, donate []bool) error {
	for i, given := range donate {
		if !given {
			continue
		}
		if shape, err := inputs[i].Shape(); err != nil || !shape.Ok() {
			continue // given twice
		}
		if err := inputs[i].Finalize(); err != nil {
			return fmt.Errorf("program: %w", err)
		}
	}
	return nil
}

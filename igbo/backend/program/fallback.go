package program

import (
	"fmt"

	"github.com/gomlx/compute"
)

// fallback is an executable of the wrapped backend that accepts and returns buffers of this backend.
type fallback struct {
	compute.Executable
	engine *wrapper
}

// Execute implements compute.Executable.
func (e *fallback) Execute(inputs []compute.Buffer, donate []bool, device compute.DeviceNum) ([]compute.Buffer, error) {
	raw, given := make([]compute.Buffer, len(inputs)), make([]bool, len(inputs))
	for i, in := range inputs {
		b, ok := in.(*buffer)
		if !ok {
			return nil, fmt.Errorf("program: input %d must be a buffer of this backend, got %T", i, in)
		}
		var copied bool
		var err error
		if raw[i], copied, err = b.native(); err != nil {
			return nil, fmt.Errorf("program: input %d: %w", i, err)
		}
		given[i] = copied || len(donate) > 0 && donate[i]
	}
	outputs, err := e.Executable.Execute(raw, given, device)
	if err != nil {
		return nil, err
	}
	for i := range donate {
		if donate[i] {
			b := inputs[i].(*buffer)
			b.own, b.raw = nil, nil
		}
	}
	for i, b := range outputs {
		if outputs[i], err = e.engine.adopt(b, nil); err != nil {
			return nil, err
		}
	}
	return outputs, nil
}

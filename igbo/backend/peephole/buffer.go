package peephole

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// buffer wraps a buffer of the wrapped backend and returns the wrapper as its backend. Tensors require that, because they
// must stay on one backend.
type buffer struct {
	compute.Buffer
	backend *wrapper
}

// Backend implements compute.Buffer.
func (b *buffer) Backend() compute.Backend { return b.backend }

// CopyToDevice implements compute.Buffer.
func (b *buffer) CopyToDevice(device compute.DeviceNum) (compute.Buffer, error) {
	return b.backend.wrap(b.Buffer.CopyToDevice(device))
}

func (p *wrapper) wrap(b compute.Buffer, err error) (compute.Buffer, error) {
	if err != nil || p.own {
		return b, err
	}
	return &buffer{b, p}, nil
}

// BufferFromFlatData implements compute.DataInterface.
func (p *wrapper) BufferFromFlatData(device compute.DeviceNum, flat any, shape shapes.Shape) (compute.Buffer, error) {
	return p.wrap(p.Backend.BufferFromFlatData(device, flat, shape))
}

// NewSharedBuffer implements compute.DataInterface.
func (p *wrapper) NewSharedBuffer(device compute.DeviceNum, shape shapes.Shape) (compute.Buffer, any, error) {
	b, flat, err := p.Backend.NewSharedBuffer(device, shape)
	b, err = p.wrap(b, err)
	return b, flat, err
}

// executable accepts and returns buffers of the wrapper.
type executable struct {
	compute.Executable
	backend *wrapper
}

// Execute implements compute.Executable.
func (e *executable) Execute(inputs []compute.Buffer, donate []bool, device compute.DeviceNum) ([]compute.Buffer, error) {
	raw := make([]compute.Buffer, len(inputs))
	for i, b := range inputs {
		raw[i] = b
		if w, ok := b.(*buffer); ok {
			raw[i] = w.Buffer
		}
	}
	outputs, err := e.Executable.Execute(raw, donate, device)
	for i, b := range outputs {
		outputs[i] = &buffer{b, e.backend}
	}
	return outputs, err
}

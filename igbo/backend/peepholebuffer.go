package backend

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// peepholeBuffer is a buffer of the wrapped backend that names the wrapper as
// its backend, as tensors stay on one backend.
type peepholeBuffer struct {
	compute.Buffer
	backend *peephole
}

// Backend implements compute.Buffer.
func (b *peepholeBuffer) Backend() compute.Backend { return b.backend }

// CopyToDevice implements compute.Buffer.
func (b *peepholeBuffer) CopyToDevice(device compute.DeviceNum) (compute.Buffer, error) {
	return b.backend.wrap(b.Buffer.CopyToDevice(device))
}

func (p *peephole) wrap(b compute.Buffer, err error) (compute.Buffer, error) {
	if err != nil {
		return nil, err
	}
	return &peepholeBuffer{b, p}, nil
}

// BufferFromFlatData implements compute.DataInterface.
func (p *peephole) BufferFromFlatData(device compute.DeviceNum, flat any, shape shapes.Shape) (compute.Buffer, error) {
	return p.wrap(p.Backend.BufferFromFlatData(device, flat, shape))
}

// NewSharedBuffer implements compute.DataInterface.
func (p *peephole) NewSharedBuffer(device compute.DeviceNum, shape shapes.Shape) (compute.Buffer, any, error) {
	b, flat, err := p.Backend.NewSharedBuffer(device, shape)
	if err != nil {
		return nil, nil, err
	}
	return &peepholeBuffer{b, p}, flat, nil
}

// peepholeExecutable takes and returns buffers of the wrapper.
type peepholeExecutable struct {
	compute.Executable
	backend *peephole
}

// Execute implements compute.Executable.
func (e *peepholeExecutable) Execute(inputs []compute.Buffer, donate []bool, device compute.DeviceNum) ([]compute.Buffer, error) {
	raw := make([]compute.Buffer, len(inputs))
	for i, b := range inputs {
		raw[i] = b
		if w, ok := b.(*peepholeBuffer); ok {
			raw[i] = w.Buffer
		}
	}
	outputs, err := e.Executable.Execute(raw, donate, device)
	for i, b := range outputs {
		outputs[i] = &peepholeBuffer{b, e.backend}
	}
	return outputs, err
}

package program

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"github.com/igbolab/igbolab/igbo/backend/program/internal/record"
	"github.com/igbolab/igbolab/igbo/backend/program/internal/task"
)

var errEnded = errors.New("program: the buffer was finalized or donated and cannot be used any more")

// storage holds the elements of a buffer.
type storage struct {
	flat any // a slice
	at   unsafe.Pointer
}

// newStorage returns zeroed storage for a shape of a fixed type.
func newStorage(shape shapes.Shape) *storage {
	flat := dtypes.MakeAnySlice(shape.DType, shape.Size())
	return &storage{flat, task.Address(flat)}
}

// buffer is a value on the backend. It either owns its storage or wraps a buffer of the wrapped backend.
type buffer struct {
	engine *wrapper
	shape  shapes.Shape
	own    *storage       // nil after the buffer was finalized or donated
	raw    compute.Buffer // the wrapped buffer whose elements own refers to, or nil
}

// Backend implements compute.Buffer.
func (b *buffer) Backend() compute.Backend { return b.engine.outer }

// Shape implements compute.Buffer.
func (b *buffer) Shape() (shapes.Shape, error) { return b.shape, nil }

// DeviceNum implements compute.Buffer.
func (b *buffer) DeviceNum() (compute.DeviceNum, error) { return 0, nil }

// Data implements compute.Buffer.
func (b *buffer) Data() (any, error) {
	if b.own == nil {
		return nil, errEnded
	}
	return b.own.flat, nil
}

// ToFlatData implements compute.Buffer.
func (b *buffer) ToFlatData(flat any) error {
	if b.own == nil {
		return errEnded
	}
	return copyFlat(flat, b.own.flat)
}

// CopyToDevice implements compute.Buffer. It always returns an error, because there is only one device.
func (b *buffer) CopyToDevice(device compute.DeviceNum) (compute.Buffer, error) {
	return nil, fmt.Errorf("program: device %d not found (use device 0; the embedded backend has only one)", device)
}

// Finalize implements compute.Buffer. It leaves the memory to the garbage collector, because others may still hold the
// slice.
func (b *buffer) Finalize() error {
	if b.own == nil {
		return errEnded
	}
	raw := b.raw
	b.own, b.raw, b.shape = nil, nil, shapes.Invalid()
	if raw != nil {
		return raw.Finalize()
	}
	return nil
}

// copyFlat copies between slices of the same type and length.
func copyFlat(to, from any) error {
	switch to := to.(type) {
	case []float32:
		if from, ok := from.([]float32); ok && len(from) == len(to) {
			copy(to, from)
			return nil
		}
	case []float64:
		if from, ok := from.([]float64); ok && len(from) == len(to) {
			copy(to, from)
			return nil
		}
	}
	t, f := reflect.ValueOf(to), reflect.ValueOf(from)
	if t.Type() != f.Type() {
		return fmt.Errorf("program: copying %s to %s: the types must be equal", f.Type(), t.Type())
	}
	if t.Len() != f.Len() {
		return fmt.Errorf("program: copying %d elements to %d elements: the numbers must be equal", f.Len(), t.Len())
	}
	reflect.Copy(t, f)
	return nil
}

// BufferFromFlatData implements compute.DataInterface.
func (w *wrapper) BufferFromFlatData(device compute.DeviceNum, flat any, shape shapes.Shape) (compute.Buffer, error) {
	if device != 0 || !record.Fixed(shape.DType) || w.IsFinalized() {
		return w.adopt(w.Backend.BufferFromFlatData(device, flat, shape))
	}
	if kind := reflect.TypeOf(flat); kind == nil || kind.Kind() != reflect.Slice || dtypes.FromGoType(kind.Elem()) != shape.DType {
		return nil, fmt.Errorf("program: creating a buffer of shape %s: the data must be a slice of the same type, got %T", shape, flat)
	}
	b := &buffer{engine: w, shape: shape.Clone(), own: newStorage(shape)}
	return b, copyFlat(b.own.flat, flat)
}

// NewSharedBuffer implements compute.DataInterface.
func (w *wrapper) NewSharedBuffer(device compute.DeviceNum, shape shapes.Shape) (compute.Buffer, any, error) {
	if device != 0 || !record.Fixed(shape.DType) || w.IsFinalized() {
		raw, flat, err := w.Backend.NewSharedBuffer(device, shape)
		b, err := w.adopt(raw, err)
		return b, flat, err
	}
	b := &buffer{engine: w, shape: shape.Clone(), own: newStorage(shape)}
	return b, b.own.flat, nil
}

// adopt wraps a buffer of the wrapped backend.
func (w *wrapper) adopt(raw compute.Buffer, err error) (compute.Buffer, error) {
	if err != nil {
		return nil, err
	}
	shape, err := raw.Shape()
	if err != nil {
		return nil, fmt.Errorf("program: %w", err)
	}
	flat, err := raw.Data()
	if err != nil {
		return nil, fmt.Errorf("program: %w", err)
	}
	return &buffer{engine: w, shape: shape, own: &storage{flat, reflect.ValueOf(flat).UnsafePointer()}, raw: raw}, nil
}

// native returns the value as a buffer of the wrapped backend, and whether that buffer is a copy.
func (b *buffer) native() (raw compute.Buffer, copied bool, err error) {
	switch {
	case b.own == nil:
		return nil, false, errEnded
	case b.raw != nil:
		return b.raw, false, nil
	}
	raw, err = b.engine.Backend.BufferFromFlatData(0, b.own.flat, b.shape)
	return raw, true, err
}

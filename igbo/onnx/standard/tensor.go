package standard

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/gomlx/compute-onnx/support/protos"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/gotype"
	"github.com/gomlx/gomlx/core/tensors"
)

// types maps the supported element types to GoMLX dtypes.
var types = map[protos.TensorProto_DataType]dtypes.DType{
	protos.TensorProto_FLOAT: dtypes.Float32, protos.TensorProto_DOUBLE: dtypes.Float64, protos.TensorProto_BOOL: dtypes.Bool,
	protos.TensorProto_INT8: dtypes.Int8, protos.TensorProto_INT16: dtypes.Int16, protos.TensorProto_INT32: dtypes.Int32, protos.TensorProto_INT64: dtypes.Int64,
	protos.TensorProto_UINT8: dtypes.Uint8, protos.TensorProto_UINT16: dtypes.Uint16, protos.TensorProto_UINT32: dtypes.Uint32, protos.TensorProto_UINT64: dtypes.Uint64,
}

// DTypeOf returns the dtype of an element type. For an unsupported type it returns an error that suggests a
// fix.
func DTypeOf(elem int32) (dtypes.DType, error) {
	if d, known := types[protos.TensorProto_DataType(elem)]; known {
		return d, nil
	}
	return dtypes.InvalidDType, fmt.Errorf("unsupported numbers of type %s: export the model in float32 or float64", protos.TensorProto_DataType(elem))
}

// Tensor converts a tensor of a file to GoMLX. The number of elements must match the shape; the caller checks
// this.
func Tensor(t *protos.TensorProto) (*tensors.Tensor, error) {
	if t == nil {
		return nil, errors.New("a tensor is missing; the file is damaged")
	}
	dtype, err := DTypeOf(t.DataType)
	if err != nil {
		return nil, err
	}
	dims, n := make([]int, len(t.Dims)), 1
	for i, d := range t.Dims {
		dims[i] = int(d)
		n *= dims[i]
	}
	small := func(i int) uint64 { return uint64(t.Int32Data[i]) }
	switch dtype {
	case dtypes.Float32:
		return flat(t, n, dims, 4, func(b uint64) float32 { return math.Float32frombits(uint32(b)) }, func(i int) float32 { return t.FloatData[i] })
	case dtypes.Float64:
		return flat(t, n, dims, 8, math.Float64frombits, func(i int) float64 { return t.DoubleData[i] })
	case dtypes.Bool:
		return flat(t, n, dims, 1, func(b uint64) bool { return b != 0 }, func(i int) bool { return small(i) != 0 })
	case dtypes.Int8:
		return flat(t, n, dims, 1, func(b uint64) int8 { return int8(b) }, func(i int) int8 { return int8(small(i)) })
	case dtypes.Int16:
		return flat(t, n, dims, 2, func(b uint64) int16 { return int16(b) }, func(i int) int16 { return int16(small(i)) })
	case dtypes.Int32:
		return flat(t, n, dims, 4, func(b uint64) int32 { return int32(b) }, func(i int) int32 { return t.Int32Data[i] })
	case dtypes.Int64:
		return flat(t, n, dims, 8, func(b uint64) int64 { return int64(b) }, func(i int) int64 { return t.Int64Data[i] })
	case dtypes.Uint8:
		return flat(t, n, dims, 1, func(b uint64) uint8 { return uint8(b) }, func(i int) uint8 { return uint8(small(i)) })
	case dtypes.Uint16:
		return flat(t, n, dims, 2, func(b uint64) uint16 { return uint16(b) }, func(i int) uint16 { return uint16(small(i)) })
	case dtypes.Uint32:
		return flat(t, n, dims, 4, func(b uint64) uint32 { return uint32(b) }, func(i int) uint32 { return uint32(t.Uint64Data[i]) })
	default:
		return flat(t, n, dims, 8, func(b uint64) uint64 { return b }, func(i int) uint64 { return t.Uint64Data[i] })
	}
}

// flat reads n elements, either from raw data with the given element size or from a typed list.
func flat[T gotype.Supported](t *protos.TensorProto, n int, dims []int, size int, bits func(uint64) T, at func(int) T) (*tensors.Tensor, error) {
	values := make([]T, n)
	var word [8]byte
	for i := range values {
		if t.RawData == nil {
			values[i] = at(i)
			continue
		}
		copy(word[:size], t.RawData[i*size:])
		values[i] = bits(binary.LittleEndian.Uint64(word[:]))
	}
	return tensors.FromFlatDataAndDimensions(values, dims...), nil
}

// Floats returns the elements of a numeric tensor as float64.
func Floats(t *tensors.Tensor) (values []float64) {
	t.MustConstFlatData(func(flat any) {
		switch flat := flat.(type) {
		case []float32:
			values = widened(flat)
		case []float64:
			values = widened(flat)
		case []int8:
			values = widened(flat)
		case []int16:
			values = widened(flat)
		case []int32:
			values = widened(flat)
		case []int64:
			values = widened(flat)
		case []uint8:
			values = widened(flat)
		case []uint16:
			values = widened(flat)
		case []uint32:
			values = widened(flat)
		case []uint64:
			values = widened(flat)
		case []bool:
			for _, v := range flat {
				values = append(values, map[bool]float64{true: 1}[v])
			}
		}
	})
	return values
}

func widened[T float32 | float64 | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](flat []T) []float64 {
	out := make([]float64, len(flat))
	for i, v := range flat {
		out[i] = float64(v)
	}
	return out
}

// Ints returns the elements of an integer tensor as int.
func Ints(t *tensors.Tensor) (values []int) {
	if t.DType() == dtypes.Int64 {
		t.MustConstFlatData(func(flat any) {
			for _, v := range flat.([]int64) {
				values = append(values, int(v))
			}
		})
		return values
	}
	for _, v := range Floats(t) {
		values = append(values, int(v))
	}
	return values
}

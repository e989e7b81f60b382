package modelfile

import (
	"fmt"
	"math"

	"github.com/gomlx/compute-onnx/support/protos"
)

// sizes maps the supported types of weights to their element size in bytes.
var sizes = map[protos.TensorProto_DataType]int{
	protos.TensorProto_FLOAT: 4, protos.TensorProto_DOUBLE: 8, protos.TensorProto_INT32: 4, protos.TensorProto_INT64: 8,
	protos.TensorProto_BOOL: 1, protos.TensorProto_UINT8: 1, protos.TensorProto_INT8: 1, protos.TensorProto_FLOAT16: 2,
	protos.TensorProto_INT16: 2, protos.TensorProto_UINT16: 2, protos.TensorProto_UINT32: 4, protos.TensorProto_UINT64: 8,
	protos.TensorProto_BFLOAT16: 2,
}

// CheckWeights checks that the number of elements of every initializer matches its shape. Call it before
// allocating tensors.
func CheckWeights(g *protos.GraphProto) error {
	for _, t := range g.GetInitializer() {
		if err := CheckTensor(t); err != nil {
			return fmt.Errorf("the weights %q: %w", t.Name, err)
		}
	}
	for _, n := range g.GetNode() {
		for _, a := range n.Attribute {
			if a.T != nil {
				if err := CheckTensor(a.T); err != nil {
					return fmt.Errorf("the constant of operation %s %q: %w", n.OpType, n.Name, err)
				}
			}
			if err := CheckWeights(a.G); err != nil {
				return err
			}
		}
	}
	return nil
}

// CheckTensor checks that the number of elements of a tensor matches its shape.
func CheckTensor(t *protos.TensorProto) error {
	size, known := sizes[protos.TensorProto_DataType(t.DataType)]
	if !known {
		return fmt.Errorf("unsupported type %s, want numbers or booleans", protos.TensorProto_DataType(t.DataType))
	}
	count := 1
	for _, d := range t.Dims {
		if d < 0 || d > 0 && count > math.MaxInt32/int(d) {
			return fmt.Errorf("invalid shape %v: dimensions must be at least 0, with at most %d numbers in total (the file is damaged)", t.Dims, math.MaxInt32)
		}
		count *= int(d)
	}
	have := listed(t)
	if t.RawData != nil {
		if len(t.RawData)%size != 0 {
			return fmt.Errorf("they have %d bytes, which is not a multiple of %d bytes per number (the file is damaged)", len(t.RawData), size)
		}
		have = len(t.RawData) / size
	}
	if have != count {
		return fmt.Errorf("they have %d numbers, want %d for the shape %v (the file is damaged or truncated)", have, count, t.Dims)
	}
	return nil
}

// listed returns the number of elements in the typed data field of a tensor.
func listed(t *protos.TensorProto) int {
	switch protos.TensorProto_DataType(t.DataType) {
	case protos.TensorProto_FLOAT:
		return len(t.FloatData)
	case protos.TensorProto_DOUBLE:
		return len(t.DoubleData)
	case protos.TensorProto_INT64:
		return len(t.Int64Data)
	case protos.TensorProto_UINT32, protos.TensorProto_UINT64:
		return len(t.Uint64Data)
	default:
		return len(t.Int32Data)
	}
}

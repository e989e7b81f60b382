package onnx

import (
	"encoding/binary"
	"math"

	"github.com/gomlx/compute-onnx/support/protos"
)

// farther is beyond every axis: starts and ends that mean "all of it".
const farther = math.MaxInt32

// slice writes a slice that goes backwards as a Gather of the elements from the last
// to the first: the importer takes its end of −1 for the last element.
func slice(r *rewriter, n *protos.NodeProto) (string, error) {
	steps := r.integers(n, 4)
	backward := false
	for _, s := range steps {
		backward = backward || s < 0
	}
	if !backward {
		return r.with("Slice", n.Attribute, n.Input...), nil
	}
	starts, ends, axes := r.integers(n, 1), r.integers(n, 2), r.integers(n, 3)
	if len(starts) != 1 || len(ends) != 1 || len(axes) != 1 || starts[0] != -1 && starts[0] < farther || ends[0] > -farther {
		return "", &UnsupportedError{opName(n), n.Name, "goes backwards over a part of an axis, which is not converted: reverse whole axes, one at a time"}
	}
	count := r.op("Gather", r.op("Shape", n.Input[0]), r.integer(axes[0]))
	order := r.op("Range", r.op("Sub", count, r.integer(1)), r.integer(-1), r.integer(steps[0]))
	return r.with("Gather", []*protos.AttributeProto{whole("axis", axes[0])}, n.Input[0], order), nil
}

// integer is a constant scalar.
func (r *rewriter) integer(v int64) string {
	t := &protos.TensorProto{DataType: int32(protos.TensorProto_INT64), Int64Data: []int64{v}}
	return r.with("Constant", []*protos.AttributeProto{{Name: "value", Type: protos.AttributeProto_TENSOR, T: t}})
}

// integers are those of an input that is a constant, nil for another.
func (r *rewriter) integers(n *protos.NodeProto, input int) []int64 {
	if input >= len(n.Input) || n.Input[input] == "" {
		return nil
	}
	for _, t := range r.graph.Initializer {
		if t.Name == n.Input[input] {
			return integersOf(t)
		}
	}
	for _, made := range r.nodes {
		if made.OpType != "Constant" || made.Output[0] != n.Input[input] {
			continue
		}
		if a := attribute(made, "value_ints"); a != nil {
			return a.Ints
		}
		return integersOf(attribute(made, "value").GetT())
	}
	return nil
}

func integersOf(t *protos.TensorProto) (values []int64) {
	switch raw := t.GetRawData(); {
	case raw == nil && t.GetDataType() == int32(protos.TensorProto_INT64):
		return t.Int64Data
	case raw == nil:
		for _, v := range t.GetInt32Data() {
			values = append(values, int64(v))
		}
	case t.DataType == int32(protos.TensorProto_INT64):
		for ; len(raw) >= 8; raw = raw[8:] {
			values = append(values, int64(binary.LittleEndian.Uint64(raw)))
		}
	case t.DataType == int32(protos.TensorProto_INT32):
		for ; len(raw) >= 4; raw = raw[4:] {
			values = append(values, int64(int32(binary.LittleEndian.Uint32(raw))))
		}
	}
	return values
}

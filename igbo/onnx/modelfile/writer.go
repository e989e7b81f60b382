package modelfile

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"
)

// A Writer adds operations and weights to a graph.
type Writer struct {
	Graph *protos.GraphProto  // receives the initializers
	DType int32               // element type of the model
	Nodes []*protos.NodeProto // operations added so far
	made  int
}

// Op adds an operation and returns the name of its output.
func (r *Writer) Op(name string, inputs ...string) string {
	return r.With(name, nil, inputs...)
}

// With adds an operation with attributes and returns the name of its output.
func (r *Writer) With(name string, attributes []*protos.AttributeProto, inputs ...string) string {
	out := r.fresh()
	r.Nodes = append(r.Nodes, &protos.NodeProto{OpType: name, Input: inputs, Output: []string{out}, Attribute: attributes})
	return out
}

func (r *Writer) fresh() string {
	r.made++
	return fmt.Sprintf("igbo_%d", r.made)
}

// Weights adds trainable weights of the model's element type and returns their name.
func (r *Writer) Weights(values []float64, dims ...int64) string {
	t := r.tensor(values, dims)
	t.Name = r.fresh()
	r.Graph.Initializer = append(r.Graph.Initializer, t)
	return t.Name
}

func (r *Writer) tensor(values []float64, dims []int64) *protos.TensorProto {
	t := &protos.TensorProto{DataType: r.DType, Dims: dims}
	if r.DType == int32(protos.TensorProto_DOUBLE) {
		t.DoubleData = slices.Clone(values)
		return t
	}
	for _, v := range values {
		t.FloatData = append(t.FloatData, float32(v))
	}
	return t
}

// Ints adds a constant list of integers and returns its name.
func (r *Writer) Ints(values ...int64) string {
	t := &protos.TensorProto{Name: r.fresh(), DataType: int32(protos.TensorProto_INT64), Dims: []int64{int64(len(values))}, Int64Data: values}
	r.Graph.Initializer = append(r.Graph.Initializer, t)
	return t.Name
}

// Strings adds a constant list of strings and returns its name.
func (r *Writer) Strings(values []string) string {
	t := &protos.TensorProto{Name: r.fresh(), DataType: int32(protos.TensorProto_STRING), Dims: []int64{int64(len(values))}}
	for _, v := range values {
		t.StringData = append(t.StringData, []byte(v))
	}
	r.Graph.Initializer = append(r.Graph.Initializer, t)
	return t.Name
}

// Constant adds numbers of the model's element type that training does not change, and returns their name.
func (r *Writer) Constant(values []float64, dims ...int64) string {
	value := &protos.AttributeProto{Name: "value", Type: protos.AttributeProto_TENSOR, T: r.tensor(values, dims)}
	return r.With("Constant", []*protos.AttributeProto{value})
}

// Scalar adds a constant number and returns its name.
func (r *Writer) Scalar(v float64) string { return r.Constant([]float64{v}) }

// ValueInfo returns the description of a value. Each axis is an int or a symbolic name.
func ValueInfo(name string, elem int32, doc string, axes ...any) *protos.ValueInfoProto {
	shape := &protos.TensorShapeProto{}
	for _, axis := range axes {
		d := &protos.TensorShapeProto_Dimension{}
		switch axis := axis.(type) {
		case string:
			d.Value = &protos.TensorShapeProto_Dimension_DimParam{DimParam: axis}
		case int:
			d.Value = &protos.TensorShapeProto_Dimension_DimValue{DimValue: int64(axis)}
		}
		shape.Dim = append(shape.Dim, d)
	}
	t := &protos.TypeProto_Tensor{ElemType: elem, Shape: shape}
	return &protos.ValueInfoProto{Name: name, DocString: doc, Type: &protos.TypeProto{Value: &protos.TypeProto_TensorType{TensorType: t}}}
}

package onnx

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"
	"google.golang.org/protobuf/proto"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/named"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/task"
)

// The versions of what [Export] writes: opset 18 of the standard's operations, opset 3 of ai.onnx.ml's.
const (
	exportedIR      = 8
	exportedOpset   = 18
	exportedMLOpset = 3
)

// The values of an exported file between which the model itself lies, in its own units, and the key of
// its notes.
const (
	standardized = "igbo/standardized" // [N,T,D]
	raw          = "igbo/raw"          // [N,T,K]
	notesKey     = "igbo"
)

// notes are what an exported file says of itself, so that it can be read back as the model that it was.
type notes struct {
	Format        int                   `json:"format"`
	Encoding      *table.Encoding       `json:"encoding,omitempty"`
	Features      []string              `json:"features"`
	Steps         int                   `json:"steps"`
	DType         string                `json:"dtype"`
	Normalization samples.Normalization `json:"normalization"`
	Loss          task.Loss             `json:"loss"`
	Output        attribution.Output    `json:"output,omitzero"`
}

// Export writes a model as an ONNX file that takes a table's own columns: what the encoding does to
// them (nil for a model that was saved without a table), the model's units, its architecture, and the
// probabilities of classes are operations of the file.
//
// With an encoding the file has an input for each column, by its name, [N,1] for tables and [N,T] for series,
// of the T steps of the training: numbers and booleans are float64 with NaN where a value is missing, dates seconds since
// 1970-01-01 UTC, categories strings, "" where one is missing. Without, it has the one input "x"
// [N,D] or [N,T,D]. What the training refused, a missing value or a category that it did not
// have, makes the row's output NaN (and the label of a class says nothing there). Series are padded after their last step, with anything.
//
// Outputs are, of regression, the target's name [N,K] or [N,T,K]; of classes "label" (strings, [N] or [N,T]) and
// "probabilities". Their numbers are those of igbo.Model.Response.
//
// Errors: a model with a function of the user's or a loss without a name that is known, by name.
func Export(m *igbo.Model, e *table.Encoding) ([]byte, error) {
	content, err := export(m, e)
	if err != nil {
		return nil, fmt.Errorf("onnx: exporting: %w", named.Once("onnx", err))
	}
	return content, nil
}

func export(m *igbo.Model, e *table.Encoding) ([]byte, error) {
	if m == nil {
		return nil, errors.New("no model, expected one that was trained or loaded")
	}
	if e != nil && !slices.Equal(e.Features(), m.Features) {
		return nil, fmt.Errorf("the encoding makes the columns %.60q, expected the model's, %.60q", e.Features(), m.Features)
	}
	values, err := m.Variables()
	if err != nil {
		return nil, err
	}
	x := &exporter{rewriter: &rewriter{graph: &protos.GraphProto{Name: "igbo"}}, model: m, variables: map[string][]float64{}, float: int32(protos.TensorProto_FLOAT)}
	if m.Config.DType == "float64" {
		x.float = int32(protos.TensorProto_DOUBLE)
	}
	for path, value := range values {
		if x.variables[path], err = wide.Floats(value); err != nil {
			return nil, fmt.Errorf("variable %s: %w", path, err)
		}
	}
	if err := x.build(e); err != nil {
		return nil, err
	}
	said, err := json.Marshal(notes{1, e, m.Features, m.Steps, m.Config.DType, m.Normalization, m.Config.Loss, m.Config.Output})
	if err != nil {
		return nil, err
	}
	x.graph.Node = x.nodes
	p := &protos.ModelProto{
		IrVersion: exportedIR, ProducerName: "igbo", ProducerVersion: igbo.Info().Version, Graph: x.graph,
		OpsetImport:   []*protos.OperatorSetIdProto{{Version: exportedOpset}, {Domain: "ai.onnx.ml", Version: exportedMLOpset}},
		MetadataProps: []*protos.StringStringEntryProto{{Key: notesKey, Value: string(said)}},
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(p)
}

// exporter writes a model's operations.
type exporter struct {
	*rewriter
	model     *igbo.Model
	variables map[string][]float64
	float     int32 // of the model's numbers
	err       error // the first of an operation that cannot go out
}

const double = int32(protos.TensorProto_DOUBLE)

// build writes columns, units, model and outputs.
func (x *exporter) build(e *table.Encoding) error {
	x.dtype = double
	z := ""
	if e == nil {
		z = x.plainInput()
	} else {
		z = x.columns(e)
	}
	if n := x.model.Normalization; n.Scale != nil {
		d := int64(len(n.Scale))
		z = x.op("Div", x.op("Sub", z, x.constant(n.Shift, d)), x.constant(n.Scale, d))
	}
	x.named("Cast", standardized, z, whole("to", int64(x.float)))
	x.dtype = x.float
	y := x.architecture(standardized)
	if x.err != nil {
		return x.err
	}
	x.named("Identity", raw, y)
	x.inner(standardized, len(x.model.Features))
	x.inner(raw, x.model.Outputs())
	x.dtype = double
	x.outputs(e, x.with("Cast", []*protos.AttributeProto{whole("to", int64(double))}, raw))
	return x.err
}

// named adds an operation with an output of that name.
func (x *exporter) named(op, name, input string, attributes ...*protos.AttributeProto) {
	x.nodes = append(x.nodes, &protos.NodeProto{OpType: op, Input: []string{input}, Output: []string{name}, Attribute: attributes})
}

// inner says what a value within the file is, [N,T,k].
func (x *exporter) inner(name string, k int) {
	x.graph.ValueInfo = append(x.graph.ValueInfo, described(name, x.float, "", "N", x.model.Steps, k))
}

// described is a value with its axes, numbers or names.
func described(name string, elem int32, doc string, axes ...any) *protos.ValueInfoProto {
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

// plainInput is x [N,T,D] of a model without a table.
func (x *exporter) plainInput() string {
	d := len(x.model.Features)
	if x.model.Steps > 1 {
		x.graph.Input = append(x.graph.Input, described("x", double, "", "N", x.model.Steps, d))
		return "x"
	}
	x.graph.Input = append(x.graph.Input, described("x", double, "", "N", d))
	return x.op("Unsqueeze", "x", x.ints(1))
}

// ints is a constant list of whole numbers.
func (r *rewriter) ints(values ...int64) string {
	t := &protos.TensorProto{Name: r.fresh(), DataType: int32(protos.TensorProto_INT64), Dims: []int64{int64(len(values))}, Int64Data: values}
	r.graph.Initializer = append(r.graph.Initializer, t)
	return t.Name
}

// strings is a constant list of texts.
func (r *rewriter) strings(values []string) string {
	t := &protos.TensorProto{Name: r.fresh(), DataType: int32(protos.TensorProto_STRING), Dims: []int64{int64(len(values))}}
	for _, v := range values {
		t.StringData = append(t.StringData, []byte(v))
	}
	r.graph.Initializer = append(r.graph.Initializer, t)
	return t.Name
}

// constant adds numbers of the model's dtype that are no weights: no training changes them.
func (r *rewriter) constant(values []float64, dims ...int64) string {
	value := &protos.AttributeProto{Name: "value", Type: protos.AttributeProto_TENSOR, T: r.tensor(values, dims)}
	return r.with("Constant", []*protos.AttributeProto{value})
}

// scalar is a constant number.
func (r *rewriter) scalar(v float64) string { return r.constant([]float64{v}) }

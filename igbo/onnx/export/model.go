package export

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/gomlx/compute-onnx/support/protos"
	"google.golang.org/protobuf/proto"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/internal/wide"
	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
	"github.com/igbolab/igbolab/igbo/samples"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
	"github.com/igbolab/igbolab/igbo/task"
)

// IR version and opsets that [Model] writes: version 18 of ONNX's own operations and version 3 of ai.onnx.ml.
const (
	exportedIR      = 8
	exportedOpset   = 18
	exportedMLOpset = 3
)

// Names in an exported file. Standardized and Raw are the values at the input and output of the network itself,
// in standardised units. NotesKey is the metadata key of [Notes].
const (
	Standardized = "igbo/standardized" // [N,T,D]
	Raw          = "igbo/raw"          // [N,T,K]
	NotesKey     = "igbo"
)

// Notes holds the metadata that an exported file needs to be read back as an igbo model.
type Notes struct {
	Format        int                   `json:"format"`
	Encoding      *encode.Encoding      `json:"encoding,omitempty"`
	Features      []string              `json:"features"`
	Steps         int                   `json:"steps"`
	DType         string                `json:"dtype"`
	Normalization samples.Normalization `json:"normalization"`
	Loss          task.Loss             `json:"loss"`
	Output        attribution.Output    `json:"output,omitzero"`
}

// Model returns m as the content of an ONNX file. The encoding e describes the columns of its table and may be
// nil. See onnx.Export for the inputs and outputs of the file.
//
// It returns an error if m contains a user-defined function, or a loss or layer that cannot be exported.
func Model(m *igbo.Model, e *encode.Encoding) ([]byte, error) {
	content, err := export(m, e)
	if err != nil {
		return nil, fmt.Errorf("onnx: exporting: %w", err)
	}
	return content, nil
}

func export(m *igbo.Model, e *encode.Encoding) ([]byte, error) {
	if m == nil {
		return nil, errors.New("the model is nil")
	}
	if e != nil && !slices.Equal(e.Features(), m.Features) {
		return nil, fmt.Errorf("the encoding must have the features of the model, %.60q, got %.60q", m.Features, e.Features())
	}
	values, err := m.Variables()
	if err != nil {
		return nil, err
	}
	x := &exporter{Writer: &modelfile.Writer{Graph: &protos.GraphProto{Name: "igbo"}}, model: m, variables: map[string][]float64{}, float: int32(protos.TensorProto_FLOAT)}
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
	reported, err := json.Marshal(Notes{1, e, m.Features, m.Steps, m.Config.DType, m.Normalization, m.Config.Loss, m.Config.Output})
	if err != nil {
		return nil, err
	}
	x.Graph.Node = x.Nodes
	p := &protos.ModelProto{
		IrVersion: exportedIR, ProducerName: "igbo", ProducerVersion: igbo.Info().Version, Graph: x.Graph,
		OpsetImport:   []*protos.OperatorSetIdProto{{Version: exportedOpset}, {Domain: "ai.onnx.ml", Version: exportedMLOpset}},
		MetadataProps: []*protos.StringStringEntryProto{{Key: NotesKey, Value: string(reported)}},
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(p)
}

// An exporter adds a model's operations to a graph. Its methods identify values by name and return the names of
// the values that they add.
type exporter struct {
	*modelfile.Writer
	model     *igbo.Model
	variables map[string][]float64
	float     int32  // element type of the network
	scope     string // prefix of the variables of an ensemble member
	err       error  // first operation that cannot be exported
}

const double = int32(protos.TensorProto_DOUBLE)

// build adds the column encoding, the units, the network and the outputs.
func (x *exporter) build(e *encode.Encoding) error {
	x.DType = double
	z := ""
	if e == nil {
		z = x.plainInput()
	} else {
		z = x.columns(e)
	}
	if n := x.model.Normalization; n.Scale != nil {
		d := int64(len(n.Scale))
		z = x.Op("Div", x.Op("Sub", z, x.Constant(n.Shift, d)), x.Constant(n.Scale, d))
	}
	x.named("Cast", Standardized, z, modelfile.Int("to", int64(x.float)))
	x.DType = x.float
	y := x.architecture(Standardized)
	if x.err != nil {
		return x.err
	}
	x.named("Identity", Raw, y)
	x.inner(Standardized, len(x.model.Features))
	x.inner(Raw, x.model.Outputs())
	x.DType = double
	x.outputs(e, x.With("Cast", []*protos.AttributeProto{modelfile.Int("to", int64(double))}, Raw))
	return x.err
}

// named adds an operation whose output has the given name.
func (x *exporter) named(op, name, input string, attributes ...*protos.AttributeProto) {
	x.Nodes = append(x.Nodes, &protos.NodeProto{OpType: op, Input: []string{input}, Output: []string{name}, Attribute: attributes})
}

// inner declares the type and shape [N,T,k] of an internal value.
func (x *exporter) inner(name string, k int) {
	x.Graph.ValueInfo = append(x.Graph.ValueInfo, modelfile.ValueInfo(name, x.float, "", "N", x.model.Steps, k))
}

// plainInput declares the input x [N,T,D] of a model without a table.
func (x *exporter) plainInput() string {
	d := len(x.model.Features)
	if x.model.Steps > 1 {
		x.Graph.Input = append(x.Graph.Input, modelfile.ValueInfo("x", double, "", "N", x.model.Steps, d))
		return "x"
	}
	x.Graph.Input = append(x.Graph.Input, modelfile.ValueInfo("x", double, "", "N", d))
	return x.Op("Unsqueeze", "x", x.Ints(1))
}

package onnx

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/gomlx/compute-onnx/support/protos"
	"google.golang.org/protobuf/proto"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
)

// saved writes a model with the given operations from x [n,6] to y [n,k].
func saved(t testing.TB, opset int64, nodes []*protos.NodeProto, weights ...*protos.TensorProto) string {
	t.Helper()
	value := func(name string, dims ...*protos.TensorShapeProto_Dimension) *protos.ValueInfoProto {
		shape := &protos.TypeProto_Tensor{ElemType: int32(protos.TensorProto_FLOAT), Shape: &protos.TensorShapeProto{Dim: dims}}
		return &protos.ValueInfoProto{Name: name, Type: &protos.TypeProto{Value: &protos.TypeProto_TensorType{TensorType: shape}}}
	}
	open := &protos.TensorShapeProto_Dimension{Value: &protos.TensorShapeProto_Dimension_DimParam{DimParam: "n"}}
	six := &protos.TensorShapeProto_Dimension{Value: &protos.TensorShapeProto_Dimension_DimValue{DimValue: 6}}
	p := &protos.ModelProto{IrVersion: 8, OpsetImport: []*protos.OperatorSetIdProto{{Version: opset}}, Graph: &protos.GraphProto{
		Node: nodes, Initializer: weights, Input: []*protos.ValueInfoProto{value("x", open, six)}, Output: []*protos.ValueInfoProto{value("y", open, nil)},
	}}
	p.Graph.Output[0].GetType().GetTensorType().Shape = nil
	content := must.Of(proto.Marshal(p)).In(t)
	file := filepath.Join(t.TempDir(), "made.onnx")
	must.Do(t, os.WriteFile(file, content, 0o666))
	return file
}

func integersOf(name string, values ...int64) *protos.TensorProto {
	return &protos.TensorProto{Name: name, DataType: int32(protos.TensorProto_INT64), Dims: []int64{int64(len(values))}, Int64Data: values}
}

func node(op string, in, out []string, attributes ...*protos.AttributeProto) *protos.NodeProto {
	return &protos.NodeProto{OpType: op, Input: in, Output: out, Attribute: attributes}
}

// TestFilesThatSortLoad checks on one, two and eight processors that sorting operations do not deadlock while
// they wait for workers.
func TestFilesThatSortLoad(t *testing.T) {
	if os.Getenv("IGBO_SORTING") == "" {
		for _, processors := range []string{"1", "2", "8"} {
			cmd := exec.Command(os.Args[0], "-test.run", t.Name(), "-test.timeout", "5m")
			cmd.Env = append(os.Environ(), "IGBO_SORTING=1", "GOMAXPROCS="+processors)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s processors: %v\n%.2000s", processors, err, out)
			}
		}
		return
	}
	file := saved(t, 20, []*protos.NodeProto{
		node("TopK", []string{"x", "k"}, []string{"most", "places"}, modelfile.Int("axis", 1)),
		node("TopK", []string{"x", "k"}, []string{"least", ""}, modelfile.Int("axis", 1), modelfile.Int("largest", 0)),
		node("ArgMax", []string{"x"}, []string{"at"}, modelfile.Int("axis", 1)),
		node("Cast", []string{"at"}, []string{"number"}, modelfile.Int("to", int64(protos.TensorProto_FLOAT))),
		node("Sub", []string{"most", "least"}, []string{"apart"}),
		node("Mul", []string{"apart", "number"}, []string{"y"}),
	}, integersOf("k", 3))
	m, err := Load(file)
	if err != nil || m.Outputs != 3 {
		t.Fatalf("%+v, %v, want 3 outputs", m, err)
	}
}

package modelfile_test

import (
	"fmt"
	"log"

	"github.com/gomlx/compute-onnx/support/protos"
	"google.golang.org/protobuf/proto"

	"github.com/igbolab/igbolab/igbo/onnx/modelfile"
)

// Write y = x·W as a file, read the file again, and find its input and its output.
func ExampleWriter() {
	const float = int32(protos.TensorProto_FLOAT)
	w := &modelfile.Writer{Graph: &protos.GraphProto{Name: "linear"}, DType: float}
	y := w.Op("MatMul", "x", w.Weights([]float64{2, -3}, 2, 1))
	w.Graph.Node = w.Nodes
	w.Graph.Input = []*protos.ValueInfoProto{modelfile.ValueInfo("x", float, "", "N", 2)}
	w.Graph.Output = []*protos.ValueInfoProto{modelfile.ValueInfo(y, float, "", "N", 1)}
	content, err := proto.Marshal(&protos.ModelProto{IrVersion: 8, OpsetImport: []*protos.OperatorSetIdProto{{Version: 18}}, Graph: w.Graph})
	if err != nil {
		log.Fatal(err)
	}

	model, err := modelfile.Decode(content)
	if err != nil {
		log.Fatal(err)
	}
	inputs, err := modelfile.ChooseInputs(model.Graph)
	if err != nil {
		log.Fatal(err)
	}
	output, err := modelfile.ChooseOutput(model.Graph, "")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(modelfile.DescribeAll(inputs), "→", modelfile.Describe(output))
	// Output: "x" (float [N,2]) → "igbo_2" (float [N,1])
}

// An error explains how to export a model from a file of another format.
func ExampleDecode() {
	_, err := modelfile.Decode([]byte("\x80\x04 a model that scikit-learn pickled"))
	fmt.Println(err)
	// Output: not an ONNX file: it is a Python pickle; export the model with skl2onnx.to_onnx or torch.onnx.export
}

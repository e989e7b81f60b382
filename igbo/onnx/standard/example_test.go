package standard_test

import (
	"fmt"
	"log"

	"github.com/gomlx/compute-onnx/support/protos"

	"github.com/igbolab/igbolab/igbo/onnx/standard"
)

// Fill in an attribute that a file omits, and detect one that the version of the standard does not have.
func ExampleFill() {
	version := map[string]int64{"": 18}
	node := &protos.NodeProto{OpType: "LeakyRelu", Input: []string{"x"}, Output: []string{"y"}}
	if err := standard.Fill(node, version); err != nil {
		log.Fatal(err)
	}
	fmt.Println("alpha:", standard.Attribute(node, "alpha").F)

	node.Attribute = []*protos.AttributeProto{{Name: "slope", Type: protos.AttributeProto_FLOAT, F: 0.1}}
	fmt.Println(standard.Fill(node, version))
	// Output:
	// alpha: 0.01
	// the operation LeakyRelu has the attribute "slope", which does not exist in opset 18; the file is damaged or has another version
}

// Convert the weights of a file to a tensor of GoMLX.
func ExampleTensor() {
	weights := &protos.TensorProto{DataType: int32(protos.TensorProto_FLOAT), Dims: []int64{2, 2}, FloatData: []float32{1, 0, 0.5, 2}}
	t, err := standard.Tensor(weights)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.Shape(), standard.Floats(t))
	// Output: (Float32)[2, 2] [1 0 0.5 2]
}

package operator_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/onnx/operator"
)

// Check whether operations of an ONNX file are supported.
func ExampleKnown() {
	fmt.Println(operator.Known("Gemm"), operator.Known("NoSuchOperator"))
	// Output: true false
}

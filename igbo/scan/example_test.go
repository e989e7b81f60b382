package scan_test

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/scan"
)

// This loop computes the running sum of a series, which is its carry.
func ExampleScan() {
	engine, _, err := backend.Select("go")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Finalize()
	sum := func(carry, inputs, _ []*Node) (next, outputs []*Node) {
		s := Add(carry[0], inputs[0])
		return []*Node{s}, []*Node{s}
	}
	result, err := ExecOnce(engine, func(x *Node) *Node {
		_, outputs := scan.Scan(sum, []*Node{ScalarZero(x.Graph(), x.DType())}, []*Node{x}, scan.Options{})
		return outputs[0]
	}, []float64{1, 2, 3, 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Value())
	// Output: [1 3 6 10]
}

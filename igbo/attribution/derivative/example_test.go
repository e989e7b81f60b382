package derivative_test

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/attribution/derivative"
	"github.com/igbolab/igbolab/igbo/backend"
)

// The derivative of x³ at x = 2 along the tangent 1 is 12.
func ExampleJVP() {
	engine, _, err := backend.Select("go")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Finalize()
	result, err := ExecOnce(engine, func(x *Node) *Node {
		y := Mul(Mul(x, x), x)
		return derivative.JVP([]*Node{y}, []*Node{x}, []*Node{OnesLike(x)})[0]
	}, 2.0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Value())
	// Output: 12
}

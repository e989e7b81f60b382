package embedded_test

import (
	"fmt"
	"log"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/embedded"
)

// Run a graph on the embedded backend.
func ExampleOpen() {
	engine, err := embedded.Open("")
	check(err)
	defer engine.Finalize()
	exec, err := NewExec(engine, func(x *Node) *Node { return Square(x) })
	check(err)
	defer exec.Finalize()
	out, err := exec.Call1([]float32{1, 2, 3})
	check(err)
	values, err := tensors.CopyFlatData[float32](out)
	check(err)
	fmt.Println(values)
	// Output: [1 4 9]
}

// The options that a user does not set are safe, and Check detects unsafe ones.
func ExampleComplete() {
	fmt.Println(embedded.Complete("parallelism=4"))
	fmt.Println(embedded.Check("ops_parallel,parallelism=4"))
	// Output:
	// parallelism=4,ops_sequential,creation_order
	// ops_parallel with parallelism=4 can deadlock (use parallelism=-1 or ops_sequential)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

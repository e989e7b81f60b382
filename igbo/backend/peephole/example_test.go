package peephole_test

import (
	"fmt"
	"log"

	"github.com/gomlx/compute/gobackend"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/peephole"
	"github.com/igbolab/igbolab/igbo/backend/program"
)

// Wrap an embedded backend that you opened yourself. The sum over rows becomes a product with a vector of ones, and the result is the same.
func ExampleWrap() {
	plain, err := gobackend.New("ops_sequential,creation_order")
	check(err)
	engine := peephole.Wrap(program.Wrap(plain, 2))
	defer engine.Finalize()

	exec, err := NewExec(engine, func(x *Node) *Node { return ReduceSum(x, 0) })
	check(err)
	defer exec.Finalize()
	out, err := exec.Call1([][]float32{{1, 2}, {3, 4}, {5, 6}})
	check(err)
	sums, err := tensors.CopyFlatData[float32](out)
	check(err)
	fmt.Println(sums)
	// Output: [9 12]
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

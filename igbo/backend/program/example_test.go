package program_test

import (
	"fmt"
	"log"
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/gobackend"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"github.com/igbolab/igbolab/igbo/backend/program"
)

// Run a graph on one worker and on four. The results are equal to the last bit.
func ExampleWrap() {
	run := func(workers int) []float32 {
		plain, err := gobackend.New("ops_sequential,creation_order")
		check(err)
		engine := program.Wrap(plain, workers)
		defer engine.Finalize()

		exec, err := NewExec(engine, func(g *Graph) *Node { // tanh(x/100)·x for x = 0, 1, …, 99999
			x := IotaFull(g, shapes.Make(dtypes.Float32, 100_000))
			return Mul(Tanh(DivScalar(x, 100)), x)
		})
		check(err)
		defer exec.Finalize()
		out, err := exec.Call1()
		check(err)
		values, err := tensors.CopyFlatData[float32](out)
		check(err)
		return values
	}
	one, four := run(1), run(4)
	fmt.Printf("%.3f %t\n", one[100], slices.Equal(one, four))
	// Output: 76.159 true
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

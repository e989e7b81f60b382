package workload_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/research/bench/workload"
)

// Build a matrix product: our contender, which has computed it once, and the same inputs for the peers. Then run it ten times.
func ExampleProductSize_Make() {
	ctx := context.Background()
	engine, _, err := backend.Select("go")
	check(err)
	defer engine.Finalize()
	size := workload.ProductSize{M: 2, K: 8, N: 3}
	ours, work, err := size.Make(ctx, engine)
	check(err)
	fmt.Println(size, "has", len(ours.Outputs()["product"]), "outputs")
	for _, a := range work.Arrays {
		fmt.Println("input", a.Name, a.Shape)
	}

	took, err := ours.Run(ctx, 10)
	check(err)
	fmt.Println(took.Wall > 0)
	check(ours.Close())
	// Output:
	// 2×8×3 has 6 outputs
	// input a [2 8]
	// input b [8 3]
	// true
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

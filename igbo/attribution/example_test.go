package attribution_test

import (
	"fmt"

	. "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend"
)

// The model is y = a·b with one time step. Its attributions at (3, 2), from the baseline 0, sum to F(x) − F(0)
// = 6.
func ExampleTIG() {
	product := func(_ *model.Scope, x *Node) *Node {
		return Mul(Slice(x, AxisRange(), AxisRange(), AxisElem(0)), Slice(x, AxisRange(), AxisRange(), AxisElem(1)))
	}
	flat := func(scope *model.Scope, x *Node) *Node { return Squeeze(product(scope, x), -1) }
	engine, _, err := backend.Select("go")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Finalize()
	exec, err := model.NewExec(engine, model.NewStore(), func(scope *model.Scope, x *Node) *Node {
		return attribution.TIG(scope, flat, x, attribution.DefaultConfig())
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	x := tensors.FromFlatDataAndDimensions([]float64{3, 2}, 1, 1, 2) // [B,T,D]
	result, err := exec.Call1(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f\n", tensors.MustCopyFlatData[float64](result))
	// Output: [3.00 3.00]
}

package faithfulness_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/faithfulness"
)

// The first two of four inputs are relevant. The attributions rank an irrelevant input second.
func ExampleRecover() {
	recovery, err := faithfulness.Recover([]float64{1, 0.25, 0.5, 0}, []bool{true, true, false, false})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("average precision %.3f\n", recovery.AUPRC)
	// Output: average precision 0.833
}

// The attributions of 2·a + b at (1, 1) are 2 and 1. Deletion sets the most important input to the reference first.
func ExampleDeletion() {
	f := func(points []float64) ([]float64, error) {
		var y []float64
		for i := 0; i < len(points); i += 2 {
			y = append(y, 2*points[i]+points[i+1])
		}
		return y, nil
	}
	curve, err := faithfulness.Deletion(f, []float64{1, 1}, []float64{0, 0}, []float64{2, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(curve.Output)
	// Output: [3 1 0]
}

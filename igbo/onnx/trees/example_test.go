package trees_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/onnx/trees"
)

// Predict a row with a random forest that scikit-learn exported.
func ExampleLoad() {
	forest, err := trees.Load("../testdata/forest.onnx", "")
	if err != nil {
		log.Fatal(err)
	}
	row := []trees.Cell{{Number: 0.1}, {Number: -1}, {Number: 0.5}, {Number: 2}, {Number: 0}}
	y, err := forest.Predict([][]trees.Cell{row})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(y), "prediction")
	// Output: 1 prediction
}

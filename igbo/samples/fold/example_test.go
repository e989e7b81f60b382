package fold_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/samples/fold"
)

// Six visits of three patients are divided into three folds. The visits of a patient stay in one fold.
func ExampleAll() {
	patients := []int{0, 0, 1, 1, 2, 2}
	splits, err := fold.All(6, 3, 1, 1, nil, patients)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, split := range splits {
		fmt.Println(len(split.Train), "visits to train on, held out:", patients[split.Test[0]] == patients[split.Test[1]])
	}
	// Output:
	// 4 visits to train on, held out: true
	// 4 visits to train on, held out: true
	// 4 visits to train on, held out: true
}

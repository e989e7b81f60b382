package judged_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/judged"
)

// Read the committed result for a linear student that follows an order. The number is the share of the order's edges that hold
// by the trained score, and by importances that were not trained.
func Example() {
	r, err := study.Reported[*judged.Result](judged.Definition())
	if err != nil {
		log.Fatal(err)
	}
	students := r.Settings[0].Students
	for i, j := range students[1].Judges {
		fmt.Printf("%s: %.2f with the order, %.2f without\n", j.Judge, j.Holds.Mean, students[0].Judges[i].Holds.Mean)
	}
	// Output:
	// trained score: 1.00 with the order, 0.63 without
	// TIG, fresh rows: 0.78 with the order, 0.62 without
	// Shapley values: 0.78 with the order, 0.62 without
	// permuted output: 0.81 with the order, 0.63 without
	// permutation importance: 0.77 with the order, 0.72 without
}

package tasks_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/routing"
	"github.com/igbolab/igbolab/igbo/research/study/routing/tasks"
)

// Read the committed result. The number is the error in the test of networks that are trained along a kind of path, divided by
// that along straight paths, with its 95 % interval.
func ExampleTrained() {
	all, err := routing.Reported()
	if err != nil {
		log.Fatal(err)
	}
	for _, task := range all.Tasks.Tasks[:2] {
		for i, arm := range tasks.Arms() {
			fmt.Printf("%s, %s: %s\n", task.Name, arm, task.Arms[i].OverStraight.Interval("%.2f"))
		}
	}
	// Output:
	// few samples, no expert: 1.63 [1.43, 1.85]
	// few samples, straight: 1.00 [1.00, 1.00]
	// few samples, oracle: 1.05 [0.98, 1.14]
	// few samples, across: 0.89 [0.83, 0.94]
	// shortcut, ring, no expert: 2.30 [2.06, 2.55]
	// shortcut, ring, straight: 1.00 [1.00, 1.00]
	// shortcut, ring, oracle: 0.73 [0.63, 0.84]
	// shortcut, ring, across: 0.56 [0.51, 0.61]
}

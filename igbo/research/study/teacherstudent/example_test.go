package teacherstudent_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
)

// Draw the task of a seed, and measure the best linear student in closed form. Its mean squared error on the training points is
// the least that a linear student can reach.
func ExampleNewLesson() {
	l, err := teacherstudent.NewLesson(teacherstudent.DefaultConfig().Task, 1)
	if err != nil {
		log.Fatal(err)
	}
	best := l.LeastSquares
	fmt.Printf("training %.0f, validation %.0f, fresh points %.0f\n", best.MSE(l.Task.Train), best.MSE(l.Task.Validation), best.MSE(l.FreshTable))
	// Output:
	// training 324, validation 366, fresh points 288
}

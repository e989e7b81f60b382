package blackbox_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/blackbox"
)

// Read the committed result for 16 days of weather. The number is a student's error on other days divided by that of ridge
// regression, with its 95 % interval. Answers of the teacher help more than its order of importance.
func Example() {
	r, err := study.Reported[*blackbox.Result](blackbox.Definition())
	if err != nil {
		log.Fatal(err)
	}
	c := r.Find("weather", 16)
	for _, method := range []string{"order with intervals", "rank-weighted ridge", "distillation, training inputs"} {
		ratio, _ := c.Section.Over(0, method)
		fmt.Println(method, ratio.Text("%.2f"))
	}
	// Output:
	// order with intervals 2.46 [1.07, 3.39]
	// rank-weighted ridge 0.53 [0.34, 0.84]
	// distillation, training inputs 0.42 [0.23, 0.71]
}

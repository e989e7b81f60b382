package credit_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/credit"
)

// Read the committed result. The first number is the error of a linear model that is trained under the order, divided by that of
// the posterior mean from which it starts. The others are the errors of averages of eight networks, which share the steps of one
// network, divided by its error.
func ExampleResult_Over() {
	r, err := study.Reported[*credit.Result](credit.Definition())
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range [][3]string{
		{"linear, n = 16", "from posterior under the order, feasibility-first", "posterior, order"},
		{"network, mixed truth", "8 networks, order", "one network, order"},
		{"network, mixed truth", "8 networks, no order", "one network, no order"},
	} {
		ratio, _ := r.Over(c[0], c[1], c[2])
		fmt.Println(c[1], ratio.Text("%.2f"))
	}
	// Output:
	// from posterior under the order, feasibility-first 1.21 [1.13, 1.29]
	// 8 networks, order 1.18 [1.11, 1.25]
	// 8 networks, no order 1.15 [1.11, 1.19]
}

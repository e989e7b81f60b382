package pareto_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/pareto"
)

// Read the committed result. The number is the hypervolume of the front that a rule reaches, as mean ± standard deviation over
// five seeds. 1 would be the ideal point: the least task loss without any order loss.
func Example() {
	r, err := study.Reported[*pareto.Result](pareto.Definition())
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range r.Rows[:4] {
		fmt.Println(row.Rule, row.Hypervolume.PlusMinus("%.2f"))
	}
	// Output:
	// weighted-sum 0.90 ± 0.07
	// paper 0.87 ± 0.07
	// continuous 0.87 ± 0.08
	// pcgrad 0.72 ± 0.16
}

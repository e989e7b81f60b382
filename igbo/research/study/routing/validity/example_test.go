package validity_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/routing"
	"github.com/igbolab/igbolab/igbo/research/study/routing/validity"
)

// Read the committed result on series. The number is the share of a path that stays in the data, with its 95 % interval over 20
// seeds.
func ExampleResult_Find() {
	all, err := routing.Reported()
	if err != nil {
		log.Fatal(err)
	}
	level := validity.DefaultConfig().Level
	for _, route := range all.Validity.Find("ar").Routes {
		fmt.Println(route.Route, study.NewEstimate(route.Scores["valid"], level).Interval("%.2f"))
	}
	// Output:
	// straight 0.49 [0.45, 0.52]
	// baselines 0.49 [0.48, 0.50]
	// geodesic 1.00 [1.00, 1.00]
	// relaxed 0.77 [0.75, 0.79]
	// oracle 0.92 [0.90, 0.94]
}

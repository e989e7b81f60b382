package shift_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/shift"
)

// Fit ridge regression, without and with the written order and directions, to 16 penguins of one species, and predict the mass
// of the other species. The number is the mean squared error in kg² over ten draws.
func ExampleSource_Draw() {
	shifts, err := shift.Shifts()
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range shifts {
		if s.Name != "species, mass of penguins" {
			continue
		}
		fmt.Println(s.Order)
		for _, m := range []benchmark.Method{benchmark.Ridge(), benchmark.SignRankRidge()} {
			mean := 0.0
			for seed := range int64(10) {
				p, err := shift.Source{Shift: s}.Draw(seed) // the other tables need a File
				if err != nil {
					log.Fatal(err)
				}
				_, _, e, err := benchmark.Try(context.Background(), nil, m, p, benchmark.DefaultTuneOptions(seed))
				if err != nil {
					log.Fatal(err)
				}
				mean += e / 10 / 1e6
			}
			fmt.Printf("%s: %.2f\n", m.Name(), mean)
		}
	}
	// Output:
	// +flipper_length_mm > +sex=male > +bill_depth_mm > +bill_length_mm
	// ridge: 1.53
	// sign-rank-ridge: 1.41
}

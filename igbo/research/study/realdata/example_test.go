package realdata_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/realdata"
)

// Draw 16 penguins with an expert's order and directions, and predict the body mass of other penguins. The number is the mean
// squared error in kg² over five draws.
func ExampleDraw() {
	for _, m := range []benchmark.Method{benchmark.Ridge(), benchmark.SignRankRidge()} {
		mean := 0.0
		for seed := range int64(5) {
			p, err := realdata.Draw("penguins, mass", 16, 300, seed)
			if err != nil {
				log.Fatal(err)
			}
			_, _, e, err := benchmark.Try(context.Background(), nil, m, p, benchmark.DefaultTuneOptions(seed))
			if err != nil {
				log.Fatal(err)
			}
			mean += e / 5 / 1e6
		}
		fmt.Printf("%s: %.3f\n", m.Name(), mean)
	}
	// Output:
	// ridge: 0.142
	// sign-rank-ridge: 0.121
}

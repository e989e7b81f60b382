package fewsamples_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/fewsamples"
)

// Draw problems of the study's centre, 16 samples of ten features with the order of the truth, and fit two methods to each. The
// number is the mean error over ten draws.
func ExampleConfig_Draw() {
	c := fewsamples.DefaultConfig()
	for _, m := range []benchmark.Method{benchmark.Ridge(), benchmark.RankRidge()} {
		mean := 0.0
		for seed := range int64(10) {
			p, err := c.Draw(c.Cases[0], seed)
			if err != nil {
				log.Fatal(err)
			}
			_, _, e, err := benchmark.Try(context.Background(), nil, m, p, benchmark.DefaultTuneOptions(seed))
			if err != nil {
				log.Fatal(err)
			}
			mean += e / 10
		}
		fmt.Printf("%s: %.2f\n", m.Name(), mean)
	}
	// Output:
	// ridge: 2.04
	// rank-weighted ridge: 1.06
}

package wrongprior_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/research/study/wrongprior"
)

// Damage the order of 16 samples, and fit a method that relies on it. The number is its mean error over ten draws, divided by that
// of ridge regression.
func ExampleDraw() {
	for _, swaps := range []int{0, 2, wrongprior.Reversed} {
		sums := [2]float64{}
		for seed := range int64(10) {
			p, _, err := wrongprior.Draw(16, swaps, seed)
			if err != nil {
				log.Fatal(err)
			}
			for i, m := range []benchmark.Method{benchmark.Ridge(), benchmark.RankRidge()} {
				_, _, e, err := benchmark.Try(context.Background(), nil, m, p, benchmark.DefaultTuneOptions(seed))
				if err != nil {
					log.Fatal(err)
				}
				sums[i] += e
			}
		}
		fmt.Printf("%s: %.2f\n", wrongprior.Degree(swaps), sums[1]/sums[0])
	}
	// Output:
	// 0 swaps: 0.52
	// 2 swaps: 0.63
	// reversed: 1.56
}

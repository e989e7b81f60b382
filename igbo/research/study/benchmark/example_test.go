package benchmark_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/research/study/benchmark"
	"github.com/igbolab/igbolab/igbo/samples"
)

// Compare a method that knows an order of importance with ridge regression, on 12 rows. Each method chooses its strength by
// cross-validation with the same folds. The number is the squared error on new rows without noise.
func ExampleTry() {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func(rows int, noise float64) samples.Data {
		d := samples.Data{Features: []string{"a", "b", "c", "d"}, Steps: 1}
		for range rows {
			y := noise * rng.NormFloat64()
			for _, w := range []float64{2, 1, 0.5, 0} {
				x := rng.NormFloat64()
				d.X, y = append(d.X, x), y+w*x
			}
			d.Y = append(d.Y, y)
		}
		return d
	}
	p := &benchmark.Problem{Train: draw(12, 2), Test: draw(1000, 0)}
	var err error
	if p.Order, err = benchmark.Bare(p.Train.Features, []dag.Edge{{U: 0, V: 1}, {U: 1, V: 2}, {U: 2, V: 3}}); err != nil {
		log.Fatal(err)
	}
	for _, m := range []benchmark.Method{benchmark.Ridge(), benchmark.RankRidge()} {
		_, chosen, e, err := benchmark.Try(context.Background(), nil, m, p, benchmark.DefaultTuneOptions(1))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: error %.2f after %d fits\n", m.Name(), e, chosen.Fits)
	}
	// Output:
	// ridge: error 4.54 after 41 fits
	// rank-weighted ridge: error 3.44 after 41 fits
}

package bench_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/research/bench"
)

// Measure a few workloads on the embedded backend, and compare the speed of this machine with the reference machine. This takes up to
// two minutes, so this example is compiled but not run.
func ExampleRun() {
	engine, _, err := backend.Select("go")
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Finalize()
	report, err := bench.Run(context.Background(), engine, bench.QuickConfig())
	if err != nil {
		log.Fatal(err)
	}
	quick, err := bench.Summarize(report)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(quick.Text())
}

// The time of 10, 100 and 1000 rows grows as the square of their number.
func ExampleExponent() {
	fmt.Printf("%.1f\n", bench.Exponent([]float64{10, 100, 1000}, []float64{0.002, 0.2, 20}))
	// Output: 2.0
}

package results_test

import (
	"fmt"
	"log"
	"os"

	"github.com/igbolab/igbolab/igbo/research/bench"
	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
	"github.com/igbolab/igbolab/igbo/research/bench/results"
)

// Store a run, as bench.Run returns it, read it again, and show the times of its target.
func Example() {
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	const seconds = 14e-6
	step := outcome.Comparison{Row: "step", Title: "a training step", Ours: race.Timing{Name: "igbo", Median: seconds, Min: seconds, Rounds: []float64{seconds}}}
	run := &bench.Report{Target: outcome.Embedded, Comparisons: []outcome.Comparison{step}}
	check(results.Store(dir, []*bench.Report{run}))

	runs, err := results.Load(dir)
	check(err)
	fmt.Println(results.NewSection(outcome.Embedded, runs).Table("Times"))
	// Output:
	// | work | contender | median | min | CPU | ratio | rounds | CPU ratio |  |
	// | --- | --- | --- | --- | --- | --- | --- | --- | --- |
	// | a training step | igbo | 14 µs | 14 µs |  |  |  |  |  |
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

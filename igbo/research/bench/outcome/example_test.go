package outcome_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
	"github.com/igbolab/igbolab/igbo/research/bench/race"
)

// Judge whether a measured row meets the goal to be at least 1.5 times as fast as a peer.
func ExampleJudge() {
	ours := race.Timing{Name: "igbo", Median: 0.002, Min: 0.0018, Rounds: []float64{0.002, 0.0018, 0.0021}}
	jax := outcome.ReferenceResult{Timing: race.Timing{Name: "jax", Median: 0.004, Min: 0.0036, Rounds: []float64{0.004, 0.0036, 0.0045}}}
	jax.Settle(ours)
	row := outcome.Comparison{Row: "gru", Title: "GRU", Ours: ours, References: []outcome.ReferenceResult{jax}}

	goal := outcome.Goal{Row: "gru", Measure: outcome.Time, Against: "jax", AtLeast: 1.5}
	for _, j := range outcome.Judge([]outcome.Goal{goal}, []outcome.Comparison{row}) {
		fmt.Printf("%s, goal %s: %.1f, %s\n", j.Title, j.Goal, *j.Value, outcome.Verdict(*j.Met))
	}
	// Output: GRU, goal ≥ 1.5× jax: 2.0, met
}

package recurrence_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/research/study/recurrence"
)

// Read the committed result at α = 0.7. It has the mean number of edges of a teacher's graph, the number of them that fresh
// points give again, and the number that would recur by chance.
func Example() {
	r, err := study.Reported[*recurrence.Result](recurrence.Definition())
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range r.Rows {
		if row.Alpha == 0.7 {
			fmt.Printf("%s: %.1f edges, %.1f recur, %.1f by chance\n", row.Score, row.Edges.Mean, row.Recurring.Mean, row.Chance.Mean)
		}
	}
	// Output:
	// signed: 10.8 edges, 2.3 recur, 1.2 by chance
	// absolute: 24.6 edges, 14.2 recur, 6.1 by chance
}

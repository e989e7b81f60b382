package pairwise_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag/pairwise"
)

func ExampleBradleyTerry() {
	var judged []pairwise.Comparison
	for _, c := range []struct {
		winner, loser string
		times         float64
	}{{"a", "b", 9}, {"b", "a", 2}, {"b", "c", 8}, {"c", "b", 3}, {"a", "c", 10}, {"c", "a", 1}} {
		judged = append(judged, pairwise.Comparison{Winner: c.winner, Loser: c.loser, Weight: c.times})
	}
	opts := pairwise.DefaultOptions()
	s, err := pairwise.BradleyTerry(judged, opts)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k, name := range s.Features {
		fmt.Printf("%s %+.2f ± %.2f\n", name, s.Beta[k], s.StdErr[k])
	}
	d, err := s.DAG(opts)
	fmt.Println(len(d.Edges), "edges", err)
	// Output:
	// a +1.28 ± 0.42
	// b -0.17 ± 0.34
	// c -1.11 ± 0.39
	// 3 edges <nil>
}

package wrongprior

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study/contest"
)

// damaged is the order with names exchanged.
func damaged(p *contest.Problem, swaps int, rng *rand.Rand) (*dag.DAG, error) {
	n := len(p.Order.Features)
	to := make([]int, n)
	for k := range to {
		to[k] = k
	}
	switch {
	case swaps == Reversed:
		ranks := contest.Ranks(p)
		byRank := slices.Clone(to)
		slices.SortStableFunc(byRank, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
		for i, k := range byRank {
			to[k] = byRank[n-1-i]
		}
	case swaps == Placebo:
		rng.Shuffle(n, func(i, j int) { to[i], to[j] = to[j], to[i] })
	default:
		for range swaps {
			i := rng.IntN(n)
			j := (i + 1 + rng.IntN(n-1)) % n
			to[i], to[j] = to[j], to[i]
		}
	}
	edges := slices.Clone(p.Order.Edges)
	for i, e := range edges {
		edges[i].U, edges[i].V = to[e.U], to[e.V]
	}
	d, err := dag.New(p.Order.Features, edges, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("wrongprior: %w", err)
	}
	return d, nil
}

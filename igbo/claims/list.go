package claims

import (
	"fmt"
	"slices"
)

// The parts of the paper.
const (
	partFrame       = "framework"
	partScore       = "attributions and score"
	partOrder       = "order and loss"
	partOracle      = "routing oracle"
	partGraph       = "graph from batches"
	partProjection  = "projection"
	partNoise       = "noise and convergence"
	partCost        = "complexity"
	partExperiment  = "experiment"
	partPerspective = "discussion and outlook"
)

// Parts lists the parts of the paper in its order.
func Parts() []string {
	return []string{partFrame, partScore, partOrder, partOracle, partGraph, partProjection, partNoise, partCost, partExperiment, partPerspective}
}

// All lists every claim, in the order of [Parts].
func All() []Claim {
	var all []Claim
	for i, list := range [][]Claim{frame(), score(), order(), oracle(), graph(), projected(), noisy(), cost(), experiment(), perspective()} {
		for _, c := range list {
			c.Part = Parts()[i]
			all = append(all, c)
		}
	}
	return all
}

// Find returns the claim with an ID. Error: there is none.
func Find(id string) (Claim, error) {
	all := All()
	i := slices.IndexFunc(all, func(c Claim) bool { return c.ID == id })
	if i < 0 {
		return Claim{}, fmt.Errorf("claims: no claim %q, expected the ID of one of the %d claims", id, len(all))
	}
	return all[i], nil
}

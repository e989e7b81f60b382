package ordered

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/posterior"
	"github.com/igbolab/igbolab/igbo/task/linear"
)

// Knowledge is what is known of the weights of D columns.
type Knowledge struct {
	// Groups lists the columns of each feature; nil makes each column one.
	Groups [][]int
	// Order has the pairs u above v of features, and the directions of columns.
	Order posterior.Order
}

// Of are the edges and directions of a graph over columns in groups.
func Of(d *dag.DAG, columns []string, groups [][]int) (Knowledge, error) {
	k := Knowledge{Groups: groups}
	if groups == nil {
		for j := range columns {
			k.Groups = append(k.Groups, []int{j})
		}
	}
	var err error
	if k.Order, err = posterior.OrderOf(d, columns, groups); err != nil {
		return k, fmt.Errorf("ordered: %w", err)
	}
	return k, nil
}

// nothing is known but which columns are a feature.
func (k Knowledge) nothing() Knowledge { return Knowledge{Groups: k.Groups} }

// ranked tells whether an order is known, signed whether a direction is.
func (k Knowledge) ranked() bool { return len(k.Order.Above) > 0 }

func (k Knowledge) signed() bool {
	for _, s := range k.Order.Directions {
		if s != 0 {
			return true
		}
	}
	return false
}

// closure tells of each pair of features whether the first is above the second.
func (k Knowledge) closure() [][]bool {
	n := len(k.Groups)
	above := make([][]bool, n)
	for u := range above {
		above[u] = make([]bool, n)
	}
	for _, e := range k.Order.Above {
		above[e[0]][e[1]] = true
	}
	for mid := range n {
		for u := range n {
			if !above[u][mid] {
				continue
			}
			for v := range n {
				above[u][v] = above[u][v] || above[mid][v]
			}
		}
	}
	return above
}

// Ranks are those of the features by the order, 1 for the most important: the middle between the first
// and the last place that a feature can have.
func (k Knowledge) Ranks() []float64 {
	n := len(k.Groups)
	ranks, closure := make([]float64, n), k.closure()
	for f := range ranks {
		above, below := 0, 0
		for other := range n {
			if closure[other][f] {
				above++
			}
			if closure[f][other] {
				below++
			}
		}
		ranks[f] = 1 + float64(above+n-1-below)/2
	}
	return ranks
}

// RankPenalty is a penalty on d columns of a mean strength that is proportional to their features' squared ranks, which stands for weights that
// fall as 1/rank.
func (k Knowledge) RankPenalty(strength float64, d int) linear.Penalty {
	penalty := linear.Uniform(strength, d)
	ranks, mean := k.Ranks(), 0.0
	for f, group := range k.Groups {
		mean += ranks[f] * ranks[f] * float64(len(group)) / float64(d)
	}
	for f, group := range k.Groups {
		for _, j := range group {
			penalty.Strengths[j] *= ranks[f] * ranks[f] / mean
		}
	}
	return penalty
}

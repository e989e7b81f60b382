package linear

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/posterior"
)

// Constraints holds what is known of the weights of D columns: an importance order of their features, and directions.
type Constraints struct {
	// Groups lists the columns of each feature.
	Groups [][]int
	// Order has pairs of features, the more important first, and the directions of columns.
	Order posterior.Order
}

// ConstraintsOf returns the edges and directions of a graph over columns in groups; nil groups make each column a feature. It returns an
// error if they do not fit.
func ConstraintsOf(d *dag.DAG, columns []string, groups [][]int) (Constraints, error) {
	k := Constraints{Groups: groups}
	if groups == nil {
		for j := range columns {
			k.Groups = append(k.Groups, []int{j})
		}
	}
	var err error
	if k.Order, err = posterior.OrderOf(d, columns, groups); err != nil {
		return k, fmt.Errorf("linear: %w", err)
	}
	return k, nil
}

// nothing returns the groups without order and directions.
func (k Constraints) nothing() Constraints { return Constraints{Groups: k.Groups} }

// ranked reports whether an order is known, signed whether a direction is.
func (k Constraints) ranked() bool { return len(k.Order.Above) > 0 }

func (k Constraints) signed() bool {
	for _, s := range k.Order.Directions {
		if s != 0 {
			return true
		}
	}
	return false
}

// Ranks returns the rank of each feature, 1 for the most important: the mean of the first and the last place that the order allows.
func (k Constraints) Ranks() []float64 {
	n := len(k.Groups)
	ranks, closure := make([]float64, n), k.Order.Closure(n)
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

// RankPenalty returns a penalty on d columns with a mean strength, each in proportion to the squared rank of its feature: the prior of
// weights that fall as 1/rank.
func (k Constraints) RankPenalty(strength float64, d int) Penalty {
	penalty := Uniform(strength, d)
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

package linear

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/posterior"
)

// Constraints holds prior knowledge about the weights of D columns: an importance order of the features, and
// directions of effects.
type Constraints struct {
	// Groups lists the columns of each feature. nil means no features, so use [ConstraintsOf], which fills it in.
	Groups [][]int
	// Order contains pairs of features, the more important one first, and the directions of columns.
	Order posterior.Order
}

// ConstraintsOf returns the edges and directions of a DAG over columns in groups. nil groups make each column a
// feature. It returns an error if DAG, columns and groups do not match.
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

// ranked reports whether an order is known, and signed whether a direction is known.
func (k Constraints) ranked() bool { return len(k.Order.Above) > 0 }

func (k Constraints) signed() bool {
	for _, s := range k.Order.Directions {
		if s != 0 {
			return true
		}
	}
	return false
}

// Ranks returns the rank of each feature, 1 for the most important. It is the mean of the first and the last
// position that the order allows.
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

// RankPenalty returns a penalty on d columns with the given mean strength. Each strength is proportional to the
// squared rank of its feature, which is the prior for weights that decrease as 1/rank.
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

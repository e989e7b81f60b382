package task

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// auc returns the AUC of scores for targets that are 0 or 1.
func (s Predictions) auc(score, target func(row int) float64) float64 {
	space := s.Like.Like()
	defer space.Close()
	scores, of := spool.Scratch[float64](space, s.rows()), spool.Scratch[bool](space, s.rows())
	for i := range scores {
		y := target(i)
		if y != 0 && y != 1 {
			return math.NaN()
		}
		scores[i], of[i] = score(i), y == 1
	}
	return AUC(scores, s.Weights, of)
}

// A point is a score, its weight, and whether it belongs to the class.
type point struct {
	score, weight float64
	of            bool
}

// AUC returns the area under the ROC curve of n scores s. of reports which scores belong to the class. The
// weights w must not be negative; nil means 1 each. The result is Σ w_i·w_j·([s_i > s_j] + ½[s_i = s_j]) / Σ
// w_i·w_j, over i in the class and j outside it. It is NaN if the denominator is 0 or a score is NaN. The cost
// is O(n·log n), or O(n) for ascending scores. AUC panics with an error if the lengths differ.
func AUC(scores, weights []float64, of []bool) float64 {
	if len(of) != len(scores) || weights != nil && len(weights) != len(scores) {
		panic(fmt.Errorf("task: computing the AUC: %d scores, %d weights and %d class labels (the numbers must be equal)", len(scores), len(weights), len(of)))
	}
	points := make([]point, len(scores))
	for i, s := range scores {
		points[i] = point{s, 1, of[i]}
		if weights != nil {
			points[i].weight = weights[i]
		}
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.score, b.score) })
	if len(points) > 0 && math.IsNaN(points[0].score) { // NaN is sorted first
		return math.NaN()
	}
	below, inside, won := 0.0, 0.0, 0.0 // weight below outside the class; weight inside the class; ordered pairs
	for from := 0; from < len(points); {
		to, own, other := from, 0.0, 0.0
		for ; to < len(points) && points[to].score == points[from].score; to++ {
			if points[to].of {
				own += points[to].weight
			} else {
				other += points[to].weight
			}
		}
		won += own * (below + other/2)
		below, inside, from = below+other, inside+own, to
	}
	if below*inside == 0 {
		return math.NaN()
	}
	return won / (below * inside)
}

package task

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// auc is the area under the curve of scores and targets, 0 or 1, by row.
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

// point is a score with its weight and whether it is of the class.
type point struct {
	score, weight float64
	of            bool
}

// AUC is the area under the receiver operating characteristic of n scores s: of says which are of the class, and the
// weights w, at least 0 (nil is 1 each), how much each counts. It is Σ w_i·w_j·([s_i > s_j] + ½[s_i = s_j]) over i of the
// class and j outside, divided by Σ w_i·w_j; NaN where that is 0 or a score is NaN. Cost O(n·log n), O(n) for scores that
// rise. It panics with an error where the lengths differ.
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
	if len(points) > 0 && math.IsNaN(points[0].score) { // they are first
		return math.NaN()
	}
	below, inside, won := 0.0, 0.0, 0.0 // weight outside below; of the class; pairs in order
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

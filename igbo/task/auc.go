package task

import (
	"cmp"
	"math"
	"slices"
)

// auc is the area under the curve of scores and targets, 0 or 1, by row.
func (s Sample) auc(score, target func(row int) float64) float64 {
	points := make([]point, s.rows())
	for i := range points {
		points[i] = point{score(i), s.weight(i), target(i) == 1}
		if y := target(i); y != 0 && y != 1 {
			return math.NaN()
		}
	}
	return area(points)
}

// point is a score with its weight and whether it is of the class.
type point struct {
	score, weight float64
	of            bool
}

// area is Σ w_i·w_j·([s_i > s_j] + ½[s_i = s_j]) over i of the class and j outside,
// divided by Σ w_i·w_j; NaN where that is 0 or a score is NaN. Cost O(n·log n).
func area(points []point) float64 {
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

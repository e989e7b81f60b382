package pareto

import (
	"cmp"
	"slices"
)

// markFront marks the points that no other one dominates: none is as small in
// both losses and smaller in one.
func markFront(points []Point) {
	for i := range points {
		points[i].Front = !slices.ContainsFunc(points, func(q Point) bool {
			p := points[i]
			return q.L <= p.L && q.H <= p.H && (q.L < p.L || q.H < p.H)
		})
	}
}

// hypervolume is the area of all (L, H) that a point dominates, up to a corner
// (the S-metric of two objectives). Points beyond the corner add nothing.
func hypervolume(points []Point, corner [2]float64) float64 {
	sorted := slices.Clone(points)
	slices.SortFunc(sorted, func(a, b Point) int { return cmp.Compare(a.L, b.L) })
	area, ceiling := 0.0, corner[1]
	for _, q := range sorted {
		if q.L < corner[0] && q.H < ceiling {
			area += (corner[0] - q.L) * (ceiling - q.H)
			ceiling = q.H
		}
	}
	return area
}

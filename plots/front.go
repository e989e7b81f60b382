package plots

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
)

// nonDominated returns the points of a set that no other one dominates, by
// increasing L: no other point is as small in both losses and smaller in one.
func nonDominated(set ParetoSet) [][2]float64 {
	points := make([][2]float64, len(set.L))
	for i := range points {
		points[i] = [2]float64{set.L[i], set.H[i]}
	}
	sort.Slice(points, func(i, j int) bool {
		if points[i][0] != points[j][0] {
			return points[i][0] < points[j][0]
		}
		return points[i][1] < points[j][1]
	})
	var front [][2]float64
	best := math.Inf(1)
	for _, p := range points {
		if p[1] < best {
			front = append(front, p)
			best = p[1]
		}
	}
	return front
}

// dominated tells whether a set has dominated points.
func dominated(sets []ParetoSet) bool {
	for _, set := range sets {
		if len(nonDominated(set)) < len(set.L) {
			return true
		}
	}
	return false
}

// hypervolume returns the area dominated by a front up to the reference point;
// points beyond the reference add nothing.
func hypervolume(front [][2]float64, reference [2]float64) float64 {
	area, ceiling := 0.0, reference[1]
	for _, p := range front {
		if p[0] >= reference[0] || p[1] >= ceiling {
			continue
		}
		area += (reference[0] - p[0]) * (ceiling - p[1])
		ceiling = p[1]
	}
	return area
}

// dominatedArea returns the outline of what a front dominates up to the reference.
func dominatedArea(front [][2]float64, reference [2]float64, x, y canvas.Mapping) []vg.Point {
	outline := []vg.Point{{X: x(reference[0]), Y: y(reference[1])}}
	ceiling := reference[1]
	for _, p := range front {
		if p[0] >= reference[0] || p[1] >= ceiling {
			continue
		}
		outline = append(outline, vg.Point{X: x(p[0]), Y: y(ceiling)}, vg.Point{X: x(p[0]), Y: y(p[1])})
		ceiling = p[1]
	}
	return append(outline, vg.Point{X: x(reference[0]), Y: y(ceiling)})
}

// stairs are the corners of the line that bounds what a front dominates.
func stairs(front [][2]float64, x, y canvas.Mapping) []vg.Point {
	var corners []vg.Point
	for k, p := range front {
		if k > 0 {
			corners = append(corners, vg.Point{X: x(p[0]), Y: y(front[k-1][1])})
		}
		corners = append(corners, vg.Point{X: x(p[0]), Y: y(p[1])})
	}
	return corners
}

// alike is the share of an axis within which two points hide each other.
const alike = 0.005

// coincides returns the first set whose points all lie on those of the i-th, in the same
// order, or −1.
func coincides(sets []ParetoSet, i int, s canvas.Settings) int {
	var ls, hs []float64
	for _, set := range sets {
		ls, hs = append(ls, set.L...), append(hs, set.H...)
	}
	near := func(a, b, all []float64, log bool) bool {
		position := func(v float64) float64 { return v }
		if log {
			position = math.Log
		}
		low, high := canvas.Bounds(all)
		within := alike * (position(high) - position(low))
		return slices.EqualFunc(a, b, func(v, w float64) bool { return math.Abs(position(v)-position(w)) <= within })
	}
	return slices.IndexFunc(sets[:i], func(other ParetoSet) bool {
		return near(other.L, sets[i].L, ls, s.LogX) && near(other.H, sets[i].H, hs, s.LogY)
	})
}

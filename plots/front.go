package plots

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
)

// nonDominated returns the points of a set that no other point dominates, sorted by increasing L. A
// point dominates another one if it is no larger in both losses and smaller in at least one.
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

// dominated reports whether any set has dominated points.
func dominated(sets []ParetoSet) bool {
	for _, set := range sets {
		if len(nonDominated(set)) < len(set.L) {
			return true
		}
	}
	return false
}

// hypervolume returns the area that a front dominates, bounded by the reference point. Points
// beyond the reference point add nothing.
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

// dominatedArea returns the outline of the area that a front dominates, bounded by the reference
// point.
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

// stairs returns the corners of the step line that bounds the area dominated by a front.
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

// alike is the distance, as a fraction of the axis, below which two points look like one.
const alike = 0.005

// coincides returns the index of the first set whose points coincide, in order, with all points of
// the i-th set, or −1 if there is none.
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

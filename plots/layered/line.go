package layered

import (
	"math"
	"slices"
)

// gate is an interval of a horizontal line that a path must cross.
type gate struct{ y, lo, hi float64 }

// shortest returns the shortest path from one point down through the gates to another point. The
// gates are in order from the top. The cone of directions that pass all gates narrows until it is
// empty, and the path bends there.
func shortest(from Point, gates []gate, to Point) []Point {
	path := []Point{from}
	last := len(gates)
	gates = append(slices.Clone(gates), gate{to.Y, to.X, to.X})
	apex, left, right := from, -1, -1 // the gates whose ends bound the cone
	low, high := math.Inf(-1), math.Inf(1)
	for k := 0; k <= last; k++ {
		dy := gates[k].y - apex.Y
		lo, hi := (gates[k].lo-apex.X)/dy, (gates[k].hi-apex.X)/dy
		bend := -1
		switch {
		case lo > high:
			bend, apex = right, Point{gates[max(right, 0)].hi, gates[max(right, 0)].y}
		case hi < low:
			bend, apex = left, Point{gates[max(left, 0)].lo, gates[max(left, 0)].y}
		}
		if bend >= 0 {
			path = append(path, apex)
			k, left, right, low, high = bend, -1, -1, math.Inf(-1), math.Inf(1)
			continue
		}
		if lo >= low {
			left, low = k, lo
		}
		if hi <= high {
			right, high = k, hi
		}
	}
	return throughEnds(append(path, to), gates[0].y, gates[last-1].y)
}

// throughEnds adds the points where a path crosses the first and the last gate.
func throughEnds(path []Point, first, last float64) []Point {
	if path[1].Y > first {
		path = slices.Insert(path, 1, at(path[0], path[1], first))
	}
	if n := len(path); path[n-2].Y < last {
		path = slices.Insert(path, n-1, at(path[n-2], path[n-1], last))
	}
	return path
}

// at returns the point at height y on the line from a to b.
func at(a, b Point, y float64) Point {
	return Point{a.X + (b.X-a.X)*(y-a.Y)/(b.Y-a.Y), y}
}

// reverse reverses the order of the points.
func reverse(line []Point) { slices.Reverse(line) }

// cut shortens a line at its end by the given length. Its last piece points straight at the old
// end.
func cut(line []Point, length float64) []Point {
	n := len(line)
	tip := line[n-1]
	for n > 2 && distance(line[n-2], tip) < 1.5*length {
		n--
	}
	before := line[n-2]
	share := max(0.1, 1-length/distance(before, tip))
	end := Point{before.X + (tip.X-before.X)*share, before.Y + (tip.Y-before.Y)*share}
	return append(slices.Clone(line[:n-1]), end)
}

// smooth rounds the corners of a line. It returns cubic Bézier curves through the line's points,
// whose tangents halve the angles. The last piece, which carries the head, stays straight, and so
// does the first piece if straight is set. A curve does not extend above or below its two ends, and
// its distance from the line between them is at most space.
func smooth(line []Point, straight bool, space func(a, b Point) float64) []Point {
	tangent := make([]Point, len(line))
	for k := range line {
		before, after := direction(line, k-1), direction(line, k)
		sum := Point{before.X + after.X, before.Y + after.Y}
		switch {
		case k == len(line)-2:
			sum = after
		case k == 1 && straight:
			sum = before
		}
		if norm := math.Hypot(sum.X, sum.Y); norm > 0 {
			tangent[k] = Point{sum.X / norm, sum.Y / norm}
		}
	}
	curve := []Point{line[0]}
	for k := 1; k < len(line); k++ {
		a, b := line[k-1], line[k]
		far := space(a, b)
		s, t := handle(a, b, tangent[k-1], far), handle(a, b, tangent[k], far)
		curve = append(curve, a.shifted(s.X, s.Y), b.shifted(-t.X, -t.Y), b)
	}
	return curve
}

// handle returns the vector from an end of the curve between a and b to its control point. It has
// the direction of the tangent and is at most far from the line.
func handle(a, b, tangent Point, far float64) Point {
	chord := distance(a, b)
	length := chord / 3
	if steep := math.Abs(tangent.Y); steep > 0 {
		length = min(length, math.Abs(b.Y-a.Y)/steep)
	}
	if chord > 0 {
		if aside := math.Abs(tangent.X*(b.Y-a.Y)-tangent.Y*(b.X-a.X)) / chord; aside > 0 {
			length = min(length, far/aside)
		}
	}
	return Point{tangent.X * length, tangent.Y * length}
}

// bezier returns the x of a cubic curve at t in [0, 1].
func bezier(q []Point, t float64) float64 {
	s := 1 - t
	return s*s*s*q[0].X + 3*s*s*t*q[1].X + 3*s*t*t*q[2].X + t*t*t*q[3].X
}

// direction returns the unit direction of the k-th piece of a line, or zero beyond its ends.
func direction(line []Point, k int) Point {
	if k < 0 || k+1 >= len(line) {
		return Point{}
	}
	a, b := line[k], line[k+1]
	d := distance(a, b)
	if d == 0 {
		return Point{}
	}
	return Point{(b.X - a.X) / d, (b.Y - a.Y) / d}
}

// distance returns the distance between two points.
func distance(a, b Point) float64 { return math.Hypot(b.X-a.X, b.Y-a.Y) }

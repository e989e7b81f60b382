package oraclepath

import (
	"gonum.org/v1/gonum/floats"
)

// Path is a path through corners, the first of which is the baseline and the last the input.
type Path struct {
	// Corners has one row a corner, T·D numbers.
	Corners [][]float64 `json:"corners"`
	// Valid is the share of the path's length that is valid: no farther from the law than
	// 95 % of the data are.
	Valid float64 `json:"valid"`
	// Length is that of the path, in units of the straight one's.
	Length float64 `json:"length"`
}

// newPath measures a path through corners by the distance of points from the law,
// 1 where the data's 95 % quantile is.
func newPath(corners [][]float64, distance func(x []float64) float64) Path {
	const looks = 50
	p := Path{Corners: corners}
	var length, valid float64
	for s := range corners[1:] {
		from, to := corners[s], corners[s+1]
		step := floats.Distance(from, to, 2)
		length += step
		for i := range looks {
			if distance(between(from, to, (float64(i)+0.5)/looks)) <= 1 {
				valid += step / looks
			}
		}
	}
	p.Valid, p.Length = valid/length, length/floats.Distance(corners[0], corners[len(corners)-1], 2)
	return p
}

// between is the point at a share of the way.
func between(from, to []float64, share float64) []float64 {
	step := floats.SubTo(make([]float64, len(from)), to, from)
	return floats.AddScaledTo(make([]float64, len(from)), from, share, step)
}

// straight is the path through k equally spaced corners on the line between two points.
func straight(start, end []float64, k int) (corners [][]float64) {
	for i := range k + 2 {
		corners = append(corners, between(start, end, float64(i)/float64(k+1)))
	}
	return corners
}

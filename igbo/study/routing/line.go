package routing

import "gonum.org/v1/gonum/floats"

// line is a path of straight segments between knots of width numbers each.
type line struct {
	knots [][]float64
	at    []float64 // the length up to each knot
}

// newLine leads from a baseline over anchors to x.
func newLine(x, baseline, anchors []float64) line {
	width := len(x)
	l := line{knots: [][]float64{baseline}, at: []float64{0}}
	for from := 0; from < len(anchors); from += width {
		l.knots = append(l.knots, anchors[from:from+width])
	}
	l.knots = append(l.knots, x)
	for i := 1; i < len(l.knots); i++ {
		l.at = append(l.at, l.at[i-1]+floats.Distance(l.knots[i-1], l.knots[i], 2))
	}
	return l
}

// length is the Euclidean one.
func (l line) length() float64 { return l.at[len(l.at)-1] }

// points are the middles of n pieces of equal length.
func (l line) points(n int) []float64 {
	all, s := make([]float64, 0, n*len(l.knots[0])), 1
	for i := range n {
		target := l.length() * (float64(i) + 0.5) / float64(n)
		for s < len(l.knots)-1 && l.at[s] < target {
			s++
		}
		part := 0.0
		if step := l.at[s] - l.at[s-1]; step > 0 {
			part = (target - l.at[s-1]) / step
		}
		for j, v := range l.knots[s-1] {
			all = append(all, v+part*(l.knots[s][j]-v))
		}
	}
	return all
}

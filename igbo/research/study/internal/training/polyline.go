package training

import "gonum.org/v1/gonum/floats"

// Polyline is a path of straight segments between knots.
type Polyline struct {
	knots [][]float64
	at    []float64 // length up to each knot
}

// NewPolyline returns the path from the first knot to the last.
func NewPolyline(knots [][]float64) Polyline {
	l := Polyline{knots: knots, at: []float64{0}}
	for i := 1; i < len(knots); i++ {
		l.at = append(l.at, l.at[i-1]+floats.Distance(knots[i-1], knots[i], 2))
	}
	return l
}

// Length returns the Euclidean length.
func (l Polyline) Length() float64 { return l.at[len(l.at)-1] }

// Direct returns the distance between the ends.
func (l Polyline) Direct() float64 { return floats.Distance(l.knots[0], l.knots[len(l.knots)-1], 2) }

// Points returns the midpoints of n pieces of equal length, in order.
func (l Polyline) Points(n int) []float64 {
	all, s := make([]float64, 0, n*len(l.knots[0])), 1
	for i := range n {
		target := l.Length() * (float64(i) + 0.5) / float64(n)
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

package plots

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// curvePoints is the number of points at which functions are sampled.
const curvePoints = 101

// Curve samples y = f(x) at 101 equidistant points of [from, to], for Lines.
func Curve(name string, f func(x float64) float64, from, to float64) Line {
	l := Line{Name: name}
	for i := range curvePoints {
		x := from + (to-from)*float64(i)/(curvePoints-1)
		l.Add(x, f(x))
	}
	return l
}

// WithBand returns the curve with the band Y ± half.
func (l Line) WithBand(half float64) Line {
	l.Low, l.High = make([]float64, len(l.Y)), make([]float64, len(l.Y))
	for i, y := range l.Y {
		l.Low[i], l.High[i] = y-half, y+half
	}
	return l
}

// SampleIntegrand samples the gradient of a feature at 101 equidistant positions of the
// path, [0, 1], and at the quadrature points, for Integrand.
func SampleIntegrand(feature string, gradient func(position float64) float64, nodes []float64) IntegrandCurve {
	along := Curve(feature, gradient, 0, 1)
	c := IntegrandCurve{Feature: feature, S: along.X, Gradient: along.Y, Nodes: nodes}
	for _, at := range nodes {
		c.NodeGradients = append(c.NodeGradients, gradient(at))
	}
	return c
}

// ColumnMeans returns the mean of every column of rows [N,D] with an interval of two
// standard errors each way, ± 2·deviation/√N; one row has no interval.
func ColumnMeans(name string, rows mat.Matrix) BarSeries {
	n, d := rows.Dims()
	s := BarSeries{Name: name}
	for k := range d {
		mean, deviation := stat.MeanStdDev(mat.Col(nil, k, rows), nil)
		if n < 2 {
			s.Add(mean)
			continue
		}
		half := 2 * deviation / math.Sqrt(float64(n))
		s.AddInterval(mean, mean-half, mean+half)
	}
	return s
}

package bench

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Exponent is the slope p of log t = p·log n + c by least squares: time grows
// as n^p. It needs two sizes or more, all numbers positive.
func Exponent(sizes, times []float64) float64 {
	x, y := make([]float64, len(sizes)), make([]float64, len(times))
	for i := range sizes {
		x[i], y[i] = math.Log(sizes[i]), math.Log(times[i])
	}
	_, slope := stat.LinearRegression(x, y, nil, false)
	return slope
}

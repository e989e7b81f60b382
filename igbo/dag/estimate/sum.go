package estimate

import "math"

// meanAt is the mean of x at the given rows, with compensated summation.
func meanAt(x []float64, rows []int) float64 {
	var sum, lost float64
	for _, i := range rows {
		sum, lost = neumaier(sum, lost, x[i])
	}
	return (sum + lost) / float64(len(rows))
}

func mean(x []float64) float64 {
	var sum, lost float64
	for _, v := range x {
		sum, lost = neumaier(sum, lost, v)
	}
	return (sum + lost) / float64(len(x))
}

// Sum is a sum with the rounding that it lost.
type Sum struct{ Sum, Lost float64 }

// Add adds a number.
func (s *Sum) Add(x float64) { s.Sum, s.Lost = neumaier(s.Sum, s.Lost, x) }

// Merge adds another sum.
func (s *Sum) Merge(o Sum) {
	s.Add(o.Sum)
	s.Lost += o.Lost
}

// over is the sum divided by n.
func (s Sum) over(n int) float64 { return (s.Sum + s.Lost) / float64(n) }

func neumaier(sum, lost, x float64) (float64, float64) {
	t := sum + x
	if math.Abs(sum) >= math.Abs(x) {
		return t, lost + ((sum - t) + x)
	}
	return t, lost + ((x - t) + sum)
}

// differenceVariance is the unbiased variance of x − y.
func differenceVariance(x, y []float64) float64 {
	_, _, m2 := deviations(x, y)
	return m2 / (float64(len(x)) - 1)
}

// deviations returns the mean of x − y as hi + lo, and the sum of squares about it, in two
// passes: no cancellation.
func deviations(x, y []float64) (hi, lo, m2 float64) {
	n := float64(len(x))
	for i := range x {
		hi += x[i] - y[i]
	}
	hi /= n
	var ss, rest float64
	for i := range x {
		d := x[i] - y[i] - hi
		ss += d * d
		rest += d
	}
	return hi, rest / n, math.Max(0, ss-rest*rest/n)
}

// differenceVarianceAt is that of the given rows.
func differenceVarianceAt(x, y []float64, rows []int) float64 {
	n := float64(len(rows))
	center := 0.0
	for _, i := range rows {
		center += x[i] - y[i]
	}
	center /= n
	var ss, rest float64
	for _, i := range rows {
		d := x[i] - y[i] - center
		ss += d * d
		rest += d
	}
	return math.Max(0, ss-rest*rest/n) / (n - 1)
}

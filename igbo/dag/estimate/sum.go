package estimate

import "math"

// meanAt returns the mean of x at the given rows, using compensated summation.
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

func neumaier(sum, lost, x float64) (float64, float64) {
	t := sum + x
	if math.Abs(sum) >= math.Abs(x) {
		return t, lost + ((sum - t) + x)
	}
	return t, lost + ((x - t) + sum)
}

// differenceVariance returns the unbiased variance of x − y. It makes two passes to avoid
// cancellation.
func differenceVariance(x, y []float64) float64 {
	n := float64(len(x))
	center := 0.0
	for i := range x {
		center += x[i] - y[i]
	}
	center /= n
	var ss, rest float64
	for i := range x {
		d := x[i] - y[i] - center
		ss += d * d
		rest += d
	}
	return math.Max(0, ss-rest*rest/n) / (n - 1)
}

// differenceVarianceAt returns the unbiased variance of x − y at the given rows.
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

package explain

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// halfWidth is that of the t interval of a mean over independent samples,
//
//	t_{(1+level)/2, N−1} · s/√N
//
// 0 for one sample.
func halfWidth(values []float64, level float64) float64 {
	n := float64(len(values))
	if n < 2 {
		return 0
	}
	t := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile((1 + level) / 2)
	return t * stat.StdDev(values, nil) / math.Sqrt(n)
}

package polytope

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// rHat returns the largest split R̂ of a feature. For the halves of all chains, with n draws each,
// W is the mean of their variances and B the variance of their means:
//
//	R̂² = (n−1)/n + B/W.
//
// A feature that never moves has R̂ = 1 if it has the same value in all chains.
func rHat(all []*chain, sweeps int) float64 {
	worst, n := 1.0, float64(sweeps)/2
	var means, variances []float64
	for u := range all[0].x {
		means, variances = means[:0], variances[:0]
		for _, c := range all {
			for half, squares := range c.sq {
				sum := 0.0
				for s := half * segments / 2; s < (half+1)*segments/2; s++ {
					sum += c.sums[s][u]
				}
				mean := sum / n
				means = append(means, mean)
				variances = append(variances, math.Max(0, squares[u]/n-mean*mean))
			}
		}
		within, between := stat.Mean(variances, nil), stat.Variance(means, nil)
		if between > 1e-24 {
			worst = max(worst, math.Sqrt((n-1)/n+between/within))
		}
	}
	return worst
}

// standardError returns the largest standard error of a feature's mean, computed from the means of
// segments, as a fraction of the mean exponential, 1.
func standardError(all []*chain, sweeps int) float64 {
	worst, n := 0.0, float64(sweeps)/segments
	means := make([]float64, 0, chains*segments)
	for u := range all[0].x {
		means = means[:0]
		for _, c := range all {
			for _, segment := range c.sums {
				means = append(means, segment[u]/n)
			}
		}
		worst = max(worst, stat.StdDev(means, nil)/math.Sqrt(float64(len(means))))
	}
	return worst
}

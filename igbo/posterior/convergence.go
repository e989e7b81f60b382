package posterior

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/stat"
)

// diagnose computes rank-normalised split R-hat and the effective sample sizes of one parameter from chains of
// equal length, as defined by Vehtari et al. (2021). If all draws are equal, R-hat is 1 and every draw counts.
func diagnose(chains [][]float64) Diagnostics {
	d := Diagnostics{RHat: math.NaN(), BulkESS: math.NaN(), TailESS: math.NaN(), Chains: len(chains)}
	halves := split(chains)
	all := slices.Concat(halves...)
	if len(all) == 0 || slices.ContainsFunc(all, unusable) && slices.Min(all) != slices.Max(all) {
		return d
	}
	if slices.Min(all) == slices.Max(all) {
		d.RHat, d.BulkESS, d.TailESS = 1, float64(len(all)), float64(len(all))
		return d
	}
	sorted := slices.Sorted(slices.Values(slices.Concat(chains...)))
	bulk := normalised(halves)
	d.RHat = max(rhat(bulk), rhat(normalised(mapped(halves, folding(all)))))
	d.BulkESS = effective(bulk)
	d.TailESS = math.Inf(1)
	for _, level := range []float64{.05, .95} {
		at := quantile(sorted, level)
		d.TailESS = min(d.TailESS, effective(mapped(halves, func(v float64) float64 {
			if v <= at {
				return 1
			}
			return 0
		})))
	}
	return d
}

// split halves every chain. It drops the middle draw of an odd number.
func split(chains [][]float64) (halves [][]float64) {
	for _, c := range chains {
		n := len(c) / 2
		halves = append(halves, c[:n], c[len(c)-n:])
	}
	return halves
}

func mapped(chains [][]float64, f func(v float64) float64) [][]float64 {
	list := make([][]float64, len(chains))
	for k, c := range chains {
		list[k] = make([]float64, len(c))
		for i, v := range c {
			list[k][i] = f(v)
		}
	}
	return list
}

// folding returns a function that computes the distance from the median.
func folding(all []float64) func(v float64) float64 {
	median := quantile(slices.Sorted(slices.Values(all)), .5)
	return func(v float64) float64 { return math.Abs(v - median) }
}

// quantile interpolates linearly between sorted values.
func quantile(sorted []float64, level float64) float64 {
	at := level * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-1)
	if next := i + 1; next < len(sorted) && sorted[next] > sorted[i] {
		return sorted[i] + (at-float64(i))*(sorted[next]-sorted[i])
	}
	return sorted[i]
}

// normalised replaces values by the normal quantiles of their ranks among all values, (r − 3/8)/(S + 1/4).
// Equal values share their mean rank.
func normalised(chains [][]float64) [][]float64 {
	all := slices.Concat(chains...)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(a, b int) bool { return all[order[a]] < all[order[b]] })
	scores := make([]float64, len(all))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && all[order[to]] == all[order[from]] {
			to++
		}
		rank := float64(from+1+to) / 2
		z := math.Sqrt2 * math.Erfinv(2*(rank-3.0/8)/(float64(len(all))+1.0/4)-1)
		for ; from < to; from++ {
			scores[order[from]] = z
		}
	}
	list := make([][]float64, len(chains))
	for k, c := range chains {
		list[k], scores = scores[:len(c)], scores[len(c):]
	}
	return list
}

// rhat compares the variance between chains with the variance within chains.
func rhat(chains [][]float64) float64 {
	n := float64(len(chains[0]))
	within, between := variances(chains)
	if within == 0 && between == 0 {
		return 1
	}
	return math.Sqrt((n-1)/n + between/within)
}

// variances returns the mean variance of the chains and the variance of their means.
func variances(chains [][]float64) (within, between float64) {
	means := make([]float64, len(chains))
	for k, c := range chains {
		mean, variance := stat.MeanVariance(c, nil)
		means[k] = mean
		within += variance / float64(len(chains))
	}
	return within, stat.Variance(means, nil)
}

// effective returns the effective sample size: the number of draws divided by the sum of the autocorrelations.
// The sum stops when the sum of two neighbours is no longer positive, and such sums may not increase (Geyer,
// 1992).
func effective(chains [][]float64) float64 {
	n, draws := len(chains[0]), float64(len(chains)*len(chains[0]))
	within, between := variances(chains)
	if within == 0 && between == 0 {
		return draws
	}
	total := within*float64(n-1)/float64(n) + between
	covariance := autocovariance(chains)
	correlation := func(lag int) float64 { return 1 - (within-covariance[lag])/total }
	even, odd := 1.0, correlation(1)
	sum, least := -1.0, math.Inf(1)
	for lag := 2; lag < n-2 && even+odd > 0; lag += 2 {
		least = min(least, even+odd)
		sum += 2 * least
		even, odd = correlation(lag), correlation(lag+1)
	}
	if even > 0 || even+odd >= 0 {
		sum += even
	}
	return draws / max(sum, 1/math.Log10(draws))
}

// autocovariance returns the mean autocovariance of the chains at every lag.
func autocovariance(chains [][]float64) []float64 {
	n, size := len(chains[0]), 1
	for size < 2*n {
		size *= 2
	}
	fft := fourier.NewFFT(size)
	power := make([]complex128, size/2+1)
	padded := make([]float64, size)
	var c []complex128
	for _, chain := range chains {
		mean := stat.Mean(chain, nil)
		clear(padded)
		for i, v := range chain {
			padded[i] = v - mean
		}
		c = fft.Coefficients(c, padded)
		for i, v := range c {
			power[i] += complex(real(v)*real(v)+imag(v)*imag(v), 0)
		}
	}
	sums := fft.Sequence(nil, power)[:n]
	for i := range sums {
		sums[i] /= float64(size) * float64(n) * float64(len(chains))
	}
	return sums
}

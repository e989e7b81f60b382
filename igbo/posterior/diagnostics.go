package posterior

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Diagnose compares the chains: the largest split R-hat over weights and scales, which is near 1 where the chains agree, and the
// smallest effective number of draws (Vehtari et al., 2021). Of no draws R-hat is not known.
func (p *Posterior) Diagnose() (rhat, effective float64) {
	if p.columns() == 0 {
		return math.NaN(), 0
	}
	rhat, effective = 1, math.Inf(1)
	look := func(of func(d *Draws, i int) float64) {
		var halves [][]float64
		for k := range p.Chains {
			d := &p.Chains[k]
			n := len(d.Intercept) / 2
			for half := range 2 {
				values := make([]float64, n)
				for i := range values {
					values[i] = of(d, half*n+i)
				}
				halves = append(halves, values)
			}
		}
		r, e := agreement(halves)
		rhat, effective = max(rhat, r), min(effective, e)
	}
	for j := range p.Chains[0].Weights[0] {
		look(func(d *Draws, i int) float64 { return d.Weights[i][j] })
	}
	look(func(d *Draws, i int) float64 { return math.Log(d.Noise[i]) })
	look(func(d *Draws, i int) float64 { return math.Log(d.Scale[i]) })
	return rhat, effective
}

// agreement is split R-hat and the effective number of draws of half chains of one length: between- and
// within-chain variances, and autocorrelations summed while sums of neighbours are positive and do not rise (Geyer, 1992).
func agreement(chains [][]float64) (rhat, effective float64) {
	m, n := float64(len(chains)), float64(len(chains[0]))
	means, variances := make([]float64, len(chains)), make([]float64, len(chains))
	for k, values := range chains {
		means[k], variances[k] = stat.MeanVariance(values, nil)
	}
	within, between := stat.Mean(variances, nil), stat.Variance(means, nil)
	if !(within > 0) {
		if between > 0 {
			return math.Inf(1), 0
		}
		return 1, m * n
	}
	total := (n-1)/n*within + between
	rhat = math.Sqrt(total / within)
	correlation := func(lag int) float64 {
		sum := 0.0
		for k, values := range chains {
			for i := range len(values) - lag {
				sum += (values[i] - means[k]) * (values[i+lag] - means[k]) / n / m
			}
		}
		return 1 - (within*(n-1)/n-sum)/total
	}
	tau, last := -1.0, math.Inf(1)
	for lag := 0; lag+1 < len(chains[0]); lag += 2 {
		both := correlation(lag) + correlation(lag+1)
		if lag == 0 {
			both = 1 + correlation(1)
		}
		if both <= 0 {
			break
		}
		last = min(last, both)
		tau += 2 * last
	}
	return rhat, m * n / max(tau, 1/math.Log10(m*n))
}

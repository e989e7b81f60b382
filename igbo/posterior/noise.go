package posterior

import (
	"math"
	"math/rand/v2"
)

// leastNoise is the smallest σ², in units of the target's variance. If the target is an exact linear function
// of the columns, the posterior density of σ² is unbounded near 0. So the prior is truncated: σ is at least
// 1e-5 standard deviations of the target. Log densities are sums of N terms of about 1/σ² with relative errors
// of 1e-16. For up to 100 000 rows, rounding changes them by less than 0.1.
const leastNoise = 1e-10

// noise draws σ² from its conditional distribution. A half-Cauchy σ is an inverse gamma mixture of inverse
// gammas (Wand et al., 2011), whose mixing variable is drawn first. The shape is (N−1)/2 from the rows, because
// the intercept is integrated out under a flat prior, plus ½ from the prior.
func (c *chain) noise() {
	a := (1/(c.cfg.Noise*c.cfg.Noise) + 1/c.sigma2) / c.r.ExpFloat64()
	scale, shape := c.residual()/2+1/a, float64(c.rows)/2
	if c.sigma2 = scale / gamma(c.r, shape); c.sigma2 < leastNoise {
		c.sigma2 = max(leastNoise, scale/gammaBelow(c.r, shape, scale/leastNoise))
	}
}

// gamma draws from the gamma distribution with rate 1 and a shape above ½ (Marsaglia and Tsang, 2000).
func gamma(r *rand.Rand, shape float64) float64 {
	if shape < 1 {
		return gamma(r, shape+1) * math.Pow(1-r.Float64(), 1/shape)
	}
	d := shape - 1.0/3
	k := 1 / math.Sqrt(9*d)
	for {
		x := r.NormFloat64()
		v := 1 + k*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if -r.ExpFloat64() < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}

// gammaBelow draws from the gamma distribution with rate 1 and a shape of at least 1, truncated to values up to
// bound. It uses rejection sampling. If the bound is below 1, the proposal is a power of a uniform number. If
// the bound is below the mode, it is a truncated exponential. Otherwise it is the gamma distribution itself.
func gammaBelow(r *rand.Rand, shape, bound float64) float64 {
	for range proposals {
		switch u := 1 - r.Float64(); {
		case bound < 1:
			if g := bound * math.Pow(u, 1/shape); g <= r.ExpFloat64() {
				return g
			}
		case bound < shape-1:
			rate := (shape-1)/bound - 1
			e := -math.Log1p(u*math.Expm1(-rate*bound)) / rate
			if -r.ExpFloat64() <= (shape-1)*(math.Log1p(-e/bound)+e/bound) {
				return bound - e
			}
		default:
			if g := gamma(r, shape); g <= bound {
				return g
			}
		}
	}
	return bound
}

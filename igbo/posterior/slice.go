package posterior

import "math"

// interceptStdDev is the standard deviation of the prior of the intercept under losses other than the squared
// one.
const interceptStdDev = 5

// total returns the log likelihood at the linear predictor η + shift·x, up to a constant. A nil x means 1.
//
// Under the logistic loss it is Σ y·η − max(η, 0) − log(1 + exp(−|η|)). The logarithms are taken of products of
// several factors.
func (c *chain) total(shift float64, x []float64) (sum float64) {
	product := 1.0 // of factors between 1 and 2
	for i, e := range c.eta {
		if x == nil {
			e += shift
		} else {
			e += shift * x[i]
		}
		if c.cfg.Loss != Logistic {
			sum += c.y[i]*e - math.Exp(e)
			continue
		}
		sum += c.y[i]*e - max(e, 0)
		product *= 1 + math.Exp(-math.Abs(e))
		if i%512 == 511 {
			sum, product = sum-math.Log(product), 1
		}
	}
	return sum - math.Log(product)
}

// slice draws w_j from its conditional distribution by slice sampling (Neal, 2003), and proposes to change its
// sign.
func (c *chain) slice(j int) {
	plus, minus := c.sides(j)
	edges, lo, hi := c.cut(j)
	theta := 0.0
	if len(edges) > 0 {
		theta = c.cfg.Grid[c.theta]
	}
	old, x := c.w[j], c.x[j]
	log := func(w float64) float64 {
		size := math.Abs(w)
		if size < lo || size > hi {
			return math.Inf(-1)
		}
		prior := plus
		if w < 0 {
			prior = minus
		}
		for _, e := range edges {
			if size > e.at {
				prior -= theta * e.rise
			}
		}
		if c.cfg.Base == Gauss {
			prior -= w * w / (2 * c.tau * c.tau)
		} else {
			prior -= size / c.tau
		}
		if math.IsInf(prior, -1) {
			return prior
		}
		return prior + c.total(w-old, x)
	}
	w, at := sliced(c, old, min(c.tau, 2), log)
	if flipped := log(-w); -c.r.ExpFloat64() < flipped-at {
		w = -w
	}
	c.set(j, w)
}

// intercept draws the intercept.
func (c *chain) intercept() {
	old := c.b
	b, _ := sliced(c, old, 1, func(b float64) float64 {
		return c.total(b-old, nil) - b*b/(2*interceptStdDev*interceptStdDev)
	})
	for i := range c.eta {
		c.eta[i] += b - old
	}
	c.b = b
}

// sliced draws from a density by slice sampling. It returns the draw and the logarithm of the density there.
// The function log is the logarithm of the density, which must be positive at from. sliced returns from if the
// slice shrinks to that point.
func sliced(c *chain, from, width float64, log func(x float64) float64) (x, at float64) {
	height := log(from) - c.r.ExpFloat64()
	lo := from - width*c.r.Float64()
	hi := lo + width
	for n := 0; n < 50 && log(lo) > height; n++ {
		lo -= width
	}
	for n := 0; n < 50 && log(hi) > height; n++ {
		hi += width
	}
	for range proposals {
		x = lo + c.r.Float64()*(hi-lo)
		if at = log(x); at > height {
			return x, at
		}
		if x < from {
			lo = x
		} else {
			hi = x
		}
		if !(hi-lo >= 1e-14*(1+math.Abs(from))) {
			break
		}
	}
	return from, log(from)
}

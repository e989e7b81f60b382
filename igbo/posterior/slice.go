package posterior

import "math"

// deviation of the prior of the intercept under the losses other than the squared one.
const interceptDeviation = 5

// moved is by how much the log likelihood rises when the linear predictor of row i rises by delta(i).
func (c *chain) moved(delta func(i int) float64) (rise float64) {
	for i, e := range c.eta {
		rise += c.likelihood(i, e+delta(i)) - c.likelihood(i, e)
	}
	return rise
}

// likelihood is the log likelihood of row i at a linear predictor, but for a constant.
func (c *chain) likelihood(i int, eta float64) float64 {
	if c.cfg.Loss == Logistic {
		return c.y[i]*eta - softplus(eta)
	}
	return c.y[i]*eta - math.Exp(eta)
}

// softplus is log(1 + exp(x)).
func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

// slice draws w_j given all else by slice sampling (Neal, 2003), and proposes its other sign.
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
		return prior + c.moved(func(i int) float64 { return (w - old) * x[i] })
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
		return c.moved(func(int) float64 { return b - old }) - b*b/(2*interceptDeviation*interceptDeviation)
	})
	for i := range c.eta {
		c.eta[i] += b - old
	}
	c.b = b
}

// sliced draws from a density, given as its logarithm, beginning at a point of it, and returns the logarithm there.
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
	for {
		x = lo + c.r.Float64()*(hi-lo)
		if at = log(x); at > height {
			return x, at
		}
		if x < from {
			lo = x
		} else {
			hi = x
		}
		if hi-lo < 1e-14*(1+math.Abs(from)) {
			return from, log(from)
		}
	}
}

package posterior

import (
	"math"
	"slices"
)

// Non-normal likelihoods slow down a chain. Each move of a weight evaluates all rows, while a normal likelihood
// has a closed-form conditional distribution and allows joint moves of many weights. The surrogate transition
// method (Liu, 2001) therefore uses a normal approximation of the likelihood, the surrogate. A palindromic
// sequence of its moves is a reversible proposal, which is accepted by the ratio of both likelihoods. The
// surrogate is fitted to the chain's own draws during burn-in and does not change afterwards.

// A surrogate is the approximate log likelihood line·β − ½βᵀHβ of weights and intercept β, with the intercept's
// prior.
type surrogate struct {
	*chain           // of the weights, with the intercept integrated out; nil before the first fit
	curve  float64   // H of the intercept
	cross  []float64 // H of weights and intercept, divided by curve
	line   float64   // line of the intercept, divided by curve
	tried  int       // proposals since the last fit
	taken  int
	sum    []float64 // sums of H and line over the draws used for fitting, (d+1)·(d+2) numbers
	drawn  int
	every  int // slice sampling is used in every such sweep
}

// rarely is the acceptance rate of the surrogate below which every sweep uses slice sampling. Above it, one
// sweep in seldom does, because the tails of the likelihood may be longer than those of the normal. enough is
// the minimum number of burn-in sweeps for a surrogate.
const (
	rarely = .25
	seldom = 10
	enough = 64
)

// leap moves by the surrogate, if there is one, and reports whether this sweep uses slice sampling.
func (c *chain) leap(n int) (slices bool) {
	f, burn := &c.fast, c.cfg.Burn
	if burn < enough {
		return true
	}
	switch {
	case n == 0:
		*f = surrogate{every: 1}
	case n == burn/4, n == burn/2:
		if n == burn/2 {
			c.pace()
		}
		c.fit()
	case n == burn:
		c.pace()
	}
	if n > burn/16 && n < burn/2 && n%2 == 0 {
		c.learn()
	}
	if f.chain != nil {
		c.jump()
	}
	return n%f.every == 0
}

// pace sets how often slice sampling is used, from the acceptance rate of the surrogate.
func (c *chain) pace() {
	if f := &c.fast; f.tried > 0 && float64(f.taken) >= rarely*float64(f.tried) {
		f.every = seldom
	} else {
		f.every = 1
	}
}

// learn adds the slope and curvature of the log likelihood at the current state to the sums.
func (c *chain) learn() {
	f, k := &c.fast, c.d+1
	if f.sum == nil {
		f.sum = make([]float64, k*(k+1))
	}
	row := make([]float64, k)
	row[c.d] = 1
	for i, e := range c.eta {
		if i%64 == 0 && c.over() {
			return
		}
		var mean, variance float64
		if c.cfg.Loss == Logistic {
			mean = 1 / (1 + math.Exp(-e))
			variance = mean * (1 - mean)
		} else {
			mean = math.Exp(e)
			variance = mean
		}
		for j := range c.d {
			row[j] = c.x[j][i]
		}
		for a, v := range row {
			to := f.sum[a*(k+1):]
			for b := range a + 1 {
				to[b] += variance * v * row[b]
			}
			to[k] += v * (c.y[i] - mean + variance*e) // of line = slope + H·β
		}
	}
	f.drawn++
}

// fit fits the surrogate to the mean slopes and curvatures, and resets the sums.
func (c *chain) fit() {
	f, k := &c.fast, c.d+1
	if f.drawn == 0 {
		return
	}
	at := func(a, b int) float64 { return f.sum[max(a, b)*(k+1)+min(a, b)] / float64(f.drawn) }
	line := func(a int) float64 { return f.sum[a*(k+1)+k] / float64(f.drawn) }
	p := *c.problem
	p.cfg.Loss, p.gram, p.xy = Squared, make([]float64, p.d*p.d), make([]float64, p.d)
	f.curve = at(p.d, p.d) + 1/float64(interceptStdDev*interceptStdDev)
	f.line, f.cross = line(p.d)/f.curve, make([]float64, p.d)
	for j := range p.d {
		f.cross[j] = at(p.d, j) / f.curve
		p.xy[j] = line(j) - at(p.d, j)*f.line
		for k := range p.d {
			p.gram[j*p.d+k] = at(j, k) - at(p.d, j)*at(p.d, k)/f.curve
		}
		p.gram[j*p.d+j] += 1e-9 * at(j, j) // for separable classes, all curvatures are nearly 0
	}
	f.drawn, f.tried, f.taken = 0, 0, 0
	clear(f.sum)
	if f.chain = nil; slices.ContainsFunc(append(p.gram, append(p.xy, f.line)...), unusable) || !(f.curve > 0) {
		return
	}
	for j := range p.d {
		if !(p.gram[j*p.d+j] > 0) {
			return
		}
	}
	p.match()
	f.chain = &chain{problem: &p, r: c.r, w: make([]float64, p.d), gw: make([]float64, p.d), size2: make([]float64, len(p.groups)), sigma2: 1, direction: make([]float64, p.d)}
}

func unusable(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

// height returns the logarithm of the surrogate at its weights and an intercept, up to a constant.
func (f *surrogate) height(b float64) (log float64) {
	for j, w := range f.w {
		log += w * (f.xy[j] - f.gw[j]/2)
	}
	off := b - f.centre()
	return log - f.curve*off*off/2
}

// centre returns the intercept's mean given the weights.
func (f *surrogate) centre() float64 {
	mean := f.line
	for j, w := range f.w {
		mean -= f.cross[j] * w
	}
	return mean
}

// jump proposes the result of a round of the surrogate's moves.
func (c *chain) jump() {
	f := &c.fast
	copy(f.w, c.w)
	f.tau, f.theta, f.thetaS = c.tau, c.theta, c.thetaS
	f.refresh()
	rise := f.height(c.b)
	f.round()
	b := f.centre() + c.r.NormFloat64()/math.Sqrt(f.curve)
	rise -= f.height(b)
	for i, e := range c.eta {
		c.apart[i] = b - e
	}
	for j, w := range f.w {
		if c.over() {
			return
		}
		for i, x := range c.x[j] {
			c.apart[i] += w * x
		}
	}
	rise += c.total(1, c.apart) - c.total(0, nil) + (c.b*c.b-b*b)/(2*interceptStdDev*interceptStdDev)
	f.tried++
	if !(-c.r.ExpFloat64() < rise) {
		return
	}
	f.taken++
	copy(c.w, f.w)
	copy(c.size2, f.size2)
	c.tau, c.theta, c.thetaS, c.b = f.tau, f.theta, f.thetaS, b
	for i, v := range c.apart {
		c.eta[i] += v
	}
}

// round makes reversible moves in a palindromic order, so the sequence is reversible.
func (c *chain) round() {
	c.weights()
	c.rescale()
	c.scale()
	if c.cfg.Trust == Soft {
		c.trust()
	}
	c.scale()
	c.rescale()
	c.raises()
	for _, p := range slices.Backward(c.pairs) {
		if c.over() {
			return
		}
		c.flip(p[0], p[1])
		c.pair(p[0], p[1])
	}
	for j := range slices.Backward(c.w) {
		if c.over() {
			return
		}
		c.gibbs(j)
	}
}

package posterior

import (
	"math"
	"slices"
)

// A likelihood that is not normal costs a chain its speed: a number is moved by evaluations of all rows, where a normal likelihood gives its
// distribution in closed form and knows moves of many numbers. So a normal one, the surrogate, goes ahead: a round of its moves, from the
// front to the back and again to the front, is a reversible proposal, which the ratio of both likelihoods accepts (the surrogate transition method; Liu,
// 2001). It is fitted to the chain's own draws while they are thrown away, and stays as it is where draws are kept.

// surrogate is that likelihood, line·β − ½βᵀHβ of weights and intercept β, with the intercept's prior.
type surrogate struct {
	*chain           // of the weights, the intercept being integrated out; nil before there is one
	curve  float64   // H of the intercept
	cross  []float64 // H of weights and intercept, over curve
	line   float64   // line of the intercept, over curve
	tried  int       // since it was fitted
	taken  int
	sum    []float64 // of H and line of the draws that it is fitted to, (d+1)·(d+2) numbers
	drawn  int
	every  int // slices are made in each of so many sweeps
}

// Where a surrogate is accepted less often than rarely, every sweep has its slices; else one of seldom, as tails of the likelihood may
// be longer than the normal's. Chains that throw away fewer than enough sweeps have none.
const (
	rarely = .25
	seldom = 10
	enough = 64
)

// leap moves by the surrogate, if there is one, and tells whether the sweep is to have slices.
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

// pace sets how often slices are made, by how often the surrogate was accepted.
func (c *chain) pace() {
	if f := &c.fast; f.tried > 0 && float64(f.taken) >= rarely*float64(f.tried) {
		f.every = seldom
	} else {
		f.every = 1
	}
}

// learn adds the slope and the curvature of the log likelihood at the state.
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

// fit makes the surrogate of the mean slopes and curvatures, and begins to learn anew.
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
		p.gram[j*p.d+j] += 1e-9 * at(j, j) // separable classes, where all curvatures are nearly 0
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

// height is the logarithm of the surrogate at its weights and an intercept, but for a constant.
func (f *surrogate) height(b float64) (log float64) {
	for j, w := range f.w {
		log += w * (f.xy[j] - f.gw[j]/2)
	}
	off := b - f.centre()
	return log - f.curve*off*off/2
}

// centre is the intercept's mean given the weights.
func (f *surrogate) centre() float64 {
	mean := f.line
	for j, w := range f.w {
		mean -= f.cross[j] * w
	}
	return mean
}

// jump proposes what a round of the surrogate's moves leads to.
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

// round makes reversible moves in an order that reads the same from both ends, so that all together are reversible.
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

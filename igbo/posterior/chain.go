package posterior

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"
)

// chain is the state of one Markov chain.
type chain struct {
	*problem
	r      *rand.Rand
	w      []float64
	gw     []float64 // XᵀX·w
	size2  []float64 // squared importances
	sigma2 float64
	tau    float64
	theta  int       // of the order, in the grid
	thetaS int       // of the directions
	b      float64   // intercept of the losses other than the squared one
	eta    []float64 // their linear predictor, b + x·w
	apart  []float64 // another, or a part of it, while it is looked at
	fast   surrogate // a normal likelihood that goes ahead
	pieces []piece
	edges  []edge
	// of moves, to be used again
	moving    []int
	direction []float64
}

func (p *problem) newChain(r *rand.Rand) *chain {
	c := &chain{problem: p, r: r, w: p.start(), gw: make([]float64, p.d), size2: make([]float64, len(p.groups)), sigma2: .5, tau: .5}
	c.direction = make([]float64, p.d)
	scale := math.Exp(r.NormFloat64() / 2) // chains begin apart
	for j := range c.w {
		c.w[j] *= scale
	}
	if p.cfg.Loss != Squared {
		c.eta, c.apart = make([]float64, p.rows), make([]float64, p.rows)
		if c.b = r.NormFloat64(); p.cfg.Loss == Poisson {
			c.b += math.Log(stat.Mean(p.y, nil))
		}
	}
	c.refresh()
	return c
}

// refresh recomputes what sweeps update, because rounding errors of updates add up.
func (c *chain) refresh() {
	for j := range c.d {
		if c.over() {
			return
		}
		c.gw[j] = 0
		for k, w := range c.w {
			c.gw[j] += c.gram[j*c.d+k] * w
		}
	}
	for g := range c.groups {
		c.size2[g] = c.square(c.w, g)
	}
	for i := range c.eta {
		if i%1024 == 0 && c.over() {
			return
		}
		c.eta[i] = c.b
		for j, w := range c.w {
			c.eta[i] += c.x[j][i] * w
		}
	}
}

// raised is how many features a sweep tries to raise with all above them, each chosen at random.
const raised = 4

// sweep updates everything once. If the context ends, it returns early and leaves a state that must not be used.
func (c *chain) sweep(n int) {
	if n%100 == 0 {
		c.refresh()
	}
	if c.cfg.Loss != Squared {
		if c.leap(n) {
			c.slices()
		}
		return
	}
	c.weights()
	c.noise()
	c.hyper()
}

// weights updates every weight, and some together.
func (c *chain) weights() {
	for j := range c.w {
		if c.over() {
			return
		}
		c.gibbs(j)
	}
	for _, p := range c.pairs {
		if c.over() {
			return
		}
		c.pair(p[0], p[1])
		c.flip(p[0], p[1])
	}
	c.raises()
}

// hyper updates what the weights are drawn by.
func (c *chain) hyper() {
	c.rescale()
	c.rescale()
	c.scale()
	if c.cfg.Trust == Soft {
		c.trust()
	}
}

// raises tries to raise some features with all above them.
func (c *chain) raises() {
	for range raised {
		if c.over() {
			return
		}
		if g := c.r.IntN(len(c.groups)); len(c.rel.above[g]) > 0 {
			c.raise(g)
		}
	}
}

// slices updates everything once under a loss other than the squared one, each number by its own likelihood.
func (c *chain) slices() {
	for j := range c.w {
		if c.over() {
			return
		}
		c.slice(j)
	}
	c.intercept()
	c.hyper()
}

// set gives column j another weight.
func (c *chain) set(j int, w float64) {
	delta := w - c.w[j]
	c.w[j] = w
	g := c.group[j]
	c.size2[g] = c.square(c.w, g)
	if c.cfg.Loss == Squared {
		row := c.gram[j*c.d : (j+1)*c.d]
		for k := range c.gw {
			c.gw[k] += delta * row[k]
		}
		return
	}
	for i, x := range c.x[j] {
		c.eta[i] += delta * x
	}
}

// residual is the sum of squared residuals.
func (c *chain) residual() float64 {
	sum := c.yy
	for j, w := range c.w {
		sum += w * (c.gw[j] - 2*c.xy[j])
	}
	return max(sum, 0)
}

// scale draws τ given the weights: by its inverse gamma for the Gaussian base, by three steps of a random walk of log τ for Laplace's.
func (c *chain) scale() {
	sum, d := 0.0, float64(c.d)
	if c.cfg.Base == Gauss {
		for _, w := range c.w {
			sum += w * w
		}
		a := (1/(c.cfg.Scale*c.cfg.Scale) + 1/(c.tau*c.tau)) / c.r.ExpFloat64()
		c.tau = math.Sqrt((sum/2 + 1/a) / gamma(c.r, (d+1)/2))
		return
	}
	for _, w := range c.w {
		sum += math.Abs(w)
	}
	for range 3 {
		step := .6 * c.r.NormFloat64()
		tau := c.tau * math.Exp(step)
		rise := -d*step - sum*(1/tau-1/c.tau) + c.cauchy(tau) - c.cauchy(c.tau) + step
		if -c.r.ExpFloat64() < rise {
			c.tau = tau
		}
	}
}

// cauchy is the logarithm of τ's half-Cauchy density, but for a constant.
func (c *chain) cauchy(tau float64) float64 {
	t := tau / c.cfg.Scale
	return -math.Log1p(t * t)
}

// rescale multiplies all weights and τ by the same number, by Metropolis; that leaves the base's density, the order
// and the directions alone, and takes a chain along the way that single weights take slowly.
func (c *chain) rescale() {
	step := .5 * c.r.NormFloat64()
	f := math.Exp(step)
	rise := step + c.cauchy(f*c.tau) - c.cauchy(c.tau)
	if c.cfg.Loss == Squared {
		line, square := 0.0, 0.0
		for j, w := range c.w {
			line, square = line+w*c.xy[j], square+w*c.gw[j]
		}
		rise += ((f-1)*2*line - (f*f-1)*square) / (2 * c.sigma2)
	} else {
		for i, e := range c.eta {
			c.apart[i] = e - c.b
		}
		rise += c.total(f-1, c.apart) - c.total(0, nil)
	}
	if !(-c.r.ExpFloat64() < rise) {
		return
	}
	c.tau *= f
	for j := range c.w {
		c.w[j] *= f
		c.gw[j] *= f
	}
	for g := range c.size2 {
		c.size2[g] *= f * f
	}
	for i, e := range c.eta {
		c.eta[i] = c.b + f*(e-c.b)
	}
}

package posterior

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"
)

// A chain is the state of one Markov chain.
type chain struct {
	*problem
	r      *rand.Rand
	w      []float64
	gw     []float64 // XᵀX·w
	size2  []float64 // squared importances
	sigma2 float64
	tau    float64
	theta  int       // index of the order's θ in the grid
	thetaS int       // index of the directions' θ in the grid
	b      float64   // intercept, for losses other than squared
	eta    []float64 // linear predictor b + x·w, for losses other than squared
	apart  []float64 // scratch space for another linear predictor
	fast   surrogate // normal approximation of the likelihood
	pieces []piece
	edges  []edge
	// scratch space of moves
	moving    []int
	direction []float64
}

func (p *problem) newChain(r *rand.Rand) *chain {
	c := &chain{problem: p, r: r, w: p.start(), gw: make([]float64, p.d), size2: make([]float64, len(p.groups)), sigma2: .5, tau: .5}
	c.direction = make([]float64, p.d)
	scale := math.Exp(r.NormFloat64() / 2) // chains start at different scales
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

// refresh recomputes the values that sweeps update, because rounding errors accumulate.
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

// raised is the number of features per sweep, chosen at random, that the chain tries to raise together with all
// features above them.
const raised = 4

// sweep updates everything once. If the context ends, it returns early and the state must not be used.
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

// weights updates every weight separately, and some weights together.
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

// hyper updates the parameters of the prior.
func (c *chain) hyper() {
	c.rescale()
	c.rescale()
	c.scale()
	if c.cfg.Trust == Soft {
		c.trust()
	}
}

// raises tries to raise some features together with all features above them.
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

// slices updates everything once under a loss other than the squared one, by slice sampling.
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

// set changes the weight of column j.
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

// residual returns the sum of squared residuals.
func (c *chain) residual() float64 {
	sum := c.yy
	for j, w := range c.w {
		sum += w * (c.gw[j] - 2*c.xy[j])
	}
	return max(sum, 0)
}

// scale draws τ given the weights: from its inverse gamma distribution for the Gaussian base, and by three
// random-walk steps on log τ for Laplace.
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

// cauchy returns the logarithm of τ's half-Cauchy density, up to a constant.
func (c *chain) cauchy(tau float64) float64 {
	t := tau / c.cfg.Scale
	return -math.Log1p(t * t)
}

// rescale multiplies all weights and τ by the same number, with a Metropolis test. This does not change the
// base density, the order or the directions. It moves along a direction in which updates of single weights are
// slow.
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

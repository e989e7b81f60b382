package polytope

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

const (
	chains    = 4
	segments  = 16  // of a chain, for standard errors
	minSweeps = 512 // of a chain
)

// ConvergenceError reports that the sampler did not converge within Options.MaxSweeps.
type ConvergenceError struct {
	Features      int // of the component
	Sweeps        int
	RHat          float64
	StandardError float64 // as a fraction of 1/n
	Options       Options
}

// Error reports the precision that the chains reached.
func (e *ConvergenceError) Error() string {
	return fmt.Sprintf("polytope: the samples of %d connected features did not converge in %d sweeps: R̂ is %.4g (want at most %g) and the standard error is %.3g/n (want at most %g/n)",
		e.Features, e.Sweeps, e.RHat, e.Options.RHat, e.StandardError, e.Options.Tolerance)
}

// sample estimates the moments of a component. Every round discards the sums of the previous one
// and is as long as all previous rounds together, which serve as its warm-up.
func sample(c component, o Options, stream uint64) (block, Diagnostics, error) {
	m := len(c.features)
	thin := 1 + m/32
	all := make([]*chain, chains)
	for i := range all {
		all[i] = newChain(c, rand.New(rand.NewPCG(o.Seed, stream*chains+uint64(i))), i)
	}
	d := Diagnostics{Sampled: m}
	for sweeps := minSweeps / 2; ; sweeps *= 2 {
		b := block{mean: make([]float64, m), second: make([]float64, m*m)}
		for _, x := range all {
			x.forget()
			for i := range sweeps {
				x.sweep()
				x.note(i * segments / sweeps)
				if i%thin == 0 {
					x.add(b)
				}
			}
		}
		b.scale(1/float64(chains*((sweeps-1)/thin+1)), 1/float64(chains*sweeps), all)
		d.Sweeps, d.RHat, d.StandardError = sweeps, rHat(all, sweeps), standardError(all, sweeps)
		if d.RHat <= o.RHat && d.StandardError <= o.Tolerance {
			return b, d, nil
		}
		if 4*sweeps > o.MaxSweeps {
			return b, d, &ConvergenceError{Features: m, Sweeps: 2 * sweeps, RHat: d.RHat, StandardError: d.StandardError, Options: o}
		}
	}
}

// chain is a Markov chain on the exponentials of a component, and so on its linear extensions.
type chain struct {
	component
	rng   *rand.Rand
	x     []float64
	order []int // features, from the largest to the smallest
	h, q  []float64
	sums  [segments][]float64 // of h(r_u), by segment
	sq    [2][]float64        // of its square, by half
}

// newChain returns chain i. Its initial order is deterministic (features that became free first, or
// last, come first) or random.
func newChain(c component, rng *rand.Rand, i int) *chain {
	x := &chain{component: c, rng: rng, x: make([]float64, len(c.features))}
	choose := rng.IntN
	switch i {
	case 0:
		choose = func(int) int { return 0 }
	case 1:
		choose = func(n int) int { return n - 1 }
	}
	x.order = c.extension(choose)
	x.h, x.q = harmonic(len(x.order))
	return x
}

// forget resets the sums to 0.
func (c *chain) forget() {
	for i := range c.sums {
		c.sums[i] = make([]float64, len(c.x))
	}
	for i := range c.sq {
		c.sq[i] = make([]float64, len(c.x))
	}
}

// sweep draws the exponentials given their ranks, then each exponential given all others, and
// updates the ranks.
func (c *chain) sweep() {
	sum := 0.0
	for i := len(c.order); i > 0; i-- {
		sum += c.rng.ExpFloat64() / float64(i)
		c.x[c.order[i-1]] = sum
	}
	for k := range c.x {
		lo, hi := 0.0, math.Inf(1)
		for _, v := range c.below[k] {
			lo = max(lo, c.x[v])
		}
		for _, u := range c.parents[k] {
			hi = min(hi, c.x[u])
		}
		c.x[k] = min(hi, lo-math.Log1p(c.rng.Float64()*math.Expm1(lo-hi)))
	}
	slices.SortStableFunc(c.order, func(a, b int) int {
		switch {
		case c.x[a] > c.x[b]:
			return -1
		case c.x[a] < c.x[b]:
			return 1
		}
		return 0
	})
}

// note adds E[X_u] given the ranks to the sums of a segment.
func (c *chain) note(segment int) {
	half := segment * 2 / segments
	for j, u := range c.order {
		c.sums[segment][u] += c.h[j]
		c.sq[half][u] += c.h[j] * c.h[j]
	}
}

// add adds E[X_u·X_v] given the ranks.
func (c *chain) add(to block) {
	m := len(c.x)
	for j, v := range c.order {
		row := to.second[v*m : (v+1)*m]
		row[v] += c.q[j] + c.h[j]*c.h[j]
		for i, u := range c.order[:j] {
			row[u] += c.q[j] + c.h[i]*c.h[j]
		}
	}
}

// scale converts sums to means.
func (b block) scale(second, first float64, all []*chain) {
	b.symmetrise()
	for i := range b.second {
		b.second[i] *= second
	}
	for u := range b.mean {
		for _, c := range all {
			for _, segment := range c.sums {
				b.mean[u] += segment[u] * first
			}
		}
	}
}

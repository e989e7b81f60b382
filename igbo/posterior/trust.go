package posterior

import (
	"math"
	"math/rand/v2"
)

// trust draws θ of the order and of the directions given the weights:
//
//	P(θ_k | w) ∝ P(θ_k)·exp(−θ_k·V(w))/Z(θ_k)
func (c *chain) trust() {
	if c.rel.pairs > 0 {
		c.theta = c.level(c.violated(), c.logZ)
	}
	if c.signs > 0 {
		c.thetaS = c.level(c.wrong(), c.logS)
	}
}

func (c *chain) level(v int, logZ []float64) int {
	var weights [64]float64
	list := weights[:0]
	most := math.Inf(-1)
	for k, theta := range c.cfg.Grid {
		prior := math.Log(c.cfg.Doubt)
		if k > 0 {
			prior = math.Log((1 - c.cfg.Doubt) / float64(len(c.cfg.Grid)-1))
		}
		list = append(list, prior-theta*float64(v)-logZ[k])
		most = max(most, list[k])
	}
	sum := 0.0
	for k := range list {
		list[k] = math.Exp(list[k] - most)
		sum += list[k]
	}
	u := c.r.Float64() * sum
	for k, w := range list {
		if u -= w; u < 0 {
			return k
		}
	}
	return len(list) - 1
}

// normalize computes Z(θ) = E[exp(−θ·V)] under the base, for the order and the directions. The scale τ does not
// matter. If every feature in the order is one column, all rankings are equally likely. Then Z is exact, except
// for large orders that cannot be divided into parts (see [rankings]). Otherwise it is estimated.
func (p *problem) normalize() {
	for _, theta := range p.cfg.Grid {
		p.logS = append(p.logS, float64(p.signs)*(math.Log1p(math.Exp(-theta))-math.Ln2))
	}
	if list, ok := p.ordered(); ok {
		p.logZ = rankings{p.rel, p.over}.logZ(list, p.cfg.Grid)
	}
	if p.logZ == nil {
		p.logZ = p.estimated()
	}
}

// ordered returns the features in the order, and reports whether each is one column.
func (p *problem) ordered() (list []int, ok bool) {
	ok = true
	for g, group := range p.groups {
		if len(p.rel.above[g])+len(p.rel.below[g]) > 0 {
			list = append(list, g)
			ok = ok && len(group) == 1
		}
	}
	return list, ok
}

// Settings for estimating Z.
const (
	stones     = 0.5 // maximum step of θ, times the standard deviation of V
	stoneDraws = 2000
)

// steppingStones estimates log Z on the grid (Xie et al., 2011). Z(θ′)/Z(θ) is the mean of exp(−(θ′−θ)·V) at θ,
// and the steps are as small as the spread of V requires. The random numbers do not depend on the seed. It
// returns nil if the context ends.
func (p *problem) steppingStones() []float64 {
	s := p.prior()
	logZ, theta, grid := 0.0, 0.0, []float64{0}
	s.run(0, stoneDraws/4)
	for _, next := range p.cfg.Grid[1:] {
		for theta < next {
			s.run(theta, stoneDraws/8)
			values := s.run(theta, stoneDraws)
			if p.over() {
				return nil
			}
			mean, square := 0.0, 0.0
			for _, v := range values {
				mean += v / float64(len(values))
			}
			for _, v := range values {
				square += (v - mean) * (v - mean) / float64(len(values))
			}
			to := next
			if spread := math.Sqrt(square); spread > 0 {
				to = min(next, theta+stones/spread)
			} else if mean == 0 {
				theta = next
				break // no draw violates any pair
			}
			sum := 0.0
			for _, v := range values {
				sum += math.Exp(-(to - theta) * (v - mean))
			}
			logZ += math.Log(sum/float64(len(values))) - (to-theta)*mean
			theta = to
		}
		grid = append(grid, logZ)
	}
	return grid
}

// A prior is a chain of the importances without data.
type prior struct {
	*problem
	r     *rand.Rand
	size2 []float64
	list  []int // features in the order
}

func (p *problem) prior() *prior {
	s := &prior{problem: p, r: rand.New(rand.NewPCG(11, uint64(len(p.groups)))), size2: make([]float64, len(p.groups))}
	s.list, _ = p.ordered()
	for _, g := range s.list {
		s.size2[g] = s.draw(g)
	}
	return s
}

// draw draws a squared importance from the base.
func (s *prior) draw(g int) (sum float64) {
	for range s.groups[g] {
		w := s.r.NormFloat64()
		if s.cfg.Base == Laplace {
			w = s.r.ExpFloat64()
		}
		sum += w * w
	}
	return sum
}

// run makes sweeps at θ and returns V after each. A sweep redraws each feature and exchanges two features of
// the same size, with Metropolis tests. It returns early if the context ends.
func (s *prior) run(theta float64, sweeps int) (values []float64) {
	of := &chain{problem: s.problem, size2: s.size2}
	for range sweeps {
		if s.over() {
			return values
		}
		for _, g := range s.list {
			before, old := of.violations(g), s.size2[g]
			s.size2[g] = s.draw(g)
			if -s.r.ExpFloat64() >= -theta*float64(of.violations(g)-before) {
				s.size2[g] = old
			}
			k := s.list[s.r.IntN(len(s.list))]
			if k == g || len(s.groups[k]) != len(s.groups[g]) {
				continue
			}
			v := of.both(g, k)
			s.size2[g], s.size2[k] = s.size2[k], s.size2[g]
			if -s.r.ExpFloat64() >= -theta*float64(of.both(g, k)-v) {
				s.size2[g], s.size2[k] = s.size2[k], s.size2[g]
			}
		}
		values = append(values, float64(of.violated()))
	}
	return values
}

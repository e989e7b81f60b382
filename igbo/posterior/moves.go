package posterior

import (
	"math"
	"slices"
)

// obeys tells whether a feature keeps to its neighbours in a hard order.
func (c *chain) obeys(g int) bool {
	for _, k := range c.rel.under[g] {
		if c.size2[k] > c.size2[g] {
			return false
		}
	}
	for _, k := range c.rel.over[g] {
		if c.size2[k] < c.size2[g] {
			return false
		}
	}
	return true
}

// violations of the order's closure by one feature.
func (c *chain) violations(g int) (v int) {
	for _, k := range c.rel.above[g] {
		if c.size2[k] < c.size2[g] {
			v++
		}
	}
	for _, k := range c.rel.below[g] {
		if c.size2[k] > c.size2[g] {
			v++
		}
	}
	return v
}

// violated counts the violated pairs of the closure.
func (c *chain) violated() (v int) {
	for g, below := range c.rel.below {
		for _, k := range below {
			if c.size2[k] > c.size2[g] {
				v++
			}
		}
	}
	return v
}

// wrong counts the directions that are not kept.
func (c *chain) wrong() (v int) {
	for j, s := range c.sign {
		if float64(s)*c.w[j] < 0 {
			v++
		}
	}
	return v
}

// pair moves two columns that are alike along the direction in which the sum of squares hardly changes, where
// single weights move slowly: by Metropolis, with proposals from the likelihood's normal and one of the base's width.
func (c *chain) pair(j, k int) {
	gj, gk, gjk := c.gram[j*c.d+j], c.gram[k*c.d+k], c.gram[j*c.d+k]
	ratio := -math.Sqrt(gj / gk)
	if gjk < 0 {
		ratio = -ratio
	}
	a := (gj+2*ratio*gjk+ratio*ratio*gk)/c.sigma2 + (1+ratio*ratio)/(2*c.tau*c.tau)
	line := (c.xy[j] - c.gw[j] + ratio*(c.xy[k]-c.gw[k])) / c.sigma2
	square := (gj + 2*ratio*gjk + ratio*ratio*gk) / c.sigma2
	step := c.r.NormFloat64() / math.Sqrt(a)
	wj, wk := c.w[j], c.w[k]
	before := c.at(j, k)
	c.w[j], c.w[k] = wj+step, wk+ratio*step
	c.size2[c.group[j]], c.size2[c.group[k]] = c.square(c.w, c.group[j]), c.square(c.w, c.group[k])
	rise := line*step - square*step*step/2 + c.at(j, k) - before
	if -c.r.ExpFloat64() < rise {
		rj, rk := c.gram[j*c.d:(j+1)*c.d], c.gram[k*c.d:(k+1)*c.d]
		for i := range c.gw {
			c.gw[i] += step * (rj[i] + ratio*rk[i])
		}
		return
	}
	c.w[j], c.w[k] = wj, wk
	c.size2[c.group[j]], c.size2[c.group[k]] = c.square(c.w, c.group[j]), c.square(c.w, c.group[k])
}

// at is the logarithm of the prior as far as two columns decide it.
func (c *chain) at(j, k int) (log float64) {
	for _, i := range [2]int{j, k} {
		if c.cfg.Base == Gauss {
			log -= c.w[i] * c.w[i] / (2 * c.tau * c.tau)
		} else {
			log -= math.Abs(c.w[i]) / c.tau
		}
		plus, minus := c.sides(i)
		if c.w[i] > 0 {
			log += plus
		} else {
			log += minus
		}
	}
	gj, gk := c.group[j], c.group[k]
	if c.cfg.Trust == Hard {
		if !c.obeys(gj) || !c.obeys(gk) {
			return math.Inf(-1)
		}
		return log
	}
	v := c.violations(gj)
	if gk != gj {
		v += c.violations(gk)
		if c.related(gj, gk) && c.violates(gj, gk) {
			v-- // it was counted twice
		}
	}
	return log - c.cfg.Grid[c.theta]*float64(v)
}

func (c *chain) related(g, k int) bool {
	return slices.Contains(c.rel.above[g], k) || slices.Contains(c.rel.below[g], k)
}

// violates tells whether two related features are in the wrong order.
func (c *chain) violates(g, k int) bool {
	if slices.Contains(c.rel.above[g], k) {
		return c.size2[k] < c.size2[g]
	}
	return c.size2[k] > c.size2[g]
}

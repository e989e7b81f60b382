package posterior

import (
	"math"
	"slices"
)

// obeys reports whether a feature satisfies a hard order with respect to its neighbours.
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

// violations returns the number of violated pairs that contain a feature.
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

// violated returns the number of violated pairs in the closure.
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

// wrong returns the number of violated directions.
func (c *chain) wrong() (v int) {
	for j, s := range c.sign {
		if float64(s)*c.w[j] < 0 {
			v++
		}
	}
	return v
}

// pair moves two correlated columns along the direction in which the sum of squares hardly changes, where
// single weights move slowly. It is a Metropolis step with proposals from the likelihood's normal distribution
// and from one with the width of the base.
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

// at returns the logarithm of the prior, as far as it depends on two columns.
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
	return log - c.cfg.Grid[c.theta]*float64(c.both(gj, gk))
}

// both returns the number of violated pairs that contain one of two features.
func (c *chain) both(g, k int) int {
	v := c.violations(g)
	if g == k {
		return v
	}
	v += c.violations(k)
	if slices.Contains(c.rel.above[g], k) && c.size2[k] < c.size2[g] || slices.Contains(c.rel.below[g], k) && c.size2[k] > c.size2[g] {
		v-- // their own pair is counted twice
	}
	return v
}

// flip proposes to change the signs of two correlated columns, which does not affect the order.
func (c *chain) flip(j, k int) {
	gj, gk, gjk := c.gram[j*c.d+j], c.gram[k*c.d+k], c.gram[j*c.d+k]
	sj, sk := -2*c.w[j], -2*c.w[k]
	rise := (sj*(c.xy[j]-c.gw[j]) + sk*(c.xy[k]-c.gw[k]) - (sj*sj*gj+2*sj*sk*gjk+sk*sk*gk)/2) / c.sigma2
	for _, i := range [2]int{j, k} {
		plus, minus := c.sides(i)
		if c.w[i] < 0 {
			plus, minus = minus, plus
		}
		rise += minus - plus
	}
	if -c.r.ExpFloat64() < rise {
		c.set(j, -c.w[j])
		c.set(k, -c.w[k])
	}
}

// raise adds the same amount to the importances of a feature and of all features above it. In a long order,
// single weights have little room between their neighbours, but a hard order bounds this shift on only one
// side. The proposal is the normal conditional distribution along the shift, with fixed signs. Under a soft
// order it ignores violations, which a Metropolis test takes into account. raise does nothing unless every
// feature that moves is one column.
func (c *chain) raise(g int) {
	moved := append(c.moving[:0], c.rel.above[g]...)
	moved = append(moved, g)
	c.moving = moved
	floor := math.Inf(1) // how far the shift may go down
	sum := 0.0           // of |w|
	direction := c.direction
	clear(direction)
	for _, m := range moved {
		if len(c.groups[m]) != 1 {
			return
		}
		j := c.groups[m][0]
		size := math.Abs(c.w[j])
		direction[j] = math.Copysign(1, c.w[j])
		sum += size
		floor = min(floor, size)
	}
	if c.cfg.Trust == Hard {
		for _, m := range moved {
			for _, k := range c.rel.under[m] {
				if len(c.groups[k]) != 1 || direction[c.groups[k][0]] == 0 {
					floor = min(floor, math.Sqrt(c.size2[m])-math.Sqrt(c.size2[k]))
				}
			}
		}
	}
	n, square, line := float64(len(moved)), 0.0, 0.0
	for _, m := range moved {
		i := c.groups[m][0]
		row, product := c.gram[i*c.d:(i+1)*c.d], 0.0
		for _, k := range moved {
			product += row[c.groups[k][0]] * direction[c.groups[k][0]]
		}
		square += direction[i] * product
		line += direction[i] * (c.xy[i] - c.gw[i])
	}
	a, b := square/c.sigma2, line/c.sigma2
	if c.cfg.Base == Gauss {
		a, b = a+n/(c.tau*c.tau), b-sum/(c.tau*c.tau)
	} else {
		b -= n / c.tau
	}
	if !(a > 0) {
		return
	}
	stdDev := 1 / math.Sqrt(a)
	step := b/a + stdDev*truncated(c.r, (-max(floor, 0)-b/a)/stdDev, math.Inf(1))
	before := c.beneath(moved)
	for _, m := range moved {
		j := c.groups[m][0]
		c.w[j] += step * direction[j]
		c.size2[m] = c.w[j] * c.w[j]
	}
	if rise := c.beneath(moved) - before; rise > 0 && -c.r.ExpFloat64() >= -c.cfg.Grid[c.theta]*float64(rise) {
		for _, m := range moved {
			j := c.groups[m][0]
			c.w[j] -= step * direction[j]
			c.size2[m] = c.w[j] * c.w[j]
		}
		return
	}
	for _, m := range moved {
		j := c.groups[m][0]
		row := c.gram[j*c.d : (j+1)*c.d]
		for i := range c.gw {
			c.gw[i] += step * direction[j] * row[i]
		}
	}
}

// beneath returns, under a soft order, the number of violated pairs of a feature that moves above one that does
// not.
func (c *chain) beneath(moved []int) (v int) {
	if c.theta == 0 {
		return 0
	}
	for _, m := range moved {
		for _, k := range c.rel.below[m] {
			if c.size2[k] > c.size2[m] && (len(c.groups[k]) != 1 || c.direction[c.groups[k][0]] == 0) {
				v++
			}
		}
	}
	return v
}

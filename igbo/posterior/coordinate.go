package posterior

import "math"

// piece is an interval of |w_j| on one side of 0 in which the prior is smooth.
type piece struct {
	side   float64 // +1 or −1
	lo, hi float64
	log    float64 // logarithm of its factor
	mass   float64
}

// edge is a place of |w_j| where the number of violated pairs changes.
type edge struct {
	at   float64
	rise float64
}

// infinite bounds |w_j| where nothing does.
var infinite = math.Inf(1)

// cut fills in the pieces into which the order parts |w_j|, for one side; their factors are exp(−θ·V), relative to each other.
func (c *chain) cut(j int) (edges []edge, lo, hi float64) {
	g := c.group[j]
	rest := 0.0 // of the group's squared importance
	for _, k := range c.groups[g] {
		if k != j {
			rest += c.w[k] * c.w[k]
		}
	}
	at := func(k int) float64 { return math.Sqrt(max(c.size2[k]-rest, 0)) }
	lo, hi = 0, infinite
	if c.cfg.Trust == Hard {
		for _, k := range c.rel.under[g] {
			lo = max(lo, at(k))
		}
		for _, k := range c.rel.over[g] {
			hi = min(hi, at(k))
		}
		return nil, lo, max(lo, hi)
	}
	c.edges = c.edges[:0]
	if c.theta == 0 {
		return c.edges, lo, hi
	}
	for _, k := range c.rel.above[g] {
		c.edges = insert(c.edges, edge{at(k), 1})
	}
	for _, k := range c.rel.below[g] {
		c.edges = insert(c.edges, edge{at(k), -1})
	}
	return c.edges, lo, hi
}

// insert keeps edges in order.
func insert(edges []edge, e edge) []edge {
	edges = append(edges, e)
	i := len(edges) - 1
	for ; i > 0 && edges[i-1].at > e.at; i-- {
		edges[i] = edges[i-1]
	}
	edges[i] = e
	return edges
}

// sides returns the logarithms of the factors of a positive and a negative weight of column j; −Inf forbids.
func (c *chain) sides(j int) (plus, minus float64) {
	if c.sign[j] == 0 {
		return 0, 0
	}
	cost := math.Inf(-1)
	if c.cfg.Trust == Soft {
		cost = -c.cfg.Grid[c.thetaS]
	}
	if c.sign[j] > 0 {
		return 0, cost
	}
	return cost, 0
}

// gibbs draws w_j given all else, exactly. The likelihood is normal in w_j, with precision a and mean m; the base makes of it a
// normal density on each side of 0 (Laplace's moves their means by ∓1/aτ), and the order parts each side into
// pieces of |w_j| with a constant factor.
func (c *chain) gibbs(j int) {
	own := c.gram[j*c.d+j]
	a := own / c.sigma2
	line := (c.xy[j] - c.gw[j] + own*c.w[j]) / c.sigma2
	shift := 0.0
	if c.cfg.Base == Gauss {
		a += 1 / (c.tau * c.tau)
	} else {
		shift = 1 / c.tau
	}
	stdDev := 1 / math.Sqrt(a)
	plus, minus := c.sides(j)
	edges, lo, hi := c.cut(j)
	// of exp(−a(|w|−m)²/2 + a·m²/2), the last term tells the sides apart
	mp, mn := (line-shift)/a, (-line-shift)/a
	plus, minus = plus+a*mp*mp/2, minus+a*mn*mn/2
	c.pieces = c.pieces[:0]
	c.side(1, plus, edges, lo, hi)
	c.side(-1, minus, edges, lo, hi)
	p := c.choose(mp, mn, stdDev)
	m := mp
	if p.side < 0 {
		m = mn
	}
	size := m + stdDev*truncated(c.r, (p.lo-m)/stdDev, (p.hi-m)/stdDev)
	c.set(j, p.side*min(max(size, p.lo), p.hi))
}

// side adds the pieces of a side.
func (c *chain) side(side, log float64, edges []edge, lo, hi float64) {
	if math.IsInf(log, -1) {
		return
	}
	theta := 0.0
	if len(edges) > 0 {
		theta = c.cfg.Grid[c.theta]
	}
	for _, e := range edges {
		if e.at > lo {
			c.pieces = append(c.pieces, piece{side: side, lo: lo, hi: e.at, log: log})
			lo = e.at
		}
		log -= theta * e.rise
	}
	c.pieces = append(c.pieces, piece{side: side, lo: lo, hi: hi, log: log})
}

// least is the smallest sum of masses that is taken as it is; smaller ones are summed as logarithms.
const least = 1e-250

// choose draws a piece by its mass.
func (c *chain) choose(mp, mn, stdDev float64) piece {
	if len(c.pieces) == 1 {
		return c.pieces[0]
	}
	most := math.Inf(-1)
	for _, p := range c.pieces {
		most = max(most, p.log)
	}
	sum, side, from := 0.0, 0.0, 0.0
	m := mp
	for i := range c.pieces {
		p := &c.pieces[i]
		if p.side != side {
			if side = p.side; side < 0 {
				m = mn
			}
			from = signedTail((p.lo - m) / stdDev)
		}
		to := signedTail((p.hi - m) / stdDev)
		p.mass = math.Exp(p.log-most) * (within(from, to))
		sum, from = sum+p.mass, to
	}
	if !(sum > least) {
		sum = c.logMasses(mp, mn, stdDev)
	}
	u := c.r.Float64() * sum
	last := 0
	for i, p := range c.pieces {
		if p.mass > 0 {
			last = i
		}
		if u -= p.mass; u < 0 {
			return p
		}
	}
	return c.pieces[last] // rounding
}

// logMasses are masses whose sum is too small for a number, relative to the largest.
func (c *chain) logMasses(mp, mn, stdDev float64) (sum float64) {
	most := math.Inf(-1)
	for i := range c.pieces {
		p := &c.pieces[i]
		m := mp
		if p.side < 0 {
			m = mn
		}
		p.log += logMass((p.lo-m)/stdDev, (p.hi-m)/stdDev)
		most = max(most, p.log)
	}
	for i := range c.pieces {
		p := &c.pieces[i]
		p.mass = math.Exp(p.log - most)
		sum += p.mass
	}
	return sum
}

package posterior

import "math"

// A piece is an interval of |w_j|, on one side of 0, in which the prior is smooth.
type piece struct {
	side   float64 // +1 or −1
	lo, hi float64
	log    float64 // logarithm of its factor
	mass   float64
}

// An edge is a value of |w_j| at which the number of violated pairs changes.
type edge struct {
	at   float64
	rise float64
}

// infinite is the upper end of the last piece.
var infinite = math.Inf(1)

// cut computes the pieces into which the order divides |w_j|, for one side. Their factors are exp(−θ·V),
// relative to each other.
func (c *chain) cut(j int) (edges []edge, lo, hi float64) {
	g := c.group[j]
	rest := 0.0 // the rest of the group's squared importance
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

// insert inserts an edge in sorted order.
func insert(edges []edge, e edge) []edge {
	edges = append(edges, e)
	i := len(edges) - 1
	for ; i > 0 && edges[i-1].at > e.at; i-- {
		edges[i] = edges[i-1]
	}
	edges[i] = e
	return edges
}

// sides returns the logarithms of the factors of a positive and a negative weight of column j. −Inf forbids a
// sign.
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

// gibbs draws w_j from its exact conditional distribution. The likelihood is normal in w_j, with precision a
// and mean m. With the base, it is a normal density on each side of 0; for Laplace, the means are shifted by
// ∓1/aτ. The order divides each side into pieces of |w_j| with constant factors.
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
	// of exp(−a(|w|−m)²/2 + a·m²/2); the last term differs between the sides
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

// side adds the pieces of one side.
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

// least is the smallest sum of masses that is used directly. Smaller sums are computed with logarithms.
const least = 1e-250

// choose draws a piece in proportion to its mass.
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
	return c.pieces[last] // rounding errors
}

// logMasses computes the masses relative to the largest one if their sum would underflow.
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

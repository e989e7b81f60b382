package feasible

import "math"

// network is the dual flow. Every link is an arc p→q of gain least with unlimited capacity. For
// |H_k|, there are arcs source→k and k→sink with a capacity of one unit each. The ground is source
// and sink. The scores h are the node potentials: the reduced cost h_u − h_v − gain of an arc with
// free capacity is never negative. Arcs are stored by their start node.
type network struct {
	p            *program
	h            []float64
	source, sink int32
	start        []int32 // the arcs of u are start[u] … start[u+1]−1
	to, back     []int32 // end of the arc, and the index of its reverse arc
	left         []int32 // free capacity
	gain         []float64
	link         []int32 // the arc of each link
	sum          float64
	slack        float64 // reduced costs up to this size count as 0
	search       search
	levels       levels
}

const unlimited = math.MaxInt32

// newNetwork returns a network for scores h that satisfy all links. The ground's score, 0, is at
// the end.
func newNetwork(p *program, h []float64) *network {
	n := int32(p.N)
	g := &network{p: p, h: append(h, 0), source: n, sink: n + 1, slack: 0.1 * p.tolerance}
	high, low := 0.0, 0.0
	for _, x := range h[:n] {
		high, low = math.Max(high, x), math.Min(low, x)
	}
	g.h[g.source], g.h[g.sink] = high, low
	g.connect(g.list())
	g.search, g.levels = newSearch(int(n)+2), newLevels(int(n)+2)
	return g
}

type arc struct {
	u, v, capacity int32
	gain           float64
}

// list returns the arcs, with those of the links first.
func (g *network) list() []arc {
	p := g.p
	g.link = make([]int32, len(p.links))
	arcs := make([]arc, 0, len(p.links)+2*p.N)
	for i, l := range p.links {
		g.link[i] = int32(len(arcs))
		a := arc{l.p, l.q, unlimited, l.least}
		if a.v == g.source {
			a.v = g.sink
		}
		arcs = append(arcs, a)
	}
	for k := range int32(p.N) {
		arcs = append(arcs, arc{g.source, k, 1, 0}, arc{k, g.sink, 1, 0})
	}
	return arcs
}

// connect stores the arcs and their reverse arcs, and converts link from list positions to arc
// indices.
func (g *network) connect(arcs []arc) {
	g.start = make([]int32, len(g.h)+1)
	for _, a := range arcs {
		g.start[a.u+1]++
		g.start[a.v+1]++
	}
	for u := range g.h {
		g.start[u+1] += g.start[u]
	}
	m := 2 * len(arcs)
	g.to, g.back, g.left, g.gain = make([]int32, m), make([]int32, m), make([]int32, m), make([]float64, m)
	next := append([]int32{}, g.start...)
	place := make([]int32, len(arcs))
	for i, a := range arcs {
		there, back := next[a.u], next[a.v]
		next[a.u]++
		next[a.v]++
		g.to[there], g.back[there], g.left[there], g.gain[there] = a.v, back, a.capacity, a.gain
		g.to[back], g.back[back], g.gain[back] = a.u, there, -a.gain
		place[i] = there
	}
	for i, a := range g.link {
		g.link[i] = place[a]
	}
}

// solve sends flow along the longest paths until the gain exceeds the norm, or until no path gains
// anything. In the latter case, the potentials are scores with the smallest Σ|H|.
func (g *network) solve(full bool) Verdict {
	limit := g.p.Norm * (1 + normTolerance)
	radius := 0.0
	for gap := g.gap(); gap > g.p.tolerance && (full || g.sum <= limit); gap = g.gap() {
		radius = math.Min(gap, math.Max(radius, gap/64))
		far, reached := g.nearest(radius)
		if *g.p.work <= 0 {
			return Verdict{}
		}
		if !reached {
			radius *= 4
			continue
		}
		radius = 2 * far
		if g.gap() > g.p.tolerance && !g.augment(limit, full) {
			break
		}
	}
	if g.sum > limit {
		if proof := g.p.proof(g.flow()); proof.Sum > g.p.Norm {
			return Verdict{Decided: true, Proof: proof}
		}
	}
	h := g.h[:g.p.N]
	for k := range h {
		h[k] -= g.h[g.source]
	}
	return Verdict{Decided: true, Feasible: true, H: h}
}

// gap returns the gain of the longest path.
func (g *network) gap() float64 { return g.h[g.source] - g.h[g.sink] }

// augment sends flow along the path that the search found, and along all other paths of reduced
// cost 0. It reports whether it sent any; a path with unlimited capacity gains nothing but rounding
// errors.
func (g *network) augment(limit float64, full bool) bool {
	gap, sent := g.gap(), false
	g.levels.begin()
	for path := g.found(); path != nil && (full || g.sum <= limit); path = g.level() {
		units := int32(unlimited)
		for _, a := range path {
			units = min(units, g.left[a])
		}
		if units == unlimited || units == 0 {
			return sent
		}
		for _, a := range path {
			g.shift(a, -units)
			g.shift(g.back[a], units)
		}
		g.sum += gap * float64(units)
		sent = true
	}
	return sent
}

func (g *network) shift(a, units int32) {
	if g.left[a] != unlimited {
		g.left[a] += units
	}
}

// flow returns the number of units on every link.
func (g *network) flow() []int {
	times := make([]int, len(g.link))
	for i, a := range g.link {
		times[i] = int(g.left[g.back[a]])
	}
	return times
}

package layered

import (
	"cmp"
	"math"
	"slices"
)

// spread is the distance between the points in a box at which its lines aim, in edge gaps.
const spread = 0.6

// steepest is the largest lean of a head, dx/dy away from its box.
const steepest = 1.0

// port is the end of a line at a side of a box. The line aims at the point at inside the box and
// crosses the side between lo and hi. Positions are relative to the centre of the box. At a side
// with heads, lo equals hi, and the line leans by dx/dy away from the box.
type port struct {
	at, lo, hi float64
	heads      bool
	lean       float64
}

// ports returns the ports of each edge at its upper and its lower box. The lines at one side of a
// box are placed in the order in which they arrive, so parallel edges do not coincide.
func (t *tracer) ports() [][2]port {
	ports := make([][2]port, len(t.chains))
	for end := range 2 {
		sides := make([][]int, len(t.nodes))
		for i, chain := range t.chains {
			v := chain[end*(len(chain)-1)]
			sides[v] = append(sides[v], i)
		}
		for v, edges := range sides {
			slices.SortStableFunc(edges, func(i, j int) int {
				return cmp.Compare(t.vertices[t.next(i, end)].x, t.vertices[t.next(j, end)].x)
			})
			for k, p := range t.share(v, edges, end) {
				ports[edges[k]][end] = p
			}
			if len(edges) > 0 && ports[edges[0]][end].heads {
				t.lean(v, edges, end, ports)
			}
		}
	}
	return ports
}

// next returns the vertex after an edge's upper box (end 0) or before its lower box (end 1).
func (t *tracer) next(edge, end int) int {
	chain := t.chains[edge]
	return chain[1-end+end*(len(chain)-2)]
}

// headAt reports whether an edge has its head at its upper box (end 0) or at its lower box (end 1).
func (t *tracer) headAt(edge, end int) bool { return t.turned[edge] == (end == 0) }

// share divides a side of a box among the edges that end there, from the left. The shares are
// equal, but a head gets at least its width while there is space. At a side with heads, each line
// is in the middle of its share, so that it does not touch a head.
func (t *tracer) share(v int, edges []int, end int) []port {
	n, heads, half := float64(len(edges)), 0.0, t.width[v]/2
	half -= min(half/3, t.cfg.EdgeGap/2)
	for _, i := range edges {
		if t.headAt(i, end) {
			heads++
		}
	}
	head, line := 2*half/n, 2*half/n
	if heads > 0 && heads < n && head < t.cfg.ArrowWidth {
		head = min(t.cfg.ArrowWidth, 2*half/heads)
		line = (2*half - heads*head) / (n - heads)
	}
	step := min(t.cfg.EdgeGap, t.width[v]/(n+1)) * spread
	ports, left := make([]port, len(edges)), -half
	for k, i := range edges {
		share := line
		if t.headAt(i, end) {
			share = head
		}
		ports[k] = port{at: (float64(k) - (n-1)/2) * step, lo: left, hi: left + share}
		if heads > 0 {
			middle := left + share/2
			ports[k] = port{at: middle, lo: middle, hi: middle, heads: true}
		}
		left += share
	}
	return ports
}

// lean sets the slopes of the arrowheads at a side of a box, so that each head points along its
// line. Heads of width w whose tips are s apart do not overlap if their slopes increase from left
// to right and no slope exceeds
//
//	√((s/w)² − 1).
//
// So lean uses the nearest slopes that satisfy these conditions.
func (t *tracer) lean(v int, edges []int, end int, ports [][2]port) {
	limit := steepest
	for k := 1; k < len(edges); k++ {
		apart := (ports[edges[k]][end].lo - ports[edges[k-1]][end].lo) / t.cfg.ArrowWidth
		limit = min(limit, math.Sqrt(max(0, apart*apart-1)))
	}
	c := t.centre(v)
	wanted := make([]float64, len(edges))
	for k, i := range edges {
		w, tip := t.next(i, end), c.X+ports[i][end].lo
		from, dy := t.centre(w), math.Abs(t.centre(w).Y-c.Y)-t.height[v]/2
		dx := from.X - tip
		if l := t.vertices[w].layer; t.passes(w) {
			dy -= (t.bottom[l] - t.top[l]) / 2
		} else {
			dx += ports[i][1-end].at
		}
		wanted[k] = max(-limit, min(limit, dx/dy))
	}
	for k, lean := range increasing(wanted) {
		p := &ports[edges[k]][end]
		p.lean = lean
		p.at = p.lo - lean*t.height[v]/2
	}
}

// increasing returns the nearest increasing values by least squares. Neighbours out of order are
// replaced by their mean (pool adjacent violators).
func increasing(values []float64) []float64 {
	type pool struct{ sum, n float64 }
	var pools []pool
	for _, v := range values {
		pools = append(pools, pool{v, 1})
		for k := len(pools) - 1; k > 0 && pools[k-1].sum/pools[k-1].n > pools[k].sum/pools[k].n; k-- {
			pools[k-1] = pool{pools[k-1].sum + pools[k].sum, pools[k-1].n + pools[k].n}
			pools = pools[:k]
		}
	}
	var means []float64
	for _, p := range pools {
		for range int(p.n) {
			means = append(means, p.sum/p.n)
		}
	}
	return means
}

package layered

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// clearance is the distance of lines from boxes that they pass, in edge gaps.
const clearance = 0.75

// spread is the distance of the points in a box that its lines head to, in edge gaps.
const spread = 0.6

// tracer places layers and draws the lines of a diagram.
type tracer struct {
	*diagram
	part
	cfg         Config
	top, bottom []float64 // of every layer
}

// trace returns the drawing of an aligned diagram.
func (d *diagram) trace(p part, turned []bool, cfg Config) *Drawing {
	t := &tracer{diagram: d, part: p, cfg: cfg}
	t.placeLayers()
	out := &Drawing{Nodes: make([]Point, len(p.nodes)), Height: t.bottom[len(t.bottom)-1]}
	for v := range p.nodes {
		out.Nodes[v] = t.centre(v)
	}
	ports := t.ports()
	for i, chain := range d.chains {
		line := t.line(chain, ports[i], turned[i])
		if turned[i] {
			reverse(line)
		}
		out.Edges = append(out.Edges, smooth(cut(line, cfg.Arrow), t.bulge))
	}
	for _, l := range p.loops {
		out.Edges = append(out.Edges, t.loop(l[0]))
	}
	t.trim(out)
	return out
}

// trim moves the drawing to the left edge and takes its width.
func (t *tracer) trim(out *Drawing) {
	low, high := math.Inf(1), math.Inf(-1)
	for v, c := range out.Nodes {
		low, high = min(low, c.X-t.width[v]/2), max(high, c.X+t.width[v]/2)
	}
	for _, curve := range out.Edges {
		for k := 3; k < len(curve); k += 3 {
			for share := range 9 {
				x := bezier(curve[k-3:k+1], float64(share)/8)
				low, high = min(low, x), max(high, x)
			}
		}
	}
	out.Width = high - low
	for v := range out.Nodes {
		out.Nodes[v].X -= low
	}
	for _, curve := range out.Edges {
		for k := range curve {
			curve[k].X -= low
		}
	}
}

// placeLayers stacks the layers. A gap grows where an edge leads far sideways.
func (t *tracer) placeLayers() {
	y := 0.0
	for _, layer := range t.layers {
		height, far := t.cfg.EdgeGap, 0.0
		for _, v := range layer {
			if !t.passes(v) {
				height = max(height, t.height[v])
			}
			for _, w := range t.vertices[v].low {
				far = max(far, math.Abs(t.vertices[w].x-t.vertices[v].x))
			}
		}
		t.top, t.bottom = append(t.top, y), append(t.bottom, y+height)
		y += height + min(max(t.cfg.LayerGap, far/8), 2*t.cfg.LayerGap)
	}
}

// centre of a vertex.
func (t *tracer) centre(v int) Point {
	l := t.vertices[v].layer
	return Point{t.vertices[v].x, (t.top[l] + t.bottom[l]) / 2}
}

// port is where a line ends at a side of a box: it heads to the point at within the
// box and passes the side between lo and hi, all from the box's middle.
type port struct{ at, lo, hi float64 }

// ports returns those of every edge at its upper and its lower box. The lines at one
// side of a box share it in the order in which they come, so that arrow heads and
// edges between the same two boxes can be told apart.
func (t *tracer) ports() [][2]port {
	ports := make([][2]port, len(t.chains))
	for end := range 2 {
		sides := make([][]int, len(t.nodes))
		for i, chain := range t.chains {
			v := chain[end*(len(chain)-1)]
			sides[v] = append(sides[v], i)
		}
		comesFrom := func(i int) float64 {
			chain := t.chains[i]
			return t.vertices[chain[1-end+end*(len(chain)-2)]].x
		}
		for v, edges := range sides {
			slices.SortStableFunc(edges, func(i, j int) int { return cmp.Compare(comesFrom(i), comesFrom(j)) })
			n, half := float64(len(edges)), t.width[v]/2
			half -= min(half/3, t.cfg.EdgeGap/2)
			step := min(t.cfg.EdgeGap, t.width[v]/(n+1)) * spread
			for k, i := range edges {
				left := -half + 2*half*float64(k)/n
				ports[i][end] = port{at: (float64(k) - (n-1)/2) * step, lo: left, hi: left + 2*half/n}
			}
		}
	}
	return ports
}

// line is the shortest way of an edge from the lower side of its upper box to the
// upper side of its lower box, between all other boxes and edges of the layers.
func (t *tracer) line(chain []int, ports [2]port, turned bool) []Point {
	first, last := chain[0], chain[len(chain)-1]
	from, to := t.centre(first).shifted(ports[0].at, 0), t.centre(last).shifted(ports[1].at, 0)
	gates := t.leave(first, ports[0])
	for _, v := range chain[1 : len(chain)-1] {
		l := t.vertices[v].layer
		lo, hi := t.corridor(v)
		gates = append(gates, gate{t.top[l], lo, hi}, gate{t.bottom[l], lo, hi})
	}
	gates = t.steepen(append(gates, t.enter(last, ports[1])...), turned)
	line := shortest(from, gates, to)
	return line[1 : len(line)-1]
}

// leave is a port in the lower side of a box, and the way out of its layer.
func (t *tracer) leave(v int, p port) []gate {
	c, l := t.centre(v), t.vertices[v].layer
	side := gate{c.Y + t.height[v]/2, c.X + p.lo, c.X + p.hi}
	if side.y > t.bottom[l]-1 {
		return []gate{side}
	}
	lo, hi := t.corridor(v)
	return []gate{side, {t.bottom[l], lo, hi}}
}

// enter is the way into a box's layer, and a port in its upper side.
func (t *tracer) enter(v int, p port) []gate {
	c, l := t.centre(v), t.vertices[v].layer
	side := gate{c.Y - t.height[v]/2, c.X + p.lo, c.X + p.hi}
	if side.y < t.top[l]+1 {
		return []gate{side}
	}
	lo, hi := t.corridor(v)
	return []gate{{t.top[l], lo, hi}, side}
}

// steepen adds a gate before the side of the box where the arrow is, one head away
// and little wider than the port, so that the head does not lie on the side. A way
// into or out of the layer that is as near does the same.
func (t *tracer) steepen(gates []gate, turned bool) []gate {
	d, last := min(t.cfg.Arrow, t.cfg.LayerGap/3), len(gates)-1
	side, next, place := gates[last], gates[last-1].y, last
	if turned {
		side, next, place = gates[0], gates[1].y, 1
		d = -d
	}
	if math.Abs(side.y-next) < math.Abs(d)+1 {
		return gates
	}
	return slices.Insert(gates, place, gate{side.y - d, side.lo - 3*math.Abs(d), side.hi + 3*math.Abs(d)})
}

// corridor is the room of a vertex between its neighbours in the layer.
func (t *tracer) corridor(v int) (lo, hi float64) {
	layer, place, x := t.layers[t.vertices[v].layer], t.vertices[v].place, t.vertices[v].x
	lo, hi = math.Inf(-1), math.Inf(1)
	if place > 0 {
		lo = x - t.room(v, layer[place-1])
	}
	if place < len(layer)-1 {
		hi = x + t.room(v, layer[place+1])
	}
	return lo, hi
}

// room is how far a line at v may go towards its neighbour w: near to a box, half
// the way to another line.
func (t *tracer) room(v, w int) float64 {
	distance := math.Abs(t.vertices[w].x - t.vertices[v].x)
	if t.passes(w) {
		return distance / 2
	}
	return max(0, distance-t.vertices[w].half-clearance*t.cfg.EdgeGap)
}

// bulge is how far a curve may leave the line from a to b: between two layers as
// far as it wants, elsewhere less than lines keep from boxes.
func (t *tracer) bulge(a, b Point) float64 {
	low, high := min(a.Y, b.Y), max(a.Y, b.Y)
	l := sort.SearchFloat64s(t.bottom, low+1e-9) // the first layer that ends below the line's start
	if l < len(t.top) && high <= t.top[l]+1e-9 {
		return math.Inf(1)
	}
	return clearance * t.cfg.EdgeGap
}

// loop leads from a box's right side back to it.
func (t *tracer) loop(v int) []Point {
	reach := loopRoom * t.cfg.Arrow
	c, half, up := t.centre(v), t.width[v]/2, min(t.height[v], reach)/4
	x := c.X + half
	base := x + t.cfg.Arrow
	far := x + reach
	return []Point{
		{x, c.Y - up}, {x + reach/2, c.Y - 3*up}, {far, c.Y - 2*up}, {far, c.Y},
		{far, c.Y + 1.5*up}, {base + reach/4, c.Y + up}, {base, c.Y + up},
	}
}

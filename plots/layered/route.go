package layered

import (
	"math"
	"slices"
)

// line returns the shortest path of an edge from the lower side of its upper box to the upper side
// of its lower box, between all other boxes and edges of the layers.
func (t *tracer) line(edge int, ports [2]port) []Point {
	chain := t.chains[edge]
	first, last := chain[0], chain[len(chain)-1]
	from, to := t.centre(first).shifted(ports[0].at, 0), t.centre(last).shifted(ports[1].at, 0)
	gates := t.end(edge, 0, ports[0])
	for _, v := range chain[1 : len(chain)-1] {
		l := t.vertices[v].layer
		lo, hi := t.corridor(v)
		gates = append(gates, gate{t.enter[l], lo, hi}, gate{t.leave[l], lo, hi})
	}
	into := t.end(edge, 1, ports[1])
	slices.Reverse(into)
	line := shortest(from, append(gates, into...), to)
	return line[1 : len(line)-1]
}

// end returns the gates that lead an edge from the side of its upper box (end 0) or its lower box
// (end 1) out of the box's layer: through the port, straight at a side with heads, and between the
// box's neighbours.
func (t *tracer) end(edge, end int, p port) []gate {
	chain := t.chains[edge]
	v, down := chain[end*(len(chain)-1)], 1-2*float64(end)
	c, l := t.centre(v), t.vertices[v].layer
	path := []gate{{c.Y + down*t.height[v]/2, c.X + p.lo, c.X + p.hi}}
	if p.heads {
		far := straight * t.cfg.Arrow
		x := path[0].lo + p.lean*far
		path = append(path, gate{path[0].y + down*far, x, x})
	}
	out := t.leave[l]
	if end == 1 {
		out = t.enter[l]
	}
	if down*(out-path[len(path)-1].y) > 1 {
		lo, hi := t.corridor(v)
		path = append(path, gate{out, lo, hi})
	}
	return path
}

// corridor returns the free interval around a vertex, between its neighbours in the layer.
func (t *tracer) corridor(v int) (lo, hi float64) {
	layer, place, x := t.layers[t.vertices[v].layer], t.vertices[v].place, t.vertices[v].x
	lo, hi = math.Inf(-1), math.Inf(1)
	if place > 0 {
		lo = x - t.space(v, layer[place-1])
	}
	if place < len(layer)-1 {
		hi = x + t.space(v, layer[place+1])
	}
	return lo, hi
}

// space returns how far a line at v may move towards its neighbour w: close to w if it is a box,
// and half the distance if it is another line.
func (t *tracer) space(v, w int) float64 {
	distance := math.Abs(t.vertices[w].x - t.vertices[v].x)
	if t.passes(w) {
		return distance / 2
	}
	return max(0, distance-t.vertices[w].half-clearance*t.cfg.EdgeGap)
}

package layered

import (
	"math"
	"sort"
)

// clearance is the distance between lines and the boxes that they pass, in edge gaps.
const clearance = 0.75

// straight is the distance from a side with heads at which its lines may bend, in arrowhead
// lengths.
const straight = 1.6

// tracer positions the layers and draws the lines of a diagram.
type tracer struct {
	*diagram
	part
	cfg          Config
	turned       []bool    // for each edge, whether its head is at its upper box
	top, bottom  []float64 // of each layer
	enter, leave []float64 // of each layer, including the space above and below for heads
}

// trace returns the drawing of an aligned diagram.
func (d *diagram) trace(p part, turned []bool, cfg Config) *Drawing {
	t := &tracer{diagram: d, part: p, cfg: cfg, turned: turned}
	t.placeLayers()
	out := &Drawing{Nodes: make([]Point, len(p.nodes)), Height: t.bottom[len(t.bottom)-1]}
	for v := range p.nodes {
		out.Nodes[v] = t.centre(v)
	}
	ports := t.ports()
	for i := range d.chains {
		line, other := t.line(i, ports[i]), ports[i][0]
		if turned[i] {
			reverse(line)
			other = ports[i][1]
		}
		out.Edges = append(out.Edges, smooth(cut(line, cfg.Arrow), other.heads, t.bulge))
	}
	for _, l := range p.loops {
		out.Edges = append(out.Edges, t.loop(l[0]))
	}
	t.trim(out)
	return out
}

// trim moves the drawing to the left edge and sets its width.
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

// placeLayers stacks the layers. A gap between layers has space for the heads at its two sides, and
// for lines between them, which grows if an edge runs far sideways.
func (t *tracer) placeLayers() {
	above, below := t.headSpace()
	y := 0.0
	for l, layer := range t.layers {
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
		t.enter, t.leave = append(t.enter, y-above[l]), append(t.leave, y+height+below[l])
		y += height
		if l+1 < len(t.layers) {
			space := min(max(t.cfg.LayerGap/2, far/4), 1.5*t.cfg.LayerGap)
			y += max(t.cfg.LayerGap, below[l]+space+above[l+1])
		}
	}
}

// headSpace returns the space for arrowheads above and below each layer, or zero if there are none.
func (t *tracer) headSpace() (above, below []float64) {
	above, below = make([]float64, len(t.layers)), make([]float64, len(t.layers))
	for i, chain := range t.chains {
		if t.turned[i] {
			below[t.vertices[chain[0]].layer] = straight * t.cfg.Arrow
		} else {
			above[t.vertices[chain[len(chain)-1]].layer] = straight * t.cfg.Arrow
		}
	}
	return above, below
}

// centre returns the centre of a vertex.
func (t *tracer) centre(v int) Point {
	l := t.vertices[v].layer
	return Point{t.vertices[v].x, (t.top[l] + t.bottom[l]) / 2}
}

// bulge returns how far a curve may be from the line from a to b. Between two layers, there is no
// limit. Elsewhere, it is less than the clearance between lines and boxes.
func (t *tracer) bulge(a, b Point) float64 {
	low, high := min(a.Y, b.Y), max(a.Y, b.Y)
	l := sort.SearchFloat64s(t.leave, low+1e-9) // the first layer that ends below the line's start
	if l < len(t.enter) && high <= t.enter[l]+1e-9 {
		return math.Inf(1)
	}
	return clearance * t.cfg.EdgeGap
}

// loop returns the curve of a self-loop, which starts and ends at the right side of its box.
func (t *tracer) loop(v int) []Point {
	reach := loopSpace * t.cfg.Arrow
	c, half, up := t.centre(v), t.width[v]/2, min(t.height[v], reach)/4
	x := c.X + half
	base := x + t.cfg.Arrow
	far := x + reach
	return []Point{
		{x, c.Y - up}, {x + reach/2, c.Y - 3*up}, {far, c.Y - 2*up}, {far, c.Y},
		{far, c.Y + 1.5*up}, {base + reach/4, c.Y + up}, {base, c.Y + up},
	}
}

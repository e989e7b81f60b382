package layered

import "fmt"

// vertex is a box, or the point where an edge passes a layer.
type vertex struct {
	node       int // index in the part; -1 if an edge passes here
	layer      int
	place      int // in its layer, from the left
	half       float64
	x          float64
	above, low []int // neighbours in the layers above and below
}

// diagram is a connected component in which every edge connects adjacent layers.
type diagram struct {
	vertices []vertex
	layers   [][]int // vertices of each layer, from the left
	chains   [][]int // for each edge, its vertices from the top
	gap      [2]float64
}

// loopSpace is how far a self-loop extends beyond its box, in arrowhead lengths.
const loopSpace = 2.5

// diagram splits the part's edges at the layers that they pass.
func (p part) diagram(layer []int, turned []bool, cfg Config) (*diagram, error) {
	d := &diagram{gap: [2]float64{cfg.NodeGap, cfg.EdgeGap}, chains: make([][]int, len(p.edges))}
	for v, l := range layer {
		d.add(vertex{node: v, layer: l, half: p.width[v] / 2})
	}
	for _, l := range p.loops {
		d.vertices[l[0]].half = p.width[l[0]]/2 + loopSpace*cfg.Arrow
	}
	for i, e := range downward(p.edges, turned) {
		if len(d.vertices)+layer[e[1]]-layer[e[0]] > maxVertices {
			return nil, fmt.Errorf("layered: the graph of %d nodes and %d edges is too large to draw (max %d nodes and crossed layers in total; draw fewer edges)",
				len(p.nodes), len(p.edges), maxVertices)
		}
		chain := []int{e[0]}
		for l := layer[e[0]] + 1; l < layer[e[1]]; l++ {
			chain = append(chain, d.add(vertex{node: -1, layer: l}))
		}
		chain = append(chain, e[1])
		for k := 1; k < len(chain); k++ {
			u, v := chain[k-1], chain[k]
			d.vertices[u].low = append(d.vertices[u].low, v)
			d.vertices[v].above = append(d.vertices[v].above, u)
		}
		d.chains[i] = chain
	}
	return d, nil
}

// add adds a vertex at the right end of its layer and returns its index.
func (d *diagram) add(v vertex) int {
	for len(d.layers) <= v.layer {
		d.layers = append(d.layers, nil)
	}
	id := len(d.vertices)
	v.place = len(d.layers[v.layer])
	d.vertices = append(d.vertices, v)
	d.layers[v.layer] = append(d.layers[v.layer], id)
	return id
}

// passes reports whether a vertex is a point where an edge passes a layer.
func (d *diagram) passes(v int) bool { return d.vertices[v].node < 0 }

// distance returns the minimum distance between the centres of adjacent vertices in a layer.
func (d *diagram) distance(u, v int) float64 {
	gap := d.gap[0]
	if d.passes(u) || d.passes(v) {
		gap = d.gap[1]
	}
	return d.vertices[u].half + gap + d.vertices[v].half
}

// put sets the order of a layer.
func (d *diagram) put(layer int, order []int) {
	copy(d.layers[layer], order)
	for k, v := range order {
		d.vertices[v].place = k
	}
}

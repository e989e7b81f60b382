package layered

import (
	"context"
	"fmt"
	"math"
)

// Graph is a directed graph whose nodes are boxes of the widths and heights given;
// Edges[i] leads from node Edges[i][0] to node Edges[i][1]. Cycles, loops and
// repeated edges are allowed.
type Graph struct {
	Width, Height []float64
	Edges         [][2]int
}

// Config holds the distances of a drawing, in the unit of the boxes.
type Config struct {
	NodeGap    float64 // between two boxes of a layer
	EdgeGap    float64 // between an edge that passes a layer and its neighbours there
	LayerGap   float64 // between two layers, at least
	Arrow      float64 // length of an arrow head, by which curves end before the box
	ArrowWidth float64 // width of an arrow head; heads stand apart at boxes as wide as EdgeGap and all their heads
	RowWidth   float64 // width up to which unconnected parts stand beside each other
}

// Point is a place; X grows to the right and Y downwards, both from zero.
type Point struct{ X, Y float64 }

// Drawing tells the centre of every node, and for every edge the 1 + 3k control
// points of its cubic Bézier curve, which ends Arrow before the box it leads to.
type Drawing struct {
	Width, Height float64
	Nodes         []Point
	Edges         [][]Point
}

// maxVertices bounds the boxes and the places where edges pass a layer, of one
// part of the graph: beyond it the layout would take minutes.
const maxVertices = 100_000

// Draw lays the graph out. The cost grows with the number of layers that the edges
// pass together; the context ends it early, with its error. Errors: sizes that are
// not positive, an edge between nodes that are not there, edges that pass more than
// 100 000 layers together.
func Draw(ctx context.Context, g Graph, cfg Config) (*Drawing, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	var blocks []*Drawing
	parts := g.components()
	for _, p := range parts {
		block, err := p.draw(ctx, cfg)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, block)
	}
	return g.arrange(parts, blocks, cfg), nil
}

// check names the first fault of the graph.
func (g Graph) check() error {
	if len(g.Width) != len(g.Height) {
		return fmt.Errorf("layered: %d widths and %d heights, want one of each per node", len(g.Width), len(g.Height))
	}
	for i := range g.Width {
		if !(g.Width[i] > 0 && g.Height[i] > 0) || math.IsInf(g.Width[i]+g.Height[i], 0) {
			return fmt.Errorf("layered: node %d is %g × %g; sizes must be positive", i, g.Width[i], g.Height[i])
		}
	}
	for i, e := range g.Edges {
		if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= len(g.Width) {
			return fmt.Errorf("layered: edge %d leads from %d to %d, want indices of the %d nodes", i, e[0], e[1], len(g.Width))
		}
	}
	return nil
}

// draw lays out a connected graph.
func (p part) draw(ctx context.Context, cfg Config) (*Drawing, error) {
	turned := backEdges(len(p.nodes), p.edges)
	layer, err := shortLayers(ctx, len(p.nodes), downward(p.edges, turned))
	if err != nil {
		return nil, err
	}
	d, err := p.diagram(layer, turned, cfg)
	if err != nil {
		return nil, err
	}
	if err := d.settle(ctx); err != nil {
		return nil, err
	}
	return d.trace(p, turned, cfg), nil
}

package layered

import (
	"context"
	"fmt"
	"math"
)

// Graph is a directed graph whose nodes are boxes with the given widths and heights. Edges[i]
// points from node Edges[i][0] to node Edges[i][1]. Cycles, self-loops and repeated edges are
// allowed.
type Graph struct {
	Width, Height []float64
	Edges         [][2]int
}

// Config holds the distances in a drawing, in the unit of the box sizes.
type Config struct {
	NodeGap    float64 // between two boxes of a layer
	EdgeGap    float64 // between an edge that passes a layer and its neighbours there
	LayerGap   float64 // between two layers, at least
	Arrow      float64 // length of an arrowhead; curves end this far before the box
	ArrowWidth float64 // width of an arrowhead; heads do not overlap if a box is as wide as EdgeGap plus all its heads
	RowWidth   float64 // width up to which unconnected components are placed side by side
}

// Point is a position. X grows to the right and Y grows downwards, both from zero.
type Point struct{ X, Y float64 }

// Drawing holds the size of the drawing, the centre of each node, and for each edge the 1 + 3k
// control points of a cubic Bézier curve. The curve ends at a distance of Config.Arrow before the
// target box.
type Drawing struct {
	Width, Height float64
	Nodes         []Point
	Edges         [][]Point
}

// maxVertices limits the number of boxes and edge passes in one component. Beyond it, a layout
// would take minutes.
const maxVertices = 100_000

// Draw computes a layout of the graph. The cost grows with the number of layers that the edges
// pass. If ctx is done, Draw returns its error.
//
// Draw also returns an error if a size is not positive, an edge refers to a node that does not
// exist, or the boxes and edge passes of a component exceed 100 000.
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

// check returns the first error in the graph.
func (g Graph) check() error {
	if len(g.Width) != len(g.Height) {
		return fmt.Errorf("layered: got %d widths and %d heights, want the same number", len(g.Width), len(g.Height))
	}
	for i := range g.Width {
		if !(g.Width[i] > 0 && g.Height[i] > 0) || math.IsInf(g.Width[i]+g.Height[i], 0) {
			return fmt.Errorf("layered: node %d is %g × %g; sizes must be positive", i, g.Width[i], g.Height[i])
		}
	}
	for i, e := range g.Edges {
		if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= len(g.Width) {
			return fmt.Errorf("layered: edge %d from %d to %d must use indices of the %d nodes", i, e[0], e[1], len(g.Width))
		}
	}
	return nil
}

// draw lays out a connected component.
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

package attribution

import (
	"fmt"
	"slices"

	. "github.com/gomlx/gomlx/core/graph"
)

// A node is a quadrature node: a parameter on a segment, and its weight.
type node struct {
	segment       int
	alpha, weight float64
}

// nodes spreads the M points of the rule over the segments of a path. It panics if there are too few points.
func (c Config) nodes(segments int) []node {
	if least := minPoints(c.Quadrature); c.Points < least*segments {
		panic(fmt.Errorf("attribution: %d quadrature points are too few for %d segments (min %d; "+
			"the %s rule needs %d on each)", c.Points, segments, least*segments, c.Quadrature, least))
	}
	all := make([]node, 0, c.Points)
	for s := range segments {
		alphas, weights, err := c.Quadrature.Nodes(c.Points*(s+1)/segments - c.Points*s/segments)
		if err != nil {
			panic(err)
		}
		for i := range alphas {
			all = append(all, node{s, alphas[i], weights[i]})
		}
	}
	return all
}

// segments returns the segments of the path from a baseline to x. A nil baseline is zero.
func (c Config) segments(x, baseline *Node) []Segment {
	if c.Path == nil {
		return []Segment{{Straight{}, baseline, x}}
	}
	path, ok := c.Path.(Segmented)
	if !ok {
		return []Segment{{c.Path, baseline, x}}
	}
	segments := path.Segments(x, baseline)
	if len(segments) == 0 {
		panic(fmt.Errorf("attribution: the path %T has no segments (want at least 1)", path))
	}
	return segments
}

// A chunk is a group of consecutive quadrature nodes that are evaluated at once. It has one piece per segment.
type chunk struct {
	pieces  []piece
	weights []float64
}

// A piece is a group of consecutive nodes on one segment.
type piece struct {
	Segment
	alphas []float64
}

// chunks divides the quadrature nodes of the path from a baseline to x into groups of at most Chunk nodes.
func (c Config) chunks(x, baseline *Node) []chunk {
	segments := c.segments(x, baseline)
	nodes := c.nodes(len(segments))
	size := c.atOnce()
	var cs []chunk
	for from := 0; from < len(nodes); from += size {
		cs = append(cs, newChunk(segments, nodes[from:min(from+size, len(nodes))]))
	}
	return cs
}

func newChunk(segments []Segment, nodes []node) (c chunk) {
	for i, n := range nodes {
		if i == 0 || n.segment != nodes[i-1].segment {
			c.pieces = append(c.pieces, piece{Segment: segments[n.segment]})
		}
		last := &c.pieces[len(c.pieces)-1]
		last.alphas = append(last.alphas, n.alpha)
		c.weights = append(c.weights, n.weight)
	}
	return c
}

// points builds γ [M,B,T,D] and dγ/dα at the nodes. The velocity is [1,B,T,D] if all nodes are on one segment
// with constant velocity.
func (c chunk) points() (points, velocity *Node) {
	if len(c.pieces) == 1 {
		return c.pieces[0].points()
	}
	ps, vs := make([]*Node, len(c.pieces)), make([]*Node, len(c.pieces))
	for i, piece := range c.pieces {
		ps[i], vs[i] = piece.points()
		vs[i] = BroadcastToShape(vs[i], ps[i].Shape())
	}
	return Concatenate(ps, 0), Concatenate(vs, 0)
}

// points builds the points and velocity of the piece. It panics if the path returns other shapes.
func (p piece) points() (points, velocity *Node) {
	points, velocity = p.Path.Points(p.End, p.Start, p.alphas)
	if points == nil || velocity == nil {
		panic(fmt.Errorf("attribution: the path %T returned nil for the points or the velocity, want both", p.Path))
	}
	m, of := len(p.alphas), p.End.Shape().Dimensions
	if want := append([]int{m}, of...); !slices.Equal(points.Shape().Dimensions, want) {
		panic(fmt.Errorf("attribution: the path %T returned points of shape %s, want %v", p.Path, points.Shape(), want))
	}
	if dims := velocity.Shape().Dimensions; len(dims) != 4 || (dims[0] != 1 && dims[0] != m) || !slices.Equal(dims[1:], of) {
		panic(fmt.Errorf("attribution: the path %T returned a velocity of shape %s, want a first axis of 1 or %d, then the axes %v of x", p.Path, velocity.Shape(), m, of))
	}
	return points, velocity
}

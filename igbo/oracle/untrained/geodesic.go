package untrained

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute/support/xslices"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"github.com/igbolab/igbolab/igbo/attribution"
)

// GeodesicConfig holds the settings of [Geodesic].
type GeodesicConfig struct {
	// Neighbours is k: two points are joined by an edge if one of them is among the k nearest points of the
	// other.
	Neighbours int `json:"neighbours"`
	// Anchors is K, the number of anchors to which the shortest path is resampled.
	Anchors int `json:"anchors"`
}

// DefaultGeodesicConfig returns 8 neighbours and 9 anchors.
func DefaultGeodesicConfig() GeodesicConfig { return GeodesicConfig{Neighbours: 8, Anchors: 9} }

// maxGraph is the maximum number of points in a neighbour graph. The cost grows with its square.
const maxGraph = 20_000

// Validate checks K and k.
func (c GeodesicConfig) Validate() error {
	if c.Neighbours < 1 {
		return fmt.Errorf("untrained: Neighbours must be at least 1, got %d", c.Neighbours)
	}
	return checkAnchors(c.Anchors)
}

// Geodesic returns the shortest path from each baseline to its input in the graph of the data's nearest
// neighbours. Edges have Euclidean lengths. The K anchors are spread evenly along the path.
//
// If the graph is not connected, its components are joined by the shortest edges between them. This may join a
// ring at one place and leave it open at another; use more neighbours in that case. data holds at most 20 000
// points of T·D numbers, in the units of the pairs. Standardise features with different scales first.
//
// The cost is O(P²·T·D) for P points, plus one shortest-path tree per baseline.
//
// It returns an error if the settings or pairs are invalid, or if data does not contain between k+1 and 20 000
// finite points.
func Geodesic(data []float64, p Pairs, cfg GeodesicConfig) (attribution.PiecewiseLinear, error) {
	var none attribution.PiecewiseLinear
	if err := cfg.Validate(); err != nil {
		return none, err
	}
	if err := p.Validate(); err != nil {
		return none, err
	}
	n := p.width()
	if len(data)%n != 0 {
		return none, fmt.Errorf("untrained: the data have %d numbers, want a multiple of %d (the numbers of a point)", len(data), n)
	}
	if points := len(data) / n; points <= cfg.Neighbours || points > maxGraph {
		return none, fmt.Errorf("untrained: the data have %d points, want more than %d (the neighbours of a point) and at most %d", points, cfg.Neighbours, maxGraph)
	}
	if err := finite(data, n, "point"); err != nil {
		return none, err
	}
	web := newWeb(slices.Collect(slices.Chunk(data, n)), cfg.Neighbours)
	var anchors []float64
	for i := range p.Len() {
		anchors = append(anchors, resample(web.shortest(p.pair(i)), cfg.Anchors)...)
	}
	return Fixed(p, anchors)
}

// A web is the neighbour graph of the points, with the shortest paths from the last baseline.
type web struct {
	points     [][]float64
	neighbours int
	graph      *simple.WeightedUndirectedGraph
	start      []float64
	from       path.Shortest
}

func newWeb(points [][]float64, neighbours int) *web {
	w := &web{points: points, neighbours: neighbours, graph: simple.NewWeightedUndirectedGraph(0, math.Inf(1))}
	for i, p := range points {
		for _, j := range w.nearest(p, neighbours+1) {
			w.join(i, j)
		}
	}
	for parts := topo.ConnectedComponents(w.graph); len(parts) > 1; parts = topo.ConnectedComponents(w.graph) {
		w.bridge(parts[slices.IndexFunc(parts, func(part []graph.Node) bool { return slices.Contains(part, graph.Node(simple.Node(0))) })])
	}
	return w
}

// join adds an edge between two points.
func (w *web) join(i, j int) {
	if i != j {
		w.graph.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(i), T: simple.Node(j), W: floats.Distance(w.points[i], w.points[j], 2)})
	}
}

// nearest returns the k points nearest to p, nearest first.
func (w *web) nearest(p []float64, k int) []int {
	type neighbour struct {
		index    int
		distance float64
	}
	var near []neighbour
	for i, q := range w.points {
		d := 0.0
		for j, v := range q {
			d += (v - p[j]) * (v - p[j])
		}
		if len(near) == k && d >= near[k-1].distance {
			continue
		}
		at, _ := slices.BinarySearchFunc(near, d, func(n neighbour, d float64) int {
			if n.distance <= d {
				return -1
			}
			return 1
		})
		near = slices.Insert(near, at, neighbour{i, d})
		near = near[:min(len(near), k)]
	}
	return xslices.Map(near, func(n neighbour) int { return n.index })
}

// bridge joins a component to the rest by the shortest edge. It takes the component of the first point, so the
// result does not depend on the order of components.
func (w *web) bridge(part []graph.Node) {
	inside := map[int]bool{}
	for _, node := range part {
		inside[int(node.ID())] = true
	}
	a, b, least := 0, 0, math.Inf(1)
	for i := range inside {
		for j, q := range w.points {
			if inside[j] {
				continue
			}
			if d := floats.Distance(w.points[i], q, 2); d < least || d == least && (i < a || i == a && j < b) {
				a, b, least = i, j, d
			}
		}
	}
	w.join(a, b)
}

// shortest returns the shortest path from a baseline to x, including both ends. Each end is joined to its
// nearest points, and to the other end if that is among them.
func (w *web) shortest(x, baseline []float64) [][]float64 {
	near := w.nearest(baseline, w.neighbours)
	if floats.Distance(x, baseline, 2) <= floats.Distance(w.points[near[len(near)-1]], baseline, 2) {
		return [][]float64{baseline, x}
	}
	w.leave(baseline, near)
	best, length := -1, math.Inf(1)
	for _, i := range w.nearest(x, w.neighbours) {
		if l := w.from.WeightTo(int64(i)) + floats.Distance(w.points[i], x, 2); l < length {
			best, length = i, l
		}
	}
	knots := [][]float64{baseline}
	steps, _ := w.from.To(int64(best))
	for _, node := range steps[1:] {
		knots = append(knots, w.points[node.ID()])
	}
	return append(knots, x)
}

// leave computes the shortest paths from a baseline, unless they are already known.
func (w *web) leave(baseline []float64, near []int) {
	if slices.Equal(w.start, baseline) {
		return
	}
	start := simple.Node(len(w.points))
	for _, i := range near {
		w.graph.SetWeightedEdge(simple.WeightedEdge{F: start, T: simple.Node(i), W: floats.Distance(w.points[i], baseline, 2)})
	}
	w.start, w.from = baseline, path.DijkstraFrom(start, w.graph)
	w.graph.RemoveNode(start.ID())
}

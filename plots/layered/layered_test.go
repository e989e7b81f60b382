package layered

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

var config = Config{NodeGap: 20, EdgeGap: 10, LayerGap: 36, Arrow: 10, ArrowWidth: 11, RowWidth: 500}

// randomGraph has edges from smaller to larger indices, and also in the other direction if cyclic
// is set.
func randomGraph(seed uint64, nodes, edges int, cyclic bool) Graph {
	r := rand.New(rand.NewPCG(seed, 1))
	var g Graph
	for range nodes {
		g.Width, g.Height = append(g.Width, 30+100*r.Float64()), append(g.Height, 26)
	}
	for range edges {
		u, v := r.IntN(nodes), r.IntN(nodes)
		if !cyclic {
			if u == v {
				continue
			}
			u, v = min(u, v), max(u, v)
		}
		g.Edges = append(g.Edges, [2]int{u, v})
	}
	return g
}

// graphs returns graphs of many sizes and densities, some of them with several components.
func graphs() map[string]Graph {
	all := make(map[string]Graph)
	for seed := range uint64(40) {
		nodes := 1 + int(seed*7%23)
		for _, edges := range []int{0, nodes / 2, nodes, 3 * nodes} {
			for _, cyclic := range []bool{false, true} {
				all[fmt.Sprintf("seed=%d/nodes=%d/edges=%d/cyclic=%t", seed, nodes, edges, cyclic)] = randomGraph(seed, nodes, edges, cyclic)
			}
		}
	}
	tall := randomGraph(99, 12, 20, true)
	for v := range tall.Height {
		tall.Width[v], tall.Height[v] = tall.Height[v], tall.Width[v]
	}
	all["boxes of unlike heights"] = tall
	return all
}

func draw(t *testing.T, g Graph) *Drawing {
	t.Helper()
	d, err := Draw(t.Context(), g, config)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestBoxesDoNotOverlap checks that boxes are inside the drawing and keep their distances.
func TestBoxesDoNotOverlap(t *testing.T) {
	for name, g := range graphs() {
		d := draw(t, g)
		for u, p := range d.Nodes {
			if !(p.X-g.Width[u]/2 > -1e-6 && p.X+g.Width[u]/2 < d.Width+1e-6 && p.Y-g.Height[u]/2 > -1e-6 && p.Y+g.Height[u]/2 < d.Height+1e-6) {
				t.Errorf("%s: node %d at %v reaches beyond %g × %g", name, u, p, d.Width, d.Height)
			}
			for v := range u {
				q := d.Nodes[v]
				dx := math.Abs(p.X-q.X) - (g.Width[u]+g.Width[v])/2
				dy := math.Abs(p.Y-q.Y) - (g.Height[u]+g.Height[v])/2
				if dx < config.NodeGap-1e-6 && dy < 0 {
					t.Errorf("%s: nodes %d and %d are %g apart, expected %g", name, u, v, dx, config.NodeGap)
				}
			}
		}
	}
}

// TestEdgesLeadDown checks that all edges of an acyclic graph point down, and that in other graphs
// an edge that points up closes a cycle.
func TestEdgesLeadDown(t *testing.T) {
	for name, g := range graphs() {
		d := draw(t, g)
		for i, e := range g.Edges {
			down := d.Nodes[e[0]].Y < d.Nodes[e[1]].Y
			if !down && e[0] != e[1] && !reaches(g, e[1], e[0]) {
				t.Errorf("%s: edge %d %v leads upwards and is on no cycle", name, i, e)
			}
		}
	}
}

// reaches reports whether there is a path from u to v.
func reaches(g Graph, u, v int) bool {
	seen := map[int]bool{u: true}
	for changed := true; changed; {
		changed = false
		for _, e := range g.Edges {
			if seen[e[0]] && !seen[e[1]] {
				seen[e[1]], changed = true, true
			}
		}
	}
	return seen[v]
}

// TestCurvesKeepClear checks that a curve starts at its box, ends an arrow's length before the
// other box, and crosses no other box.
func TestCurvesKeepClear(t *testing.T) {
	for name, g := range graphs() {
		d := draw(t, g)
		for i, curve := range d.Edges {
			e := g.Edges[i]
			if len(curve) < 4 || len(curve)%3 != 1 {
				t.Fatalf("%s: edge %d has %d control points", name, i, len(curve))
			}
			if gap := outside(g, d, e[0], curve[0]); math.Abs(gap) > 1e-6 {
				t.Errorf("%s: edge %d starts %g from its box", name, i, gap)
			}
			if gap := outside(g, d, e[1], curve[len(curve)-1]); gap < config.Arrow/4 || gap > config.Arrow+1e-6 {
				t.Errorf("%s: edge %d ends %g before its box, expected %g to %g", name, i, gap, config.Arrow/4, config.Arrow)
			}
			for _, p := range sample(curve) {
				for v := range d.Nodes {
					if v != e[0] && v != e[1] && outside(g, d, v, p) < 0 {
						t.Errorf("%s: edge %d %v passes through box %d at %v", name, i, e, v, p)
					}
				}
			}
		}
	}
}

// outside returns the distance of a point from a box, negative inside the box.
func outside(g Graph, d *Drawing, v int, p Point) float64 {
	dx := math.Abs(p.X-d.Nodes[v].X) - g.Width[v]/2
	dy := math.Abs(p.Y-d.Nodes[v].Y) - g.Height[v]/2
	if dx < 0 || dy < 0 {
		return max(dx, dy)
	}
	return math.Hypot(dx, dy)
}

// sample returns points on a curve.
func sample(curve []Point) []Point {
	var points []Point
	for k := 3; k < len(curve); k += 3 {
		turned := make([]Point, 4)
		for j, q := range curve[k-3 : k+1] {
			turned[j] = Point{q.Y, q.X}
		}
		for j := range 21 {
			share := float64(j) / 20
			points = append(points, Point{bezier(curve[k-3:k+1], share), bezier(turned, share)})
		}
	}
	return points
}

// TestDrawingIsDeterministic checks that the same graph always has the same drawing.
func TestDrawingIsDeterministic(t *testing.T) {
	for _, g := range []Graph{randomGraph(1, 40, 90, true), randomGraph(2, 100, 300, false)} {
		if first, second := draw(t, g), draw(t, g); !reflect.DeepEqual(first, second) {
			t.Error("two drawings of one graph differ")
		}
	}
}

// TestPlainShapes checks that trees, paths and rings have no crossings, and that the root of a tree
// is centred above its branches.
func TestPlainShapes(t *testing.T) {
	for name, edges := range map[string][][2]int{
		"tree": {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}, {2, 6}, {3, 7}, {3, 8}, {6, 9}},
		"path": {{0, 1}, {1, 2}, {2, 3}, {3, 4}},
		"ring": {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}},
		"fans": {{0, 3}, {1, 2}, {0, 5}, {1, 4}, {3, 6}, {2, 7}, {5, 6}, {4, 7}},
	} {
		g := randomGraph(3, 10, 0, false)
		g.Edges = edges
		for _, p := range g.components() {
			turned := backEdges(len(p.nodes), p.edges)
			layer, err := shortLayers(t.Context(), len(p.nodes), downward(p.edges, turned))
			if err != nil {
				t.Fatal(err)
			}
			d, err := p.diagram(layer, turned, config)
			if err != nil {
				t.Fatal(err)
			}
			if err := d.settle(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := d.crossings(); n != 0 {
				t.Errorf("%s: %d crossings", name, n)
			}
		}
	}
	g := Graph{Width: []float64{40, 40, 40}, Height: []float64{26, 26, 26}, Edges: [][2]int{{0, 1}, {0, 2}}}
	d := draw(t, g)
	if math.Abs(d.Nodes[0].X-(d.Nodes[1].X+d.Nodes[2].X)/2) > 1e-9 {
		t.Errorf("the root is at %g, its branches at %g and %g", d.Nodes[0].X, d.Nodes[1].X, d.Nodes[2].X)
	}
}

// TestParallelEdgesDiffer checks that edges between the same two boxes, in either direction, do not
// coincide.
func TestParallelEdgesDiffer(t *testing.T) {
	g := Graph{Width: []float64{40, 40}, Height: []float64{26, 26}, Edges: [][2]int{{0, 1}, {1, 0}, {0, 1}}}
	d := draw(t, g)
	for i := range d.Edges {
		for j := range i {
			if apart := math.Abs(d.Edges[i][0].X - d.Edges[j][0].X); apart < 5 && d.Edges[i][0].Y == d.Edges[j][0].Y {
				t.Errorf("edges %d and %d start %g apart", i, j, apart)
			}
		}
	}
}

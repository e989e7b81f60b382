package layered

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLayersAreShort compares the total edge length with the best of all layerings.
func TestLayersAreShort(t *testing.T) {
	for seed := range uint64(60) {
		g := randomGraph(seed, 6, 9, false)
		for _, p := range g.components() {
			layer, err := shortLayers(t.Context(), len(p.nodes), p.edges)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := length(p.edges, layer)
			if want := shortest6(p.edges, make([]int, len(p.nodes)), 0); !ok || got != want {
				t.Errorf("seed %d: length %d of layers %v for %v, expected %d", seed, got, layer, p.edges, want)
			}
		}
	}
}

// length returns the total length of the edges, and whether each edge is at least one layer long.
func length(edges [][2]int, layer []int) (sum int, ok bool) {
	for _, e := range edges {
		if layer[e[1]] <= layer[e[0]] {
			return 0, false
		}
		sum += layer[e[1]] - layer[e[0]]
	}
	return sum, true
}

// shortest6 tries all layerings of up to six nodes.
func shortest6(edges [][2]int, layer []int, node int) int {
	if node == len(layer) {
		if sum, ok := length(edges, layer); ok {
			return sum
		}
		return math.MaxInt
	}
	best := math.MaxInt
	for l := range len(layer) {
		layer[node] = l
		best = min(best, shortest6(edges, layer, node+1))
	}
	return best
}

// TestCrossings compares the number of crossings with a count over all pairs, and checks that no
// swap of two neighbours would reduce it.
func TestCrossings(t *testing.T) {
	for seed := range uint64(20) {
		g := randomGraph(seed, 14, 30, false)
		for _, p := range g.components() {
			turned := make([]bool, len(p.edges))
			layer := longestPaths(len(p.nodes), p.edges)
			d, err := p.diagram(layer, turned, config)
			if err != nil {
				t.Fatal(err)
			}
			before := d.crossings()
			if want := d.crossingPairs(); before != want {
				t.Errorf("seed %d: %d crossings, expected %d", seed, before, want)
			}
			if err := d.settle(t.Context()); err != nil {
				t.Fatal(err)
			}
			if after := d.crossings(); after > before || after != d.crossingPairs() {
				t.Errorf("seed %d: %d crossings after sorting, %d before", seed, after, before)
			}
		}
	}
}

// crossingPairs counts crossings by comparing all pairs of edges.
func (d *diagram) crossingPairs() int {
	type line struct{ layer, from, to int }
	var lines []line
	for _, v := range d.vertices {
		for _, w := range v.low {
			lines = append(lines, line{v.layer, v.place, d.vertices[w].place})
		}
	}
	n := 0
	for i, a := range lines {
		for _, b := range lines[:i] {
			if a.layer == b.layer && (a.from-b.from)*(a.to-b.to) < 0 {
				n++
			}
		}
	}
	return n
}

// TestShortestWay compares the path through gates with the shortest path that bends at the ends of
// gates, found by dynamic programming.
func TestShortestWay(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		from, to := Point{100 * r.Float64(), 0}, Point{100 * r.Float64(), 100}
		var gates []gate
		for k := range 1 + r.IntN(6) {
			lo := 100 * r.Float64()
			gates = append(gates, gate{10 + 12*float64(k), lo, lo + 30*r.Float64()})
		}
		got := 0.0
		path := shortest(from, gates, to)
		for k := 1; k < len(path); k++ {
			got += distance(path[k-1], path[k])
			if !free(path[k-1], path[k], gates) {
				t.Fatalf("path %v misses a gate of %v", path, gates)
			}
		}
		if want := shortestByCorners(from, gates, to); math.Abs(got-want) > 1e-9 {
			t.Errorf("path %v of length %g through %v, expected %g", path, got, gates, want)
		}
	}
}

// free reports whether the straight line from a to b passes through the gates between them.
func free(a, b Point, gates []gate) bool {
	for _, g := range gates {
		if g.y > a.Y && g.y < b.Y {
			if x := at(a, b, g.y).X; x < g.lo-1e-9 || x > g.hi+1e-9 {
				return false
			}
		}
	}
	return true
}

// shortestByCorners returns the length of the shortest path.
func shortestByCorners(from Point, gates []gate, to Point) float64 {
	corners := []Point{from}
	for _, g := range gates {
		corners = append(corners, Point{g.lo, g.y}, Point{g.hi, g.y})
	}
	corners = append(corners, to)
	best := make([]float64, len(corners))
	for k := 1; k < len(corners); k++ {
		best[k] = math.Inf(1)
		for j := range k {
			if corners[j].Y < corners[k].Y && free(corners[j], corners[k], gates) {
				best[k] = min(best[k], best[j]+distance(corners[j], corners[k]))
			}
		}
	}
	return best[len(best)-1]
}

package layered

import (
	"fmt"
	"math"
	"testing"
)

// wide makes boxes wide enough for their arrowheads side by side.
func wide(g Graph) Graph {
	heads := make([]float64, len(g.Width))
	for _, e := range g.Edges {
		heads[e[1]]++
	}
	for v := range g.Width {
		g.Width[v] = max(g.Width[v], config.EdgeGap+config.ArrowWidth*heads[v])
	}
	return g
}

// head returns the triangle of an arrowhead: its tip and the two ends of its base.
func head(curve []Point) [3]Point {
	base, before := curve[len(curve)-1], curve[len(curve)-2]
	along := direction([]Point{before, base}, 0)
	aside := Point{-along.Y * config.ArrowWidth / 2, along.X * config.ArrowWidth / 2}
	return [3]Point{
		base.shifted(along.X*config.Arrow, along.Y*config.Arrow),
		base.shifted(aside.X, aside.Y), base.shifted(-aside.X, -aside.Y),
	}
}

// overlap returns how far two convex shapes overlap: the smallest shift along a normal of a side
// that separates them. It is negative if they do not overlap.
func overlap(a, b []Point) float64 {
	least := math.Inf(1)
	for _, shape := range [][]Point{a, b} {
		for k, p := range shape {
			q := shape[(k+1)%len(shape)]
			length := distance(p, q)
			normal := Point{(q.Y - p.Y) / length, (p.X - q.X) / length}
			lowA, highA := shadow(a, normal)
			lowB, highB := shadow(b, normal)
			least = min(least, highA-lowB, highB-lowA)
		}
	}
	return least
}

// shadow returns the range of a shape along a direction.
func shadow(shape []Point, along Point) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, p := range shape {
		at := p.X*along.X + p.Y*along.Y
		low, high = min(low, at), max(high, at)
	}
	return low, high
}

// fans returns graphs in which many edges end at one box, from near and from far past other layers.
// Their heads are the hardest to separate.
func fans() map[string]Graph {
	all := make(map[string]Graph)
	for n := 2; n <= 30; n += 4 {
		g := randomGraph(uint64(n), n+1, 0, false)
		for v := range n {
			g.Edges = append(g.Edges, [2]int{v, n})
		}
		all[fmt.Sprintf("fan of %d", n)] = g
		passing := randomGraph(uint64(n), 2*n+1, 0, false)
		for v := range n {
			passing.Edges = append(passing.Edges, [2]int{v, 2 * n}, [2]int{v, n + v}, [2]int{n + v, 2 * n}, [2]int{0, n + v})
		}
		all[fmt.Sprintf("fan of %d past a layer", n)] = passing
	}
	return all
}

// TestHeadsAreApart checks that arrowheads do not overlap each other or other lines. Repeated
// self-loops at one box are allowed to coincide.
func TestHeadsAreApart(t *testing.T) {
	cases := graphs()
	for name, g := range fans() {
		cases[name] = g
	}
	for name, g := range cases {
		d := draw(t, wide(g))
		for i, curve := range d.Edges {
			tip := head(curve)
			for j, other := range d.Edges {
				if i == j || g.Edges[i][0] == g.Edges[i][1] && g.Edges[i] == g.Edges[j] {
					continue
				}
				beside := head(other)
				if deep := overlap(tip[:], beside[:]); i < j && deep > 1e-6 {
					t.Errorf("%s: the heads of %v and %v overlap by %.3g", name, g.Edges[i], g.Edges[j], deep)
				}
				for _, p := range sample(other) {
					if distance(p, tip[0]) > 2*config.Arrow {
						continue
					}
					if deep := overlap(tip[:], []Point{p, p.shifted(0, 1e-9), p.shifted(1e-9, 0)}); deep > 0.5 {
						t.Errorf("%s: the edge %v runs %.3g into the head of %v", name, g.Edges[j], deep, g.Edges[i])
						break
					}
				}
			}
		}
	}
}

package diagram

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// randomGraph returns names of any length and edges from smaller to larger indices. If cyclic is
// set, it also returns edges in the other direction.
func randomGraph(seed uint64, nodes, edges int, cyclic bool) (names []string, pairs [][2]int) {
	r := rand.New(rand.NewPCG(seed, 2))
	for range nodes {
		names = append(names, strings.Repeat("x", 1+r.IntN(60)))
	}
	seen := map[[2]int]bool{}
	for range edges {
		e := [2]int{r.IntN(nodes), r.IntN(nodes)}
		if !cyclic && e[0] > e[1] {
			e[0], e[1] = e[1], e[0]
		}
		if e[0] != e[1] && !seen[e] {
			pairs = append(pairs, e)
		}
		seen[e] = true
	}
	return names, pairs
}

// head returns points on an arrowhead of the given width, from its tip to the ends of its base.
func head(spline []vg.Point, width vg.Length) []vg.Point {
	base, before := spline[len(spline)-1], spline[len(spline)-2]
	along := base.Sub(before)
	along = along.Scale(1 / vg.Length(hypot(along)))
	aside := vg.Point{X: -along.Y, Y: along.X}
	var points []vg.Point
	for k := range 11 {
		for j := -5; j <= 5; j++ {
			share := vg.Length(k) / 10
			at := base.Add(along.Scale(arrowLength * (1 - share)))
			points = append(points, at.Add(aside.Scale(width/2*share*vg.Length(j)/5)))
		}
	}
	return points
}

// within reports whether a point is inside the arrowhead with the given points, by more than 0.01
// points.
func within(p vg.Point, head []vg.Point) bool {
	corners := []vg.Point{head[0], head[len(head)-1], head[len(head)-11]} // anticlockwise
	for k, from := range corners {
		side := corners[(k+1)%3].Sub(from)
		to := p.Sub(from)
		if float64(side.X*to.Y-side.Y*to.X) < 0.01*hypot(side) {
			return false
		}
	}
	return true
}

// hypot returns the length of a vector.
func hypot(v vg.Point) float64 { return math.Hypot(float64(v.X), float64(v.Y)) }

// TestHeadsAreApart checks that the heads of the thickest lines do not overlap, in layouts from top
// to bottom and from left to right.
func TestHeadsAreApart(t *testing.T) {
	const thickest = vg.Length(4.2)
	wide, tall := 0, 0
	for seed := range uint64(30) {
		for _, width := range []vg.Length{40, 500, 1e6} {
			for _, cyclic := range []bool{false, true} {
				names, edges := randomGraph(seed, 3+int(seed), 4*int(seed), cyclic)
				l, err := Arrange(t.Context(), names, edges, width, thickest, width == 500)
				if err != nil {
					t.Fatal(err)
				}
				if l.Width > l.Height {
					wide++
				} else {
					tall++
				}
				name := fmt.Sprintf("seed=%d/width=%g/cyclic=%t", seed, float64(width), cyclic)
				heads := make([][]vg.Point, len(edges))
				for i, spline := range l.splines {
					heads[i] = head(spline, l.heads[i])
					if width != 500 && l.heads[i] != arrowWidth(thickest, 1) {
						t.Errorf("%s: the head of %v has no room", name, edges[i])
					}
				}
				for i, tip := range heads {
					for j, beside := range heads {
						if i == j || hypot(beside[0].Sub(tip[0])) > 3*float64(arrowLength) {
							continue
						}
						for _, p := range beside {
							if within(p, tip) {
								t.Errorf("%s: the heads of %v and %v overlap", name, edges[i], edges[j])
								break
							}
						}
					}
				}
			}
		}
	}
	if wide < 20 || tall < 20 {
		t.Errorf("%d wide and %d tall layouts, expected both", wide, tall)
	}
}

// TestBoxesByImportance checks that a box by importance is larger the more others are below it,
// regardless of the arrows that end at it. Otherwise, a box has space for its arrows.
func TestBoxesByImportance(t *testing.T) {
	names := strings.Split("abcdefghijkl", "")
	var edges [][2]int
	for u := range 10 { // a chain of ten with all its edges; the last two have no edge
		for v := range u {
			edges = append(edges, [2]int{v, u})
		}
	}
	for _, width := range []vg.Length{10, 1e6} {
		l, err := Arrange(t.Context(), names, edges, width, 4.2, true)
		if err != nil {
			t.Fatal(err)
		}
		size := func(k int) vg.Length {
			s := l.nodes[k].Size()
			return s.X + s.Y // one of the two is the same in all boxes
		}
		for k := range 9 {
			if !(size(k) > size(k+1)) {
				t.Errorf("width %g: the %d. box is no larger than the next", width, k)
			}
		}
		if size(9) != size(10) {
			t.Errorf("width %g: the least of a chain has a box of another size than one that has no edge", width)
		}
		even, err := Arrange(t.Context(), names, edges, width, 4.2, false)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := even.nodes[0].Size(), even.nodes[9].Size(); !(a.X+a.Y < b.X+b.Y) {
			t.Errorf("width %g: no room for nine arrows", width)
		}
	}
}

// TestArrangeErrors checks an index without a name, and a cancelled context.
func TestArrangeErrors(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, edge := range [][2]int{{0, 2}, {-1, 0}} {
		if _, err := Arrange(t.Context(), []string{"a", "b"}, [][2]int{edge}, 500, 4, false); err == nil || !strings.HasPrefix(err.Error(), "diagram: edge 0 from") {
			t.Errorf("edge %v: error %v", edge, err)
		}
	}
	if _, err := Arrange(ended, []string{"a", "b"}, [][2]int{{0, 1}}, 500, 4, false); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected that of the context", err)
	}
}

package diagram

import (
	"context"
	"fmt"

	"golang.org/x/image/font"
	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
	"github.com/igbolab/igbolab/plots/layered"
)

// Layout holds the positions of the boxes and edges of a graph, in points. The origin is at the
// bottom left.
type Layout struct {
	Width, Height vg.Length
	Names         []string // as shown in the boxes, before truncation
	edges         [][2]int
	nodes         []vg.Rectangle
	splines       [][]vg.Point // 1 + 3k control points per edge; the last one is at the base of the arrowhead
	heads         []vg.Length  // for each edge, the width of its head at the target box
}

// arrowLength is the space in points that a layout reserves for an arrowhead.
const arrowLength = vg.Length(10)

// edgeGap is the distance between lines that pass a layer. A box is also wider than its arrowheads
// by this amount.
const edgeGap = 12

// slack is the factor by which the space for a head exceeds its width, so that the head can lean.
const slack = 1.15

// arrowWidth returns the width of a line's arrowhead in a drawing with the given scale.
func arrowWidth(line, scale vg.Length) vg.Length { return vg.Points(5)*scale + 1.6*line }

// Arrange computes the layout of a graph.
//
// Edges are pairs of indices of names. Cycles and self-loops are allowed. Line breaks in names
// become spaces. Names longer than 40 characters are truncated. The width and the thickness of the
// thickest line are in points. Arrowheads of lines up to that thickness do not overlap.
//
// The graph runs from top to bottom. It runs from left to right if the top-to-bottom layout must be
// shrunk below 0.6 to fit the width, and the left-to-right layout needs less shrinking.
//
// If byImportance is set, a box is wider by up to a half if more other boxes can be reached from it
// (in a left-to-right layout, it is taller). The arrows that end at a box then share the space that
// it has. Otherwise, every box is wide enough for its arrows.
//
// Arrange returns an error if an index is out of range or layered.Draw fails, for instance because
// ctx is done.
func Arrange(ctx context.Context, names []string, edges [][2]int, width, thickest vg.Length, byImportance bool) (*Layout, error) {
	for i, e := range edges {
		if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= len(names) {
			return nil, fmt.Errorf("diagram: edge %d from %d to %d must use indices of the %d names", i, e[0], e[1], len(names))
		}
	}
	plain := make([]string, len(names))
	for i, name := range names {
		plain[i] = canvas.OneLine(name)
	}
	head := arrowWidth(thickest, 1)
	best, err := lay(ctx, boxes(plain, edges, head, false, byImportance), width, head, false)
	if err != nil {
		return nil, err
	}
	if 0.6*best.Width > width {
		right, err := lay(ctx, boxes(plain, edges, head, true, byImportance), width, head, true)
		if err != nil {
			return nil, err
		}
		if right.Width < best.Width {
			best = right
		}
	}
	best.Names, best.edges = plain, edges
	return best, nil
}

// Limits on the least size of boxes by importance, in points. The size fits the longest name up to
// longest and the heads at any box up to crowd.
const longest, crowd = 120.0, 80.0

// boxes returns one node per name, large enough for the name. Without byImportance, the side at
// which arrows arrive is long enough for all heads. With byImportance, all boxes have the same
// least size there, and are up to a half longer.
func boxes(names []string, edges [][2]int, head vg.Length, fromLeft, byImportance bool) layered.Graph {
	g := layered.Graph{Edges: edges}
	texts, sides, below := make([]float64, len(names)), make([]float64, len(names)), reached(len(names), edges)
	for _, e := range edges {
		sides[e[1]]++
	}
	least := 26.0
	for i, name := range names {
		texts[i] = max(36, (canvas.TextWidth(ellipsis(name), canvas.LabelSize, font.WeightNormal) + vg.Points(17)).Points())
		sides[i] = edgeGap + slack*sides[i]*head.Points()
		least = max(least, min(crowd, sides[i]))
		if !fromLeft {
			least = max(least, min(longest, texts[i]))
		}
	}
	for i := range names {
		if byImportance {
			sides[i] = least * (1 + 0.5*below[i])
		}
		if fromLeft {
			g.Width, g.Height = append(g.Width, texts[i]), append(g.Height, max(26, sides[i]))
		} else {
			g.Width, g.Height = append(g.Width, max(texts[i], sides[i])), append(g.Height, 26)
		}
	}
	return g
}

// reached returns for each node the fraction of the other nodes that can be reached from it.
func reached(nodes int, edges [][2]int) []float64 {
	next, shares := make([][]int, nodes), make([]float64, nodes)
	for _, e := range edges {
		next[e[0]] = append(next[e[0]], e[1])
	}
	for v := range shares {
		seen, queue := map[int]bool{v: true}, []int{v}
		for ; len(queue) > 0; queue = queue[1:] {
			for _, w := range next[queue[0]] {
				if !seen[w] {
					seen[w], queue = true, append(queue, w)
				}
			}
		}
		shares[v] = float64(len(seen)-1) / float64(max(1, nodes-1))
	}
	return shares
}

// lay computes a layout from top to bottom or from left to right. For the latter, it lays out the
// boxes turned on their sides and rotates the result.
func lay(ctx context.Context, g layered.Graph, width, head vg.Length, fromLeft bool) (*Layout, error) {
	cfg := layered.Config{
		NodeGap: 25, EdgeGap: edgeGap, LayerGap: 36,
		Arrow: arrowLength.Points(), ArrowWidth: head.Points(), RowWidth: width.Points(),
	}
	sizes := g
	if fromLeft {
		sizes.Width, sizes.Height = g.Height, g.Width
		cfg.NodeGap, cfg.LayerGap = 14, 44
	}
	d, err := layered.Draw(ctx, sizes, cfg)
	if err != nil {
		return nil, err
	}
	place := func(p layered.Point) vg.Point {
		if fromLeft {
			return vg.Point{X: vg.Length(p.Y), Y: vg.Length(d.Width - p.X)}
		}
		return vg.Point{X: vg.Length(p.X), Y: vg.Length(d.Height - p.Y)}
	}
	l := &Layout{Width: vg.Length(d.Width), Height: vg.Length(d.Height)}
	if fromLeft {
		l.Width, l.Height = l.Height, l.Width
	}
	for v, centre := range d.Nodes {
		l.nodes = append(l.nodes, canvas.Around(place(centre), vg.Length(g.Width[v]), vg.Length(g.Height[v])))
	}
	for _, curve := range d.Edges {
		spline := make([]vg.Point, len(curve))
		for i, p := range curve {
			spline[i] = place(p)
		}
		l.splines = append(l.splines, spline)
	}
	into := make([]float64, len(g.Width))
	for _, e := range g.Edges {
		into[e[1]]++
	}
	for _, e := range g.Edges {
		side := sizes.Width[e[1]]
		l.heads = append(l.heads, min(head, vg.Length((side-min(side/3, edgeGap))/into[e[1]])))
	}
	return l, nil
}

// maxLabel is the largest number of characters in a box.
const maxLabel = 40

// ellipsis truncates a name that is too long for a box.
func ellipsis(name string) string {
	if runes := []rune(name); len(runes) > maxLabel {
		return string(runes[:maxLabel-1]) + "…"
	}
	return name
}

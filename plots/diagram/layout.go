package diagram

import (
	"context"
	"fmt"

	"golang.org/x/image/font"
	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
	"github.com/igbolab/igbolab/plots/layered"
)

// Layout tells where the boxes and the edges of a graph are, in points, the origin
// below left.
type Layout struct {
	Width, Height vg.Length
	Names         []string // as the boxes have them, before long ones are cut
	edges         [][2]int
	nodes         []vg.Rectangle
	splines       [][]vg.Point // for each edge 1 + 3k control points, the last one at the arrow's base
	heads         []vg.Length  // for each edge the width that its head has at the box it leads to
}

// arrowLength is the length that layouts leave for an arrow head.
const arrowLength = vg.Length(10)

// edgeGap is the distance between lines that pass a layer, and what a box is wider than
// the heads at it.
const edgeGap = 12

// slack is how much more than their widths heads get, so that they may lean.
const slack = 1.15

// arrowWidth is the width of a line's arrow head in a drawing of the scale given.
func arrowWidth(line, scale vg.Length) vg.Length { return vg.Points(5)*scale + 1.6*line }

// Arrange lays a graph out downwards, or to the right where downwards it would have to
// be shrunk below 0.6 to fit the width, given in points, and to the right less. Edges
// are pairs of indices of names, loops and cycles allowed; line breaks in names become
// spaces, and names of more than 40 characters are cut. Heads of lines up to the
// thickest, in points too, stand apart. By importance a box is the wider (the taller, to the right) the more others its
// edges lead to, over others too, by up to a half, and arrows that lead to it share what room it has; else a box has
// room for its arrows. Errors: an index out of range, those of layered.Draw, the context's among them.
func Arrange(ctx context.Context, names []string, edges [][2]int, width, thickest vg.Length, byImportance bool) (*Layout, error) {
	for i, e := range edges {
		if min(e[0], e[1]) < 0 || max(e[0], e[1]) >= len(names) {
			return nil, fmt.Errorf("diagram: edge %d leads from %d to %d, want indices of the %d names", i, e[0], e[1], len(names))
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

// The least size of boxes by importance, in points, has room for the longest name up to longest, and for the heads at
// any box up to crowd.
const longest, crowd = 120.0, 80.0

// boxes returns a node a name, large enough for the name. At the side where arrow heads come in, it has room for them
// beside each other, or by importance the same least size as all others and up to half of it more.
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

// reached is for each node the share of the others that edges lead to from it, over others too.
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

// lay lays the graph out from the top, or from the left: then the layout is
// that of the boxes laid on their sides, turned.
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

// maxLabel is the number of characters of a name that a box shows.
const maxLabel = 40

// ellipsis cuts a name that is too long for a box.
func ellipsis(name string) string {
	if runes := []rune(name); len(runes) > maxLabel {
		return string(runes[:maxLabel-1]) + "…"
	}
	return name
}

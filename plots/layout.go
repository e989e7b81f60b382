package plots

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-graphviz"
	"gonum.org/v1/plot/vg"
)

// graphvizMu guards Graphviz, which is one WebAssembly instance a process.
var graphvizMu sync.Mutex

// layout is a layered drawing of a graph, in points, the origin below left.
type layout struct {
	width, height vg.Length
	nodes         []vg.Rectangle
	splines       [][]vg.Point // for each edge 1 + 3k control points, the last one at the arrow's base
}

// arrowLength is the length Graphviz leaves for an arrow head.
const arrowLength = vg.Length(10)

// layered runs Graphviz' dot on nodes with the labels and edges given, from the
// top to the bottom (rankdir TB) or from left to right (LR).
func layered(labels []string, edges [][2]int, rankdir string) (l layout, err error) {
	plain, err := runDot(dotSource(labels, edges, rankdir))
	if err != nil {
		return layout{}, fmt.Errorf("plots: dag: layout by Graphviz: %w", err)
	}
	l, err = parsePlain(plain, len(labels), edges)
	if err != nil {
		return layout{}, fmt.Errorf("plots: dag: layout by Graphviz: %w", err)
	}
	return l, nil
}

// dotSource writes the graph in the DOT language.
func dotSource(labels []string, edges [][2]int, rankdir string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "digraph {\nrankdir=%s nodesep=0.35 ranksep=0.5\n", rankdir)
	fmt.Fprintf(&b, "node [shape=box height=0.36 width=0.5 margin=\"0.12,0.04\" fontname=Arial fontsize=%g]\n", labelSize.Points())
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ")
	for i, label := range labels {
		fmt.Fprintf(&b, "n%d [label=\"%s\"]\n", i, escape.Replace(label))
	}
	for _, e := range edges {
		fmt.Fprintf(&b, "n%d -> n%d\n", e[0], e[1])
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// runDot returns Graphviz' plain output, one line a node or edge.
func runDot(source []byte) (plain string, err error) {
	graphvizMu.Lock()
	defer graphvizMu.Unlock()
	ctx := context.Background()
	engine, err := graphviz.New(ctx)
	if err != nil {
		return "", err
	}
	defer func() { _ = engine.Close() }()
	graph, err := graphviz.ParseBytes(source)
	if err != nil {
		return "", err
	}
	defer func() { _ = graph.Close() }()
	var out bytes.Buffer
	if err := engine.Render(ctx, graph, "plain", &out); err != nil {
		return "", err
	}
	return out.String(), nil
}

// parsePlain reads the plain format:
//
//	graph scale width height
//	node name x y width height label style shape color fillcolor
//	edge tail head n x1 y1 … xn yn style color
func parsePlain(plain string, nodes int, edges [][2]int) (layout, error) {
	l := layout{nodes: make([]vg.Rectangle, nodes), splines: make([][]vg.Point, len(edges))}
	index := make(map[[2]int]int, len(edges))
	for i, e := range edges {
		index[e] = i
	}
	for line := range strings.Lines(plain) {
		f := strings.Fields(line)
		switch {
		case len(f) >= 4 && f[0] == "graph":
			v := inches(f[2:4])
			l.width, l.height = v[0], v[1]
		case len(f) >= 6 && f[0] == "node":
			i, err := nodeIndex(f[1])
			if err != nil || i >= nodes {
				return l, fmt.Errorf("unexpected node in %q", line)
			}
			v := inches(f[2:6])
			l.nodes[i] = vg.Rectangle{
				Min: vg.Point{X: v[0] - v[2]/2, Y: v[1] - v[3]/2},
				Max: vg.Point{X: v[0] + v[2]/2, Y: v[1] + v[3]/2},
			}
		case len(f) >= 4 && f[0] == "edge":
			if err := l.addSpline(f, index); err != nil {
				return l, err
			}
		}
	}
	return l, l.check()
}

// addSpline stores the control points of an edge's line.
func (l *layout) addSpline(f []string, index map[[2]int]int) error {
	u, errU := nodeIndex(f[1])
	v, errV := nodeIndex(f[2])
	n, errN := strconv.Atoi(f[3])
	i, known := index[[2]int{u, v}]
	if errU != nil || errV != nil || errN != nil || !known || n < 4 || len(f) < 4+2*n {
		return fmt.Errorf("unexpected edge %q", strings.Join(f, " "))
	}
	xy := inches(f[4 : 4+2*n])
	for k := range n {
		l.splines[i] = append(l.splines[i], vg.Point{X: xy[2*k], Y: xy[2*k+1]})
	}
	return nil
}

// check asks that everything has a place.
func (l *layout) check() error {
	finite := func(v vg.Length) bool { return !math.IsNaN(float64(v)) }
	for i, r := range l.nodes {
		if r.Max.X <= r.Min.X || !finite(r.Min.X) || !finite(r.Min.Y) {
			return fmt.Errorf("node %d has no place", i)
		}
	}
	for i, s := range l.splines {
		if len(s) < 4 {
			return fmt.Errorf("edge %d has no line", i)
		}
	}
	return nil
}

// nodeIndex reads n0, n1, ….
func nodeIndex(name string) (int, error) { return strconv.Atoi(strings.TrimPrefix(name, "n")) }

// inches reads lengths in inches; text that is no number becomes NaN.
func inches(fields []string) []vg.Length {
	lengths := make([]vg.Length, len(fields))
	for i, f := range fields {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			v = math.NaN()
		}
		lengths[i] = vg.Length(v) * vg.Inch
	}
	return lengths
}

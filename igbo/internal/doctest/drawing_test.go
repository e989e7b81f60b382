package doctest

import (
	"context"
	"flag"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/plots/canvas"
	"github.com/igbolab/igbolab/plots/diagram"
)

var update = flag.Bool("update", false, "write igbo/house.svg and the lists of fields in package igbo")

// folders returns the folders of the packages for users, in the order of the list, and the imports between them.
func folders(t *testing.T) (names []string, uses map[string]map[string]bool) {
	t.Helper()
	of := map[string]string{}
	uses = map[string]map[string]bool{}
	for _, r := range packageList(read(t, "igbo/README.md")) {
		if of[r.name] = r.parent; uses[r.parent] == nil {
			names, uses[r.parent] = append(names, r.parent), map[string]bool{}
		}
	}
	for at, list := range imports(t) {
		from, within, _ := strings.Cut(at, "/internal/")
		if from == "igbo" && within != "" {
			continue // shared by all packages, or only used by tests
		}
		for _, to := range list {
			if a, b := of[from], of[to]; a != "" && b != "" && a != b {
				uses[a][b] = true
			}
		}
	}
	return names, uses
}

// reduced returns the transitive reduction of the imports, as pairs of indices.
func reduced(names []string, uses map[string]map[string]bool) (edges [][2]int) {
	g := simple.NewDirectedGraph()
	for a := range names {
		g.AddNode(simple.Node(a))
	}
	for a, name := range names {
		for b, other := range names {
			if uses[name][other] {
				g.SetEdge(g.NewEdge(simple.Node(a), simple.Node(b)))
			}
		}
	}
	for a, name := range names {
		for b, other := range names {
			if !uses[name][other] {
				continue
			}
			implied := false
			for c, between := range names {
				implied = implied || c != b && uses[name][between] && topo.PathExistsIn(g, simple.Node(c), simple.Node(b))
			}
			if !implied {
				edges = append(edges, [2]int{a, b})
			}
		}
	}
	return edges
}

// drawing draws the package structure.
func drawing(t *testing.T, names []string, edges [][2]int) *canvas.Chart {
	t.Helper()
	labels, styles := make([]string, len(names)), make([]diagram.EdgeStyle, len(edges))
	for i, name := range names {
		labels[i] = strings.TrimPrefix(name, "igbo/")
	}
	for i := range styles {
		styles[i] = diagram.EdgeStyle{Width: 1, Color: canvas.Muted}
	}
	l := must.Of(diagram.Arrange(context.Background(), labels, edges, 700, 1, false)).In(t)
	around := func(size vg.Length, margin float64) int { return int(math.Ceil(float64(size/canvas.Pixel) + margin)) }
	s := canvas.Settings{
		Name: "house", Title: "The packages and what each imports", Width: around(l.Width, 40), Height: around(l.Height, 80),
		Alt: "The packages as boxes, from the command at the top to those that import none at the bottom.",
	}
	return s.Chart(l.Panel(styles))
}

var number = regexp.MustCompile(`-?\d+(\.\d+)?`)

// sameDrawing reports whether two drawings have the same text and lines, with positions that agree to half a point, because processors
// round differently.
func sameDrawing(a, b string) bool {
	if number.ReplaceAllString(a, "0") != number.ReplaceAllString(b, "0") {
		return false
	}
	at := number.FindAllString(b, -1)
	for i, v := range number.FindAllString(a, -1) {
		x, _ := strconv.ParseFloat(v, 64)
		y, _ := strconv.ParseFloat(at[i], 64)
		if math.Abs(x-y) > 0.5 {
			return false
		}
	}
	return true
}

// TestDrawing checks that igbo/house.svg shows the current imports.
func TestDrawing(t *testing.T) {
	names, uses := folders(t)
	sorted := slices.Sorted(slices.Values(names)) // the order of the list does not affect the drawing
	svg := must.Of(drawing(t, sorted, reduced(sorted, uses)).SVG()).In(t)
	if *update {
		must.Do(t, os.WriteFile(filepath.Join(root, "igbo", "house.svg"), svg, 0o644))
	}
	if !sameDrawing(read(t, "igbo/house.svg"), string(svg)) {
		t.Error("igbo/house.svg differs from the imports: go test ./igbo/internal/doctest -run Drawing -update")
	}
}

var mapLine = regexp.MustCompile(`(?m)^//\t([a-z/, ]+?)  `)

// TestMap checks that the map in igbo/doc.go names every folder once, each below the folders that it imports, except folders next to the
// flow.
func TestMap(t *testing.T) {
	text := read(t, "igbo/doc.go")
	_, text, _ = strings.Cut(text, "// # Map\n")
	text, beside, _ := strings.Cut(text, " packages are outside this order: ")
	names, uses := folders(t)
	row := map[string]int{}
	for i, line := range mapLine.FindAllStringSubmatch(text, -1) {
		for _, name := range strings.Split(line[1], ", ") {
			if _, twice := row[name]; twice {
				t.Errorf("the map names %s twice", name)
			}
			row[name] = i + 1
		}
	}
	for _, name := range names {
		short := strings.TrimPrefix(name, "igbo/")
		if row[short] == 0 && !regexp.MustCompile(`\b`+short+`\b`).MatchString(beside) {
			t.Errorf("the map does not name %s", name)
		}
		for other := range maps.Keys(uses[name]) {
			if below := strings.TrimPrefix(other, "igbo/"); row[short] > 0 && row[below] > row[short] {
				t.Errorf("the map has %s below %s, which imports it", below, short)
			}
		}
		delete(row, short)
	}
	for name := range row {
		t.Errorf("the map names %s, which is not there", path.Base(name))
	}
}

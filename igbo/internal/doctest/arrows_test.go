package doctest

import (
	"fmt"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

const module = "github.com/igbolab/igbolab/"

// imports lists what each package imports of this module, whatever the
// platform and the build tags. Tests may import what they like.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	graph := map[string][]string{}
	for dir, files := range sources(t) {
		graph[dir] = nil
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file := must.Of(parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)).In(t)
			for _, spec := range file.Imports {
				if to, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), module); ours {
					graph[dir] = append(graph[dir], to)
				}
			}
		}
		slices.Sort(graph[dir])
		graph[dir] = slices.Compact(graph[dir])
	}
	return graph
}

var leafList = regexp.MustCompile(`(?s)Leaves import no package of this module: (.*?),\s+and all`)

// leaves reads the packages that igbo/README.md calls leaves.
func leaves(doc string) []string {
	m := leafList.FindStringSubmatch(doc)
	if m == nil {
		return nil
	}
	return strings.Split(strings.Join(strings.Fields(m[1]), ""), ",")
}

// turnedBack lists the imports that the text of igbo/README.md does not permit:
//
//   - what a package imports stands above it in the list. A room, an indented
//     line, stands where its folder does for all others; between a folder and
//     its own rooms either may import the other, as Go forbids circles; between
//     rooms of one folder the upper one is imported.
//   - a leaf imports nothing of ours.
//   - what lies in igbo/internal is imported from anywhere, and is a leaf
//     unless only tests import it; what lies in another folder internal stands
//     where the folder around it does.
func turnedBack(doc string, graph map[string][]string) (wrong []string) {
	rooms, leaf := packageList(doc), leaves(doc)
	line, house, used := map[string]int{}, map[string]string{}, map[string]bool{}
	for i, r := range rooms {
		line[r.name], house[r.name] = i, r.house
	}
	for _, list := range graph {
		for _, to := range list {
			used[to] = true
		}
	}
	for from, list := range graph {
		around, within, _ := strings.Cut(from, "/internal/")
		shared := within != "" && around == "igbo"
		if within != "" && !shared {
			house[from] = house[around]
			line[from] = line[around]
		}
		_, known := line[from]
		for _, to := range list {
			a, b := from, to
			if house[a] != house[b] {
				a, b = house[a], house[b]
			}
			switch {
			case slices.Contains(leaf, from) || shared && used[from]:
				wrong = append(wrong, fmt.Sprintf("%s is a leaf and imports %s", from, to))
			case !known || !forUsers(to) || house[from] == house[to] && (house[from] == from || house[to] == to):
			case line[b] > line[a]:
				wrong = append(wrong, fmt.Sprintf("%s imports %s, which stands below it", from, to))
			}
		}
	}
	slices.Sort(wrong)
	return wrong
}

// TestArrows: every import goes the way that the list in igbo/README.md shows.
func TestArrows(t *testing.T) {
	doc, graph := read(t, "igbo/README.md"), imports(t)
	for _, fault := range turnedBack(doc, graph) {
		t.Errorf("%s, by the list of packages in igbo/README.md", fault)
	}
	for _, name := range leaves(doc) {
		if _, there := graph[name]; !there {
			t.Errorf("igbo/README.md calls %s a leaf, which is not there", name)
		}
	}
	if len(leaves(doc)) < 5 || len(graph["igbo"]) < 5 {
		t.Errorf("%d leaves and %d imports of igbo found, so the test looks past them", len(leaves(doc)), len(graph["igbo"]))
	}
}

// planted is a list of a leaf, a folder with three rooms, and what uses them.
const planted = `## Packages

~~~text
base     at the bottom
house    with rooms
  one    a room
  two    another
  three  the last
top      above all
~~~

Leaves import no package of this module: base,
house/one,
and all of igbo/internal.
`

// TestTurnedBack: an import against the list is found, one along it is not.
func TestTurnedBack(t *testing.T) {
	for _, c := range []struct {
		name  string
		graph map[string][]string
		want  string
	}{
		{"down the list", map[string][]string{"top": {"house/two", "house", "base"}}, ""},
		{"a folder its room", map[string][]string{"house": {"house/two"}}, ""},
		{"a room its folder", map[string][]string{"house/two": {"house", "house/one"}}, ""},
		{"a room what stands below its folder", map[string][]string{"house/two": {"base"}}, ""},
		{"internal", map[string][]string{"base": nil, "house": {"igbo/internal/x"}, "igbo/internal/x": nil}, ""},
		{"for tests alone", map[string][]string{"igbo/internal/x": {"top"}}, ""},
		{"up the list", map[string][]string{"house": {"top"}}, "house imports top, which stands below it"},
		{"a room up the list", map[string][]string{"house/two": {"top"}}, "house/two imports top, which stands below it"},
		{"a room a lower one", map[string][]string{"house/two": {"house/three"}}, "house/two imports house/three, which stands below it"},
		{"a base a room", map[string][]string{"house": nil, "base": {"house/two"}}, "base is a leaf and imports house/two"},
		{"a leaf", map[string][]string{"house/one": {"base"}}, "house/one is a leaf and imports base"},
		{"a room's internal package", map[string][]string{"top": nil, "house/internal/x": {"top"}}, "house/internal/x imports top, which stands below it"},
		{"an internal package", map[string][]string{"top": {"igbo/internal/x"}, "igbo/internal/x": {"base"}}, "igbo/internal/x is a leaf and imports base"},
	} {
		if got := strings.Join(turnedBack(planted, c.graph), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

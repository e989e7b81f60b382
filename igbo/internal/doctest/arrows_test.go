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

// imports returns each package's imports of this module, for all platforms and build tags. Tests may import any package.
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

// leaves returns the packages that igbo/README.md calls leaves.
func leaves(doc string) []string {
	m := leafList.FindStringSubmatch(doc)
	if m == nil {
		return nil
	}
	return strings.Split(strings.Join(strings.Fields(m[1]), ""), ",")
}

// turnedBack returns the imports that the text of igbo/README.md does not permit:
//
//   - A package must be below the packages that it imports in the list. For other folders, a subpackage (an indented line) has the
//     position of its folder. A folder and its own subpackages may import each other in either direction, because Go forbids cycles.
//     Between subpackages of one folder, the upper one is imported.
//   - A leaf imports no package of this module.
//   - A package in igbo/internal may be imported from anywhere. It imports only packages in igbo/internal, unless only tests import
//     it. A package in another folder named internal has the position of the folder around it.
func turnedBack(doc string, graph map[string][]string) (wrong []string) {
	subpackages, leaf := packageList(doc), leaves(doc)
	line, parent, used := map[string]int{}, map[string]string{}, map[string]bool{}
	for i, r := range subpackages {
		line[r.name], parent[r.name] = i, r.parent
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
			parent[from] = parent[around]
			line[from] = line[around]
		}
		_, known := line[from]
		for _, to := range list {
			a, b := from, to
			if parent[a] != parent[b] {
				a, b = parent[a], parent[b]
			}
			switch {
			case slices.Contains(leaf, from) || shared && used[from] && !strings.HasPrefix(to, "igbo/internal/"):
				wrong = append(wrong, fmt.Sprintf("%s is a leaf and imports %s", from, to))
			case !known || !forUsers(to) || parent[from] == parent[to] && (parent[from] == from || parent[to] == to):
			case line[b] > line[a]:
				wrong = append(wrong, fmt.Sprintf("%s imports %s, which is below it", from, to))
			}
		}
	}
	slices.Sort(wrong)
	return wrong
}

// TestArrows checks that every import goes in the direction of the list in igbo/README.md.
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

// planted is a list of a leaf, a folder with three subpackages, and what uses them.
const planted = `## Packages

~~~text
base     at the bottom
parent   with subpackages
  one    a subpackage
  two    another
  three  the last
top      above all
~~~

Leaves import no package of this module: base,
parent/one,
and all of igbo/internal.
`

// TestTurnedBack checks that an import against the list's order is found, and one along it is accepted.
func TestTurnedBack(t *testing.T) {
	for _, c := range []struct {
		name  string
		graph map[string][]string
		want  string
	}{
		{"down the list", map[string][]string{"top": {"parent/two", "parent", "base"}}, ""},
		{"a folder its subpackage", map[string][]string{"parent": {"parent/two"}}, ""},
		{"a subpackage its folder", map[string][]string{"parent/two": {"parent", "parent/one"}}, ""},
		{"a subpackage a package below its folder", map[string][]string{"parent/two": {"base"}}, ""},
		{"internal", map[string][]string{"base": nil, "parent": {"igbo/internal/x"}, "igbo/internal/x": nil}, ""},
		{"for tests alone", map[string][]string{"igbo/internal/x": {"top"}}, ""},
		{"up the list", map[string][]string{"parent": {"top"}}, "parent imports top, which is below it"},
		{"a subpackage up the list", map[string][]string{"parent/two": {"top"}}, "parent/two imports top, which is below it"},
		{"a subpackage a lower one", map[string][]string{"parent/two": {"parent/three"}}, "parent/two imports parent/three, which is below it"},
		{"a base a subpackage", map[string][]string{"parent": nil, "base": {"parent/two"}}, "base is a leaf and imports parent/two"},
		{"a leaf", map[string][]string{"parent/one": {"base"}}, "parent/one is a leaf and imports base"},
		{"a subpackage's internal package", map[string][]string{"top": nil, "parent/internal/x": {"top"}}, "parent/internal/x imports top, which is below it"},
		{"an internal package", map[string][]string{"top": {"igbo/internal/x"}, "igbo/internal/x": {"base"}}, "igbo/internal/x is a leaf and imports base"},
	} {
		if got := strings.Join(turnedBack(planted, c.graph), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

package compare_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/datasets"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/polytope"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/tabular/compare"
)

// TestParseOrder checks that an expert's file (YAML and JSON) and a graph's JSON give the same
// edges by name, over fewer features than the data and in a different order. Unknown features and
// contradictions are errors.
func TestParseOrder(t *testing.T) {
	features := []string{"a", "b", "c", "d"}
	graph := must.Of(dag.New([]string{"c", "a"}, []dag.Edge{{U: 0, V: 1, Mu: 0.2, Sigma: 0.1, P: 0.9, Epsilon: 0.1, Delta: 0.3}}, []dag.Bound{{K: 1, Min: 0, Max: 0.5}}, nil)).In(t)
	text := must.Of(json.Marshal(graph)).In(t)
	for name, text := range map[string]string{
		"order.yaml": "ranks:\n  - [c, a]\n", "order.json": `{"features": ["a", "c"], "edges": [{"u": "c", "v": "a"}]}`, "graph.json": string(text),
	} {
		d, err := compare.ParseOrder(name, []byte(text), features, dag.AbsoluteScore)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(d.Features, features) || len(d.Edges) != 1 || d.Edges[0].U != 2 || d.Edges[0].V != 0 {
			t.Errorf("%s: %+v", name, d)
		}
	}
	for name, text := range map[string]string{
		"unknown.yaml": "ranks:\n  - [c, e]\n", "listed.yaml": "features: [c, e]\nranks:\n  - [c, e]\n",
		"cycle.yaml": "ranks:\n  - [a, b]\n  - [b, a]\n", "graph.json": strings.ReplaceAll(string(text), `"c"`, `"e"`), "nothing.yaml": "", "half.json": `{"features": ["a"`,
	} {
		if _, err := compare.ParseOrder(name, []byte(text), features, dag.AbsoluteScore); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, want an error with the file's name", name, err)
		}
	}
}

// TestParseOrderWithoutNumbers checks that a file can request polytope intervals, which refer to
// the shares of all features of the data.
func TestParseOrderWithoutNumbers(t *testing.T) {
	d := must.Of(compare.ParseOrder("order.yaml", []byte("intervals: polytope\nfeatures: [a, b]\nranks:\n  - [a, b]\n"), []string{"c", "b", "a"}, dag.AbsoluteScore)).In(t)
	p := must.Of(polytope.New(3, [][2]int{{2, 1}}, polytope.DefaultOptions())).In(t)
	epsilon, delta := p.Interval(2, 1, polytope.DefaultWidth)
	if e := d.Edges[0]; e.U != 2 || e.V != 1 || e.Epsilon != epsilon || e.Delta != delta {
		t.Errorf("got %+v, want [%g, %g]", e, epsilon, delta)
	}
	if _, err := compare.ParseOrder("order.yaml", []byte("intervals: polytope\nranks:\n  - [a, b]\n"), []string{"a", "b"}, dag.SignedScore); err == nil {
		t.Error("signed scores: got no error")
	}
}

// TestOrdersBesideTheData checks that every order stored with the embedded tables refers to their
// columns, is feasible, and gives a reason for every statement.
func TestOrdersBesideTheData(t *testing.T) {
	orders, err := filepath.Glob(filepath.Join("..", "..", "..", "datasets", "*.order.yaml"))
	if err != nil || len(orders) < 4 {
		t.Fatalf("orders %v, %v", orders, err)
	}
	tables := map[string]struct {
		file   datasets.File
		target string
	}{
		"penguins": {datasets.Penguins(), "body_mass_g"}, "penguins-species": {datasets.Penguins(), "species"},
		"anes96": {datasets.Anes96(), "vote"}, "weather": {datasets.WeatherTable(), "temp_max"},
		"statecrime": {datasets.Statecrime(), "murder"},
	}
	for _, path := range orders {
		of, found := tables[strings.TrimSuffix(filepath.Base(path), ".order.yaml")]
		if !found {
			t.Errorf("%s is of no table", path)
			continue
		}
		header, _, _ := strings.Cut(of.file.Text, "\n")
		features := slices.DeleteFunc(strings.Split(strings.TrimSpace(header), ","), func(name string) bool { return name == of.target })
		text := must.Of(os.ReadFile(path)).In(t)
		d, err := compare.ParseOrder(path, text, features, dag.AbsoluteScore)
		if err != nil || len(d.Edges) == 0 {
			t.Errorf("%s: %v", path, err)
		}
		statements := strings.Count(string(text), "- order:") + strings.Count(string(text), "- {")
		if reasons := strings.Count(string(text), "comment:"); reasons != statements {
			t.Errorf("%s: %d statements with %d reasons", path, statements, reasons)
		}
	}
}

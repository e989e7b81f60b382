package plots_test

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// This example draws six features in layers. The last feature has no edge.
func ExampleDAG() {
	features := []string{"temp_max", "temp_min", "wind", "precipitation", "season", "noise"}
	figure, err := plots.DAG(features, []plots.DAGEdge{
		{U: 0, V: 1, P: 0.97, Epsilon: 0.05, Delta: 0.21},
		{U: 0, V: 4, P: 0.72, Epsilon: 0.01, Delta: 0.12},
		{U: 1, V: 2, P: 0.88, Epsilon: 0.02, Delta: 0.15},
		{U: 1, V: 3, P: 0.80, Epsilon: 0.02, Delta: 0.15},
		{U: 4, V: 3, P: 0.93, Epsilon: 0.005, Delta: 0.10},
		{U: 0, V: 3, P: 0.99, Epsilon: 0.05, Delta: 0.30},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/dag.png"))
	// Output: <nil>
}

// This example draws a graph with a cycle, as an estimator that uses plain frequencies can produce.
// The edges on the cycle have a different colour.
func ExampleDAG_cycle() {
	figure, err := plots.DAG([]string{"a", "b", "c", "d", "e"}, []plots.DAGEdge{
		{U: 0, V: 1, P: 0.75, Epsilon: 0.005, Delta: 1},
		{U: 1, V: 2, P: 0.75, Epsilon: 0.005, Delta: 1},
		{U: 2, V: 3, P: 0.75, Epsilon: 0.005, Delta: 1},
		{U: 3, V: 0, P: 0.75, Epsilon: 0.005, Delta: math.Inf(1)},
		{U: 0, V: 4, P: 0.90, Epsilon: 0.005, Delta: math.Inf(1)},
	}, plots.Title("A cycle made by plain frequencies"), plots.Name("cycle"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/cycle.png"))
	// Output: <nil>
}

func TestDAG(t *testing.T) {
	edge := func(u, v int, p, lo, hi float64) (*plots.Chart, error) {
		return plots.DAG([]string{"a", "b"}, []plots.DAGEdge{{U: u, V: v, P: p, Epsilon: lo, Delta: hi}})
	}
	wellFormed(t)(plots.DAG([]string{"a & b", `c"\d`}, []plots.DAGEdge{{U: 0, V: 1, P: 0.9, Epsilon: 0.1, Delta: 0.2}}))
	refused(t, "edge 0 from 0 to 2 must use indices of the 2 features")(edge(0, 2, 1, 0, 1))
	refused(t, "P must be a probability in [0, 1], got NaN")(edge(0, 1, nan, 0, 1))
	refused(t, "the interval [0.2, 0.1] must have ε ≤ δ")(edge(0, 1, 1, 0.2, 0.1))
	refused(t, "1001 features and 0 edges (max 1000 and 3000)")(plots.DAG(make([]string, 1001), nil))
	refused(t, "repeats edge 0")(plots.DAG([]string{"a", "b"}, []plots.DAGEdge{{V: 1}, {V: 1}}))
}

// TestDAGNames checks names of any length and content. Long names are truncated, their tooltips
// show the full names, and the SVG stays well-formed.
func TestDAGNames(t *testing.T) {
	long := strings.Repeat("a long name, ", 1000)
	features := []string{long, "", "two\nlines\x00", "\xff\ufffe\uE000", "<&\"'>]]>", "ζ 特征 🙂"}
	figure, err := plots.DAG(features, []plots.DAGEdge{{U: 0, V: 1, P: 1, Delta: 1}, {U: 2, V: 4, P: 1, Delta: 1}})
	if err != nil {
		t.Fatal(err)
	}
	svg, err := figure.SVG()
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(svg, new(struct{})); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"<title>" + long + "</title>", "a long name, a long name, a long name, …<"} {
		if !strings.Contains(string(svg), want) {
			t.Errorf("the SVG has no %.60s", want)
		}
	}
}

// TestDAGSizes checks that graphs of every shape are at most 8000 pixels high: with no, one and a
// thousand features, chains, stars, self-loops, and a mix of unconnected parts.
func TestDAGSizes(t *testing.T) {
	chain, star := make([]plots.DAGEdge, 999), make([]plots.DAGEdge, 999)
	for i := range 999 {
		chain[i] = plots.DAGEdge{U: i, V: i + 1, P: 1, Delta: 1}
		star[i] = plots.DAGEdge{U: 0, V: i + 1, P: 1, Delta: 1}
	}
	for name, c := range map[string]struct {
		features int
		edges    []plots.DAGEdge
	}{
		"one feature": {1, nil}, "loop": {1, []plots.DAGEdge{{P: 1, Delta: 1}}},
		"chain": {1000, chain}, "star": {1000, star}, "no edges": {1000, nil},
	} {
		features := make([]string, c.features)
		for i := range features {
			features[i] = fmt.Sprint("feature ", i)
		}
		figure, err := plots.DAG(features, c.edges)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		svg, err := figure.SVG()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := strings.Count(string(svg), "feature "); got < c.features {
			t.Errorf("%s: %d of %d features are drawn", name, got, c.features)
		}
		if got := strings.Count(string(svg), ": Pr = 1"); got != len(c.edges) {
			t.Errorf("%s: %d of %d edges are drawn", name, got, len(c.edges))
		}
	}
}

// TestDAGContext checks that DAGContext stops when its context is cancelled.
func TestDAGContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := plots.DAGContext(ctx, []string{"a", "b"}, []plots.DAGEdge{{U: 0, V: 1, P: 1, Delta: 1}})
	if !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), "plots: dag: ") {
		t.Errorf("error %v: want that of the context", err)
	}
}

package dag

import (
	"bytes"
	"encoding/gob"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/topo"

	"github.com/igbolab/igbolab/igbo/dag/estimate"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

func TestNewRejects(t *testing.T) {
	ok := Edge{0, 1, 0.1, 0.1, 0.9, 0.01, 0.2}
	change := func(f func(*Edge)) []Edge {
		e := ok
		f(&e)
		return []Edge{e}
	}
	for name, c := range map[string]struct {
		edges  []Edge
		bounds []Bound
		ties   []Tie
		want   string
	}{
		"ε > δ":     {edges: change(func(e *Edge) { e.Epsilon = 0.3 }), want: "ε = 0.3 > δ = 0.2"},
		"ε = 0":     {edges: change(func(e *Edge) { e.Epsilon = 0 }), want: "ε = 0 must be > 0"},
		"self-loop": {edges: change(func(e *Edge) { e.V = 0 }), want: "to itself"},
		"range":     {edges: change(func(e *Edge) { e.V = 9 }), want: "indices in [0, 3)"},
		"NaN":       {edges: change(func(e *Edge) { e.Mu = math.NaN() }), want: "finite"},
		"P":         {edges: change(func(e *Edge) { e.P = 2 }), want: "probability"},
		"σ":         {edges: change(func(e *Edge) { e.Sigma = -1 }), want: "σ = -1 must be ≥ 0"},
		"twice":     {edges: []Edge{ok, ok}, want: "appears twice"},
		"bound":     {bounds: []Bound{{0, 1, 0}}, want: "min ≤ max"},
		"bound k":   {bounds: []Bound{{7, 0, 1}}, want: "index in [0, 3)"},
		"tie":       {ties: []Tie{{0, 0, 0}}, want: "two different indices"},
		"within":    {ties: []Tie{{0, 1, -1}}, want: "≥ 0"},
	} {
		_, err := New([]string{"a", "b", "c"}, c.edges, c.bounds, c.ties)
		refusal.Check(t, err, c.want, name)
	}
}

func TestCycleErrorListsTheComponents(t *testing.T) {
	e := func(u, v int) Edge { return Edge{u, v, 0, 0, 0.9, 0.1, 0.2} }
	edges := []Edge{e(0, 1), e(1, 2), e(2, 0), e(2, 3), e(3, 4), e(4, 3), e(4, 5)}
	_, err := New([]string{"a", "b", "c", "d", "e", "f"}, edges, nil, nil)
	var pointer *CycleError
	var value CycleError
	var unorderable topo.Unorderable
	if !errors.As(err, &pointer) || !errors.As(err, &value) || !errors.As(err, &unorderable) {
		t.Fatalf("got %v, want a CycleError that is a topo.Unorderable too", err)
	}
	if got := joinNodes(pointer.Components[0], ""); len(value.Components) != 2 || got != "abc" {
		t.Errorf("got components %v", value.Components)
	}
	if got := joinNodes(pointer.Cycle, ""); got != "de" {
		t.Errorf("shortest cycle: got %s, want de", got)
	}
	want := "dag: 2 cyclic component(s) {a, b, c}, {d, e}; shortest cycle d → e → d; the graph must be acyclic"
	if err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
}

func TestGraphAgreesWithGonum(t *testing.T) {
	opts := DefaultOptions()
	opts.Features = []string{"a", "b", "c", "d"}
	d := must.Of(Build(normalScores(testRNG(8), 320, []float64{0.1, 0.4, 0.2, 0.3}, 0.1, 0), opts)).In(t)
	sorted, err := topo.Sort(d)
	if err != nil || joinNodes(sorted, "") != "bdca" {
		t.Errorf("topo.Sort: got %v, %v", sorted, err)
	}
	order, err := d.Order()
	if err != nil || joinNodes(d.nodesOf(order), "") != "bdca" {
		t.Errorf("Order: got %v, %v", order, err)
	}
	if d.Node(9) != nil || d.From(9).Len() != 0 || d.Edge(0, 1) != nil || d.From(1).Len() != 3 || d.To(0).Len() != 3 {
		t.Error("unknown ids or degrees are wrong")
	}
}

func TestBoundsOrderAndGob(t *testing.T) {
	d := must.Of(Build(normalScores(testRNG(36), 96, []float64{0.3, 0.1}, 0.1, 0), DefaultOptions())).In(t)
	capped, err := d.WithBounds(Bound{1, -1, 0.01})
	if err != nil || len(capped.Bounds) != 1 || len(d.Bounds) != 0 || capped.Report != d.Report {
		t.Errorf("got %+v, %v", capped, err)
	}
	if _, err := d.WithBounds(Bound{5, 0, 1}); err == nil {
		t.Error("a bound on an unknown feature passes")
	}
	if e := capped.OrderOnly().Edges[0]; e.Delta != 2 || e.Epsilon != d.Edges[0].Epsilon {
		t.Errorf("got %+v", e)
	}
	var buffer bytes.Buffer
	must.Do(t, gob.NewEncoder(&buffer).Encode(capped))
	var back DAG
	if err := gob.NewDecoder(&buffer).Decode(&back); err != nil || !back.Equal(capped) || back.Report.Estimator != estimate.BetweenBatch {
		t.Errorf("gob: %v", err)
	}
	if slack := d.Margins(0.7); len(slack) != 1 || slack[0] != d.Edges[0].Margin(0.7) || slack[0] != d.Report.Guarantee.SmallestSlack {
		t.Errorf("margins: %v, report %+v", slack, d.Report.Guarantee)
	}
}

// TestCheckFeatures checks that the error names the first difference between two lists of names.
func TestCheckFeatures(t *testing.T) {
	d := must.Of(New([]string{"a", "b", "c"}, nil, nil, nil)).In(t)
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"a", "b", "c"}, ""},
		{[]string{"a", "c", "b"}, `feature 1 is "c", want "b", as in the graph ("c" is its feature 2)`},
		{[]string{"a", "b", "d"}, `feature 2 is "d", want "c", as in the graph`},
		{[]string{"a", "b"}, `got 2 features, want 3, as in the graph ("c" is missing)`},
		{[]string{"a", "b", "c", "d"}, `got 4 features, want 3, as in the graph ("d" is not in the graph)`},
		{nil, "got 0 features"},
	} {
		if err := d.CheckFeatures(c.names); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %q", c.names, err, c.want)
		}
	}
}

package dag

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestNamesEverywhere checks that all places with feature names require non-empty, distinct and
// printable names.
func TestNamesEverywhere(t *testing.T) {
	bad := map[string][]string{
		"repeated": {"a", "b", "a"}, "empty": {"a", "", "c"}, "control character": {"a", "b\n", "c"},
		"null": {"a", "b\x00", "c"}, "no UTF-8": {"a", "\xff", "c"},
	}
	quote := func(names []string) string { return `["` + strings.Join(names, `","`) + `"]` }
	for what, names := range bad {
		opts := DefaultOptions()
		opts.Features = names
		_, fromScores := Build(mat.NewDense(96, 3, ramp(96*3)), opts)
		_, fromNew := New(names, nil, nil, nil)
		_, _, fromCSV := ReadScores("s.csv", strings.NewReader(strings.ReplaceAll(strings.Join(names, ","), "\n", "\"\n\"")+"\n1,2,3\n"))
		var d DAG
		fromJSON := d.UnmarshalJSON([]byte(`{"features": ` + strings.NewReplacer("\n", `\n`, "\x00", `\u0000`).Replace(quote(names)) + `, "edges": []}`))
		results := map[string]error{"Build": fromScores, "New": fromNew, "ReadScores": fromCSV, "JSON": fromJSON}
		if what == "no UTF-8" {
			delete(results, "JSON") // encoding/json replaces the invalid bytes with U+FFFD
		}
		for where, err := range results {
			if err == nil || !strings.HasPrefix(err.Error(), "dag: ") {
				t.Errorf("%s name, %s: got %v, want an error", what, where, err)
			}
		}
	}
}

// TestNilAndZero checks that nil and zero values return helpful errors and never panic.
func TestNilAndZero(t *testing.T) {
	var none *DAG
	outside := &DAG{Features: []string{"a", "b"}, Edges: []Edge{{U: 0, V: 5, P: 1, Epsilon: 1, Delta: 1}}}
	low := &DAG{Features: []string{"a", "b"}, Edges: []Edge{{U: -1, V: 1, P: 1, Epsilon: 1, Delta: 1}}}
	bound := &DAG{Features: []string{"a"}, Bounds: []Bound{{K: 3}}}
	tie := &DAG{Features: []string{"a"}, Ties: []Tie{{U: 0, V: 3}}}
	faulty := map[string]*DAG{"nil": none, "edge outside": outside, "edge below": low, "bound outside": bound, "tie outside": tie}
	for name, d := range faulty {
		_, order := d.Order()
		_, closure := d.TransitiveClosure()
		_, text := d.MarshalJSON()
		_, capped := d.WithBounds(Bound{K: 0, Max: 1})
		if name == "bound outside" {
			capped = errors.New("replaced")
		}
		for what, err := range map[string]error{"Validate": d.Validate(), "Acyclic": d.Acyclic(), "Order": order,
			"TransitiveClosure": closure, "MarshalJSON": text, "WithBounds": capped} {
			if err == nil {
				t.Errorf("%s of a graph with %s: got no error", what, name)
			}
		}
		if d.Check(0.7).Acyclic || d.Transitive() || d.DOT() != nil || d.TransitiveReduction() != d || d.Edge(0, 1) != nil || d.Node(7) != nil {
			t.Errorf("graph with %s: something is said to hold", name)
		}
		d.Nodes()
		d.OrderOnly()
		d.Margins(0.7)
		d.Index("a")
		d.HasEdgeBetween(0, 1)
		if d.Equal(&DAG{Features: []string{"z"}}) {
			t.Errorf("graph with %s equals another", name)
		}
	}
	_, scores := Build(nil, DefaultOptions())
	_, empty := Build(&mat.Dense{}, DefaultOptions())
	_, zero := Build(mat.NewDense(4, 2, nil), Options{})
	_, _, reader := ReadScores("s.csv", nil)
	_, made := New(nil, nil, nil, nil)
	for what, err := range map[string]error{"Build of nil": scores, "Build of an empty matrix": empty, "zero Options": zero,
		"nil reader of scores": reader, "New of nothing": made,
		"JSON into nil": none.UnmarshalJSON([]byte(`{}`)), "CheckFeatures of nil": none.CheckFeatures(nil),
		"zero DAG": (&DAG{}).Validate()} {
		if err == nil || !strings.HasPrefix(err.Error(), "dag: ") {
			t.Errorf("%s: got %v, want an error of this package", what, err)
		}
	}
	if kept, rec := Repair([]string{"a", "b"}, []Edge{{U: 0, V: 1, P: 0.9}, {U: 1, V: 0, P: 0.6}}, nil); len(kept) != 1 || kept[0].P != 0.9 || rec == nil {
		t.Errorf("repair without a weight: got %v, %+v", kept, rec)
	}
	if _, err := (&DAG{Features: []string{"a"}}).Order(); err != nil || !slices.Equal(none.Margins(0.5), nil) {
		t.Errorf("one feature: got %v", err)
	}
}

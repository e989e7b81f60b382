package dag

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The first difference of two lists of names is named, with what stands there.
func TestCheckFeatures(t *testing.T) {
	d, err := New([]string{"a", "b", "c"}, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"a", "b", "c"}, ""},
		{[]string{"a", "c", "b"}, `feature 1 is "c", expected "b" as in the graph ("c" is its feature 2)`},
		{[]string{"a", "b", "d"}, `feature 2 is "d", expected "c" as in the graph`},
		{[]string{"a", "b"}, `got 2 features, expected 3 as in the graph: "c" is missing`},
		{[]string{"a", "b", "c", "d"}, `got 4 features, expected 3 as in the graph: "d" is not in the graph`},
		{nil, "got 0 features"},
	} {
		if err := d.CheckFeatures(c.names); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want %q", c.names, err, c.want)
		}
	}
}

// Wherever features are named, a name is not empty, not repeated and can be printed.
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
		_, fromExpert := NewExpert(names...).Edge("a", "c").Build(DefaultExpertOptions())
		_, fromRank := NewExpert().Rank(names...).Build(DefaultExpertOptions())
		_, fromComparisons := BradleyTerry([]Comparison{{Winner: names[1], Loser: names[1], Weight: 1}}, DefaultBradleyTerryOptions())
		_, _, fromCSV := ReadScores("s.csv", strings.NewReader(strings.ReplaceAll(strings.Join(names, ","), "\n", "\"\n\"")+"\n1,2,3\n"))
		var d DAG
		fromJSON := d.UnmarshalJSON([]byte(`{"features": ` + strings.NewReplacer("\n", `\n`, "\x00", `\u0000`).Replace(quote(names)) + `, "edges": []}`))
		results := map[string]error{"Build": fromScores, "New": fromNew, "Expert": fromExpert, "Rank": fromRank,
			"BradleyTerry": fromComparisons, "ReadScores": fromCSV, "JSON": fromJSON}
		if what == "no UTF-8" {
			delete(results, "JSON") // encoding/json puts U+FFFD there, which is a name
		}
		for where, err := range results {
			if err == nil || !strings.HasPrefix(err.Error(), "dag: ") {
				t.Errorf("%s name, %s: got %v, want an error", what, where, err)
			}
		}
	}
}

func ramp(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i%7) / 10
	}
	return x
}

// Nil and zero values say what is missing, and never panic.
func TestNilAndZero(t *testing.T) {
	var none *DAG
	var expert *Expert
	var strengths *Strengths
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
	_, fromExpert := expert.Build(DefaultExpertOptions())
	_, zeroExpert := (&Expert{}).Build(ExpertOptions{})
	_, yaml := expert.YAML()
	_, fit := BradleyTerry(nil, DefaultBradleyTerryOptions())
	_, zeroFit := BradleyTerry([]Comparison{{Winner: "a", Loser: "b", Weight: 1}}, BradleyTerryOptions{})
	_, fromNil := strengths.DAG(DefaultBradleyTerryOptions())
	_, fromZero := (&Strengths{}).DAG(DefaultBradleyTerryOptions())
	_, _, reader := ReadScores("s.csv", nil)
	_, comparisons := ReadComparisons("c.csv", nil)
	_, calibrated := Calibrate(Truth{}, 0, 0, DefaultOptions())
	_, parsed := ParseExpert("", nil)
	_, dot := ParseDOT(nil)
	_, made := New(nil, nil, nil, nil)
	for what, err := range map[string]error{"Build of nil": scores, "Build of an empty matrix": empty, "zero Options": zero,
		"nil Expert": fromExpert, "zero Expert": zeroExpert, "YAML of nil": yaml, "no comparisons": fit, "zero BradleyTerryOptions": zeroFit,
		"nil Strengths": fromNil, "zero Strengths": fromZero, "nil reader of scores": reader, "nil reader of comparisons": comparisons,
		"zero Truth": calibrated, "ParseExpert of nothing": parsed, "ParseDOT of nothing": dot, "New of nothing": made,
		"JSON into nil": none.UnmarshalJSON([]byte(`{}`)), "CheckFeatures of nil": none.CheckFeatures(nil),
		"zero DAG": (&DAG{}).Validate(), "empty reader": second(ReadComparisons("", io.MultiReader()))} {
		if err == nil || !strings.HasPrefix(err.Error(), "dag: ") {
			t.Errorf("%s: got %v, want an error of this package", what, err)
		}
	}
	if started := expert.Rank("a", "b"); started == nil || len(started.Statements) != 1 {
		t.Errorf("a nil expert starts one: got %+v", started)
	}
	if kept, rec := Repair([]string{"a", "b"}, []Edge{{U: 0, V: 1, P: 0.9}, {U: 1, V: 0, P: 0.6}}, nil); len(kept) != 1 || kept[0].P != 0.9 || rec == nil {
		t.Errorf("repair without a weight: got %v, %+v", kept, rec)
	}
	if _, err := (&DAG{Features: []string{"a"}}).Order(); err != nil || !slices.Equal(none.Margins(0.5), nil) {
		t.Errorf("one feature: got %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

package expert

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/refusal"
)

// TestDirections checks that every notation is parsed, written, built and accepted by the schema.
func TestDirections(t *testing.T) {
	const want = "flipper: +; location: −; species Gentoo: +; species Chinstrap: −"
	schema := compileSchema(t, Schema())
	for _, text := range []string{
		"directions: {flipper: +, location: -, species: {Gentoo: +, Chinstrap: -}}",
		"directions: {flipper: + , location: - , species: {Gentoo: +, Chinstrap: - }}\n",
		"directions:\n  flipper: +\n  location: -\n  species:\n    Gentoo: +   # larger\n    Chinstrap: -   # smaller\n",
		"directions:\r\n  flipper: +1\r\n  location: -1\r\n  species:\r\n    Gentoo: 1\r\n    Chinstrap: '-'\r\n",
		`{"directions": {"flipper": "+", "location": "-", "species": {"Gentoo": 1, "Chinstrap": -1}}}`,
	} {
		e, err := Parse("f.yaml", []byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		written := must.Of(e.YAML()).In(t)
		if err := schema.Validate(asJSON(t, string(written))); err != nil {
			t.Errorf("%s: %v", written, err)
		}
		again, err := Parse("again.yaml", written)
		if err != nil {
			t.Fatalf("%v of %s", err, written)
		}
		for _, e := range []*Prior{e, again} {
			d := must.Of(e.Build(DefaultOptions())).In(t)
			var reported []string
			for _, s := range e.Statements {
				reported = append(reported, s.String())
			}
			if got := strings.Join(reported, "; "); got != want || len(d.Directions) != 4 || d.Empty() || d.Constrains() {
				t.Errorf("%q: said %q, built %v, want %q", text, got, d.Directions, want)
			}
		}
	}
	if err := schema.Validate(asJSON(t, `{"directions": {"a": "up"}}`)); err == nil {
		t.Error("the schema takes the direction up")
	}
}

// TestDirectionsBesideAnOrder checks directions together with an order: in the graph, its reduction
// and closure, in JSON, and as signs of columns.
func TestDirectionsBesideAnOrder(t *testing.T) {
	e := must.Of(Parse("f.yaml", []byte("ranks: [[flipper, species, location]]\ndirections: {flipper: +, location: -, species: {Gentoo: +}}\n"))).In(t)
	opts := DefaultOptions()
	opts.Form = dag.Closure
	d := must.Of(e.Build(opts)).In(t)
	if len(d.Edges) != 3 || len(d.TransitiveReduction().Directions) != 3 {
		t.Errorf("%d edges, directions %v", len(d.Edges), d.Directions)
	}
	text := must.Of(d.MarshalJSON()).In(t)
	var back dag.DAG
	if err := back.UnmarshalJSON(text); err != nil || !back.Equal(d) {
		t.Errorf("from JSON %v, %v", back.Directions, err)
	}
	columns, groups := []string{"flipper", "species=Adelie", "species=Gentoo", "location"}, [][]int{{0}, {1, 2}, {3}}
	if signs, err := d.Signs(columns, groups, false); err != nil || !slices.Equal(signs, []int{1, 0, 1, -1}) {
		t.Errorf("signs %v, %v", signs, err)
	}
	lacking := []string{"flipper", "species=Adelie", "species=Chinstrap", "location"}
	var unknown *dag.UnknownColumnError
	if _, err := d.Signs(lacking, groups, false); !errors.As(err, &unknown) || unknown.Column != "Gentoo" {
		t.Errorf("a column that is not there: %v", err)
	}
	if signs, err := d.Signs(lacking, groups, true); err != nil || !slices.Equal(signs, []int{1, 0, 0, -1}) {
		t.Errorf("lenient: %v, %v", signs, err)
	}
}

// TestWrongDirections checks that errors give line and column, and that contradictions name both
// lines.
func TestWrongDirections(t *testing.T) {
	for text, want := range map[string]string{
		"directions: {a: up}":                     `f.yaml:1:17: found the text "up" as the direction of "a", want + or -`,
		"directions:\n  a: 2\n":                   `f.yaml:2:6: found the number 2 as the direction of "a"`,
		"directions:\n  a: +\n  a: -\n":           `f.yaml:3:3`,
		"directions: [a, b]":                      "f.yaml:1:13: found a list, want features with + or -",
		"directions: {}":                          "want features with + or -",
		"directions: {a: {}}":                     `"a" has no column`,
		"directions: {a: {b: +, b: -}}":           "f.yaml:1:24",
		"directions: {a: {b: {c: +}}}":            `as the direction of "a b"`,
		"directions: {\"\": +}":                   "name is empty",
		"features: [x, y]\ndirections: {z: +}":    `line 2: unknown feature "z"`,
		"directions:\n  a:\n    - +\n":            "f.yaml:3:5: found a list",
		"directions:\n  - a: +\n":                 "found a list, want features",
		"ranks: [[a, b]]\ndirections:\n  a: '+-'": `f.yaml:3:6`,
	} {
		e, err := Parse("f.yaml", []byte(text))
		if err == nil {
			_, err = e.Build(DefaultOptions())
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	e := New("a", "b").Direction("a", 1).Direction("b", 1).Direction("a", 1).Direction("a", -1)
	_, err := e.Build(DefaultOptions())
	var conflict *ConflictError
	if !errors.As(err, &conflict) || len(conflict.Chain) != 2 || !strings.Contains(err.Error(), "a rise of a cannot both raise and lower the output") {
		t.Errorf("a contradiction: %v", err)
	}
	if _, err := e.YAML(); err == nil {
		t.Error("a contradiction was written")
	}
	_, err = New("a").Direction("a", 2).Build(DefaultOptions())
	refusal.Check(t, err, "the sign 2", "the sign 2")
}

// TestManyDirections checks that several hundred features can have directions.
func TestManyDirections(t *testing.T) {
	var b strings.Builder
	b.WriteString("directions:\n")
	for i := range 400 {
		fmt.Fprintf(&b, "  feature %d: %s\n", i, []string{"+", "-"}[i%2])
	}
	e, err := Parse("f.yaml", []byte(b.String()))
	if err != nil || len(e.Statements) != 400 {
		t.Fatal(err)
	}
}

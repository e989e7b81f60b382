package study

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// leafy has settings of every shape.
type leafy struct {
	Name  string             `json:"name"`
	Rate  float64            `json:"rate"`
	Count int                `json:"count"`
	On    bool               `json:"on"`
	List  []float64          `json:"list"`
	Words []string           `json:"words"`
	Arms  []arm              `json:"arms"`
	Pair  [2]float64         `json:"pair"`
	Below struct{ X, Y int } `json:"below"`
	Maybe *arm               `json:"maybe"`
	Table map[string]int     `json:"table"`
	Runs  func()             `json:"-"`
}

type arm struct {
	Kind string `json:"kind"`
	Size int    `json:"size"`
}

var defaultArms = []arm{{"a", 1}, {"b", 2}}

func newLeafy() leafy {
	s := leafy{Name: "n", Rate: 0.5, Count: 3, List: []float64{1, 2}, Words: []string{"w"}, Arms: defaultArms, Pair: [2]float64{1, 2}, Table: map[string]int{"a": 1}, Maybe: &arm{"m", 3}}
	s.Below.X, s.Below.Y = 1, 2
	return s
}

// TestSetRefuses checks that a value that does not fit changes nothing and causes an error. A value without an effect is
// invalid.
func TestSetRefuses(t *testing.T) {
	for _, c := range [][2]string{
		{"below", `{"X":7,"Y":"no"}`}, {"below", `{"X":7,"Z":1}`}, {"list", `[5,6,"no"]`}, {"arms", `[{"kind":"c","size":"no"}]`},
		{"table", `{"a":5,"b":"no"}`}, {"maybe", `{"kind":"c","size":"no"}`}, {"maybe.size", "no"}, {"arms", `[{"kind":"c"},{"nope":1}]`},
		{"rate", "null"}, {"count", "null"}, {"on", "null"}, {"name", "null"}, {"below", "null"}, {"below", `{"X":null}`}, {"list", "[1,null]"},
		{"rate", "NaN"}, {"rate", "1e999"}, {"count", "1.5"}, {"count", "99999999999999999999"}, {"rate", ""}, {"", "1"}, {"below.x", "1"},
		{"Rate", "1"}, {"below", `{"x":1}`}, {"below", `{"X":1,"X":2}`}, {"pair", "[1,2,3]"}, {"pair", "[1]"}, {"below.X.y", "1"}, {"runs", "1"},
	} {
		s, want := newLeafy(), newLeafy()
		err := Set(&s, c[0], c[1])
		if err == nil || !strings.HasPrefix(err.Error(), "study: ") {
			t.Errorf("%s=%s: error %v", c[0], c[1], err)
		}
		if !reflect.DeepEqual(s, want) || !reflect.DeepEqual(defaultArms, []arm{{"a", 1}, {"b", 2}}) {
			t.Errorf("%s=%s: refused (%v), and changed to %+v, defaults %v", c[0], c[1], err, s, defaultArms)
			defaultArms = []arm{{"a", 1}, {"b", 2}}
		}
	}
}

// TestSetChanges checks that Set changes only the named setting, neither defaults nor earlier elements of a list.
func TestSetChanges(t *testing.T) {
	for _, c := range []struct {
		key, value string
		want       func(s *leafy)
	}{
		{"arms", `[{"kind":"c"}]`, func(s *leafy) { s.Arms = []arm{{Kind: "c"}} }},
		{"below", `{"X":7}`, func(s *leafy) { s.Below.X = 7 }},
		{"count", "4", func(s *leafy) { s.Count = 4 }},
		{"rate", "1e-3", func(s *leafy) { s.Rate = 1e-3 }},
		{"maybe.size", "4", func(s *leafy) { s.Maybe = &arm{"m", 4} }},
		{"maybe.kind", "word", func(s *leafy) { s.Maybe = &arm{"word", 3} }},
		{"maybe", "null", func(s *leafy) { s.Maybe = nil }},
		{"list", "3", func(s *leafy) { s.List = []float64{3} }},
		{"list", "1,0.5", func(s *leafy) { s.List = []float64{1, 0.5} }},
		{"list", "[7]", func(s *leafy) { s.List = []float64{7} }},
		{"list", "", func(s *leafy) { s.List = []float64{} }},
		{"list", "[]", func(s *leafy) { s.List = []float64{} }},
		{"list", "null", func(s *leafy) { s.List = nil }},
		{"words", "a, b", func(s *leafy) { s.Words = []string{"a", "b"} }},
		{"words", "1,true", func(s *leafy) { s.Words = []string{"1", "true"} }},
		{"name", "7", func(s *leafy) { s.Name = "7" }},
		{"name", `"7"`, func(s *leafy) { s.Name = "7" }},
		{"name", "true", func(s *leafy) { s.Name = "true" }},
		{"pair", "3,4", func(s *leafy) { s.Pair = [2]float64{3, 4} }},
		{"table.a", "5", func(s *leafy) { s.Table["a"] = 5 }},
	} {
		s, before, want := newLeafy(), newLeafy(), newLeafy()
		alias := s
		c.want(&want)
		if err := Set(&s, c.key, c.value); err != nil || !reflect.DeepEqual(s, want) {
			t.Errorf("%s=%s: %+v, %v, want %+v", c.key, c.value, s, err, want)
		}
		if !reflect.DeepEqual(alias, before) || !reflect.DeepEqual(defaultArms, []arm{{"a", 1}, {"b", 2}}) {
			t.Errorf("%s=%s: other settings changed to %+v, defaults %v", c.key, c.value, alias, defaultArms)
			defaultArms = []arm{{"a", 1}, {"b", 2}}
		}
	}
}

// TestSetChangesWhatJSONOmits checks that a field that JSON omits while it is zero can be set and reset. A field that does not
// exist and a new key of a map cannot be set.
func TestSetChangesWhatJSONOmits(t *testing.T) {
	type cell struct {
		Hidden int            `json:"hidden"`
		Blocks bool           `json:"blocks,omitempty"`
		Table  map[string]int `json:"table"`
	}
	type Base struct {
		Cell *cell `json:"cell"`
	}
	s := struct{ Base }{Base{&cell{Hidden: 3, Table: map[string]int{"a": 1}}}}
	for _, on := range []bool{true, false} {
		if err := Set(&s, "cell.blocks", strconv.FormatBool(on)); err != nil || s.Cell.Blocks != on || s.Cell.Hidden != 3 {
			t.Errorf("cell.blocks=%t: %+v, error %v", on, s.Cell, err)
		}
	}
	for _, c := range [][2]string{{"cell.blocks", "3"}, {"cell.blocks", "null"}, {"cell.other", "1"}, {"cell.table.b", "1"}, {"cell.blocks.x", "1"}} {
		if err := Set(&s, c[0], c[1]); err == nil || !strings.HasPrefix(err.Error(), "study: ") {
			t.Errorf("%s=%s: error %v, want one of study", c[0], c[1], err)
		}
	}
}

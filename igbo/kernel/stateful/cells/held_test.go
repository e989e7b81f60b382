package cells

import (
	"strings"
	"testing"
)

// TestOldVersions checks that a note names the variables and goroutines that can still use what a cell replaces.
func TestOldVersions(t *testing.T) {
	s := after(t)
	for i, c := range []struct{ code, note string }{
		{"type shape interface{ Area() float64 }\ntype square struct{ s float64 }\nfunc (q square) Area() float64 { return q.s }\nfunc helper() int { return 1 }\nfunc caller() int { return helper() }", ""},
		{"kept := caller\nshapes := []shape{square{1}}\nside := square{2}.Area()\nn, err := fmt.Println(helper())", ""},
		{"func helper() int { return 2 }", "kept (caller)"},
		{"func helper() int { return 2 }", ""},
		{"func (q square) Area() float64 { return q.s * q.s }", "shapes (square)"},
		{"shapes = nil\nkept := caller\nfunc helper() int { return 3 }", ""},
		{"go func() { helper() }()\nm := map[string]any{}\nm[\"a\"] = square{1}\nb := new(strings.Builder)\nfor range helper() { b.Reset() }", ""},
		{"func helper() int { return 4 }", "kept (caller), goroutines of cell [7] (helper)"},
		{"func (q square) String() string { return \"\" }", "shapes (square), m (square)"},
		{"var global shape = square{3}", ""},
		{"type square struct{ s, t float64 }", "shapes (square), m (square), global (square)"},
	} {
		u, err := s.Prepare(i+1, c.code)
		if err != nil {
			t.Fatalf("%q: %v", c.code, err)
		}
		got := ""
		for _, note := range u.Notes {
			if rest, is := strings.CutPrefix(note, "may still use old versions: "); is {
				got = rest
			}
		}
		if got != c.note {
			t.Errorf("%q: %q, want %q", c.code, got, c.note)
		}
		u.Commit(0)
	}
}

package cells

import (
	"strings"
	"testing"
)

// TestEffect checks Reads and Changed: a cell reads what it runs, also through functions and methods, but not what it sets first.
func TestEffect(t *testing.T) {
	for _, c := range []struct{ before, cell, want string }{
		{"x := 1", "x + 1", "reads x"},
		{"x := 1", "x := 2\nx + 1", "declares x sets x"},
		{"x := 1", "x = 2\nx + 1", "sets x"},
		{"x := 1", "x++", "sets x reads x"},
		{"x := 1", "x := x + 1", "declares x sets x reads x"},
		{"x := 1", "x := \"a\"\nx", "declares x sets x"},
		{"x := 1", "for x = range 3 {\n}", "sets x reads x"},
		{"x := 1", "fmt.Sscan(\"7\", &x)", "sets x reads x"},
		{"m := map[string]int{}", "m[\"a\"] = 1", "sets m reads m"},
		{"x := 1\nfunc f() int { return x }", "func g() int { return f() }", "declares g"},
		{"x := 1\nfunc f() int { return x }", "func g() int { return f() }\ng()", "declares g reads f x"},
		{"x := 1\nfunc f() int { return x }", "var y = f()", "declares y sets y reads f x"},
		{"x := 1\nfunc f() int { return x }", "func init() { f() }", "reads f x"},
		{"x := 1\nfunc f() int { return x }", "x = 2\nf()", "sets x reads f"},
		{"x := 1\ntype T struct{}\nfunc (T) String() string { return fmt.Sprint(x) }", "T{}", "reads T T.String x"},
		{"x := 1\ntype T struct{}\nfunc (T) String() string { return fmt.Sprint(x) }\nt := T{}", "t", "reads T T.String t x"},
		{"const a = 1\nconst b = a + 1", "b", "reads b"},
		{"const a = 1\nconst b = a + 1", "const a = 2", "changed a b declares a"},
		{"const a = 1\nconst b = a + 1", "const a = 1", "declares a"},
		{"func f() int { return 1 }\nfunc g() int { return f() }", "func f() int { return 1 }", "declares f"},
		{"func f() int { return 1 }\nfunc g() int { return f() }", "func f() int { return 2 }", "changed f g declares f"},
		{"func f() int { return 1 }\nfunc g() int { return f() }", "func f() string { return \"\" }", "changed f g declares f"},
		{"type T struct{ a int }\nx := T{1}", "type T struct{ b int }", "changed T x declares T"},
		{"type T struct{ a int }\nx := T{1}", "func (T) M() {}", "changed T declares T.M"},
		{"x := 1", "%%\nx := 2\ny := x\n_ = y", ""},
		{"x := 1\ny := func() int { return x }", "y()", "reads y"},
		{"func f() int { return 1 }", "f := f()\nf", "changed f declares f sets f reads f"},
	} {
		s := after(t, c.before)
		u, err := s.Prepare(2, c.cell)
		if err != nil {
			t.Errorf("%q: %v", c.cell, err)
			continue
		}
		var words []string
		for _, part := range []struct {
			name string
			keys []string
		}{{"changed", u.Effect.Changed}, {"declares", u.Effect.Declares}, {"sets", u.Effect.Sets}, {"reads", u.Effect.Reads}} {
			if len(part.keys) > 0 {
				words = append(words, part.name+" "+strings.Join(part.keys, " "))
			}
		}
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.cell, got, c.want)
		}
	}
}

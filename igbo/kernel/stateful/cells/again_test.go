package cells

import (
	"strings"
	"testing"
)

// TestSameAgain checks that running a cell again does not change its meaning, whatever it declares. A method without its type is a method
// of the earlier type.
func TestSameAgain(t *testing.T) {
	for _, code := range []string{
		"type T int\nfunc (t T) M() int { return 1 }",
		"type T struct{ a int }\nfunc (t *T) M() int { return t.a }\nfunc (t *T) N() int { return t.M() }\nx := T{1}",
		"func (t T) M() int { return 1 }\ntype T int",
		"type L[V any] struct{ v V; next *L[V] }\nfunc (l *L[V]) Get() V { return l.v }\nx := L[int]{}",
		"type (\n\tA struct{ b *B }\n\tB struct{ a *A }\n)\nfunc (a A) M() {}\nfunc (b *B) M() {}\nx := A{}",
		"var c = 1",
		"var c = 1\nvar d, e = c, \"s\"\nfunc f() int { return c }",
		"const (\n\ta = iota\n\tb\n)\nvar c [b]int",
		"func f() int { return g() }\nfunc g() int { return 1 }\ny := f()",
	} {
		s := NewSession(nil)
		for i, again := range []string{code, code, code + "\n_ = 1", code} {
			u, err := s.Prepare(i+1, again)
			if err != nil {
				t.Errorf("%q, time %d: %v", code, i+1, err)
				break
			}
			for _, note := range u.Notes {
				if strings.Contains(note, "gone") && !strings.Contains(code, "const") {
					t.Errorf("%q, time %d: %s", code, i+1, note)
				}
			}
			u.Commit(0)
		}
	}
}

// TestOrder checks that variables outside of statements are initialised in Go's order, also through functions and methods.
func TestOrder(t *testing.T) {
	for _, c := range [][2]string{
		{"var a = 1\nfunc f() {}", "a = 1"},
		{"var a = f()\nvar b = 2\nfunc f() int { return b }", "b = 2|a = f()"},
		{"var a = T(1).M()\nvar b = 2\ntype T int\nfunc (T) M() int { return g[int](1) }\nfunc g[V any](V) int { return b }", "b = 2|a = T(1).M()"},
		{"var a, b = f()\nvar _ = a\nvar c = a + d\nvar d = 3\nfunc f() (int, int) { return 1, 2 }", "a, b = f()|_ = a|d = 3|c = a + d"},
	} {
		s := NewSession(nil)
		for i := range 2 { // the second time they exist already
			u, err := s.Prepare(i+1, c[0])
			if err != nil {
				t.Errorf("%q: %v", c[0], err)
				break
			}
			var got []string
			_, body, _ := strings.Cut(u.Source, "func cell_")
			for line := range strings.Lines(body) {
				if strings.Contains(line, " = ") && !strings.HasPrefix(line, "var") {
					got = append(got, Plain(strings.TrimSpace(line)))
				}
			}
			if strings.Join(got, "|") != c[1] {
				t.Errorf("%q, time %d: %q, expected %q\n%s", c[0], i+1, got, c[1], u.Source)
			}
			u.Commit(0)
		}
	}
}

// TestSignature checks that a function whose signature others use can be changed. Users that still compile are compiled again, and others
// are removed; notes report both. The same holds for a variable whose type changed.
func TestSignature(t *testing.T) {
	s := NewSession(nil)
	for i, c := range []struct {
		code  string
		notes string
	}{
		{"func f(a int) int { return a }\nfunc g() int { return f(1) }\nfunc h() { _ = f }\ntype T struct{ a int }\nfunc use(t T) int { return t.a }", ""},
		{"x := T{1}\ny := g()", ""},
		{"func f(a string) int { return len(a) }", "compiled again: h; does not compile any more: g (cannot use 1 (untyped int constant) as string value in argument to f)"},
		{"func g() int { return f(\"s\") }", ""},
		{"type T struct{ a, b int }", "compiled again: use; gone: x (its type has changed)"},
		{"y = use(T{1, 2}) + g()", ""},
	} {
		u, err := s.Prepare(i+1, c.code)
		if err != nil {
			t.Fatalf("%q: %v", c.code, err)
		}
		if got := strings.Join(u.Notes, "; "); got != c.notes {
			t.Errorf("%q: %q, expected %q", c.code, got, c.notes)
		}
		u.Commit(0)
	}
}

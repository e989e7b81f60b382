package cells

import (
	"strings"
	"testing"
)

// TestSameAgain: a cell that is run again means what it meant, whatever it declares; a method alone is one of its type.
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
			u.Commit()
		}
	}
}

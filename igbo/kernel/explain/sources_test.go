package explain

import (
	"strings"
	"testing"
)

// TestLocate checks that a line of the generated program is found by its text and its neighbours if the engine does not give its origin.
func TestLocate(t *testing.T) {
	var s Sources
	s.Add(1, "func f() int {\n\tx := 1\n\treturn x\n}")
	s.Add(2, "func g() int {\n\tx := 1\n\treturn 2 * x\n}\nvar a = 3\n%%\nx := 1\nfmt.Println(x)")
	program := strings.Split("package main\n\nfunc f() int {\n\tx := 1\n\treturn x\n}\n\nfunc g() int {\n\tx := 1\n\treturn 2 * x\n}\n\nvar (\n\ta = 3\n)\n\nfunc main() {\n\tflag.Parse()\nx := 1\nfmt.Println(x)\n}", "\n")
	for line, want := range map[int]Place{3: {1, 1}, 4: {1, 2}, 5: {1, 3}, 9: {2, 2}, 10: {2, 3}, 14: {2, 5}, 19: {2, 7}, 20: {2, 8}, 18: {}, 0: {}, 99: {}} {
		if got, known := s.Locate(program, line); got != want || known != (want != Place{}) {
			t.Errorf("line %d is %v, expected %v", line, got, want)
		}
	}
}

// TestOrigin maps lines of a rewritten cell to lines of the cell, and reports lines that the cell does not have.
func TestOrigin(t *testing.T) {
	var s Sources
	s.Add(1, "f()")
	s.Add(2, "import \"a/b\"\n\nf()\nf()\nb.C")
	s.Rewrite(2, "import \"a/b\"\nfunc f() {}\n%%\nf()\nf()\nnotebook.Display(b.C)")
	for line, want := range map[int]int{1: 1, 2: 0, 3: 0, 4: 3, 5: 4, 6: 5, 7: 0, 0: 0} {
		if got, known := s.Origin(Place{2, line}); known != (want > 0) || known && got != (Place{2, want}) {
			t.Errorf("line %d is %v, expected %d", line, got, want)
		}
	}
	if got, known := s.Origin(Place{1, 1}); !known || got != (Place{1, 1}) {
		t.Error(got)
	}
}

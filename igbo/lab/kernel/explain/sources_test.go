package explain

import (
	"strings"
	"testing"
)

// TestLocate: a line of the generated program is found by its text and its
// neighbours' where the engine does not say where it comes from.
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

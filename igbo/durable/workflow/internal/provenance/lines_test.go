package provenance

import (
	"strings"
	"testing"
)

// TestLineOf checks that lines of a program are found by the lines of its cells, and that line numbers do not change.
func TestLineOf(t *testing.T) {
	text := []byte("package main\n//line /c_1.go:3\nfunc f() {\n}\n//line /c_2.go:3\nfunc g() {\n\tx()\n}\n//line /c_1.go:9\nvar a = 1\n")
	for _, c := range []struct {
		file       string
		line, want int
	}{{"/c_1.go", 3, 3}, {"/c_1.go", 4, 4}, {"/c_2.go", 4, 7}, {"/c_1.go", 9, 10}, {"main.go", 4, 4}} {
		if got := lineOf(text, c.file, c.line); got != c.want {
			t.Errorf("line %d of %s is %d, expected %d", c.line, c.file, got, c.want)
		}
	}
	if got := strings.Split(string(unplaced(text)), "\n"); len(got) != strings.Count(string(text), "\n")+1 || got[1] != "" || got[6] != "\tx()" {
		t.Errorf("%q", got)
	}
}

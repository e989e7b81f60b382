package stateful

import (
	"strings"
	"testing"
)

// TestKeep checks that notebook.Keep caches values of functions and literals of cells by their text, unless they read what cells change.
func TestKeep(t *testing.T) {
	n := open(t)
	n.expect([][2]string{
		{"type in struct { N int; Run int64 }\nrun := time.Now().UnixNano() // nothing is kept from another run of the test", ""},
		{"func double(n int) int { return 2 * n }\nfunc f(i in) int { fmt.Print(\"f \"); return double(i.N) }", ""},
		{"notebook.Keep(in{5, run}, f) + notebook.Keep(in{5, run}, f)", "f 20\n"},
		{"func double(n int) int { return 3 * n }", "(compiled again: f)\n"},
		{"notebook.Keep(in{5, run}, f)", "f 15\n"},
		{"func double(n int) int { return 2 * n }", "(compiled again: f)\n"},
		{"notebook.Keep(in{5, run}, f)", "10\n"},
		{"notebook.Keep(in{5, run}, func(i in) int { fmt.Print(\"l \"); return i.N })", "l 5\n"},
		{"notebook.Keep(in{5, run}, func(i in) int { fmt.Print(\"l \"); return i.N })", "5\n"},
		{"var table = []int{1, 2, 3}\nfunc g(i in) int { fmt.Print(\"g \"); return table[i.N] }", ""},
		{"notebook.Keep(in{1, run}, g) + notebook.Keep(in{1, run}, g)", "g 4\n"},
		{"func g(i in) int { return table[i.N] }\ntable[1] = 7", ""},
		{"k := 3\nfunc h(i in) int { return i.N * k }", ""},
	}...)
	for _, c := range [][3]string{
		{"notebook.Keep(in{1, run}, g)", "7\n", "reads the variable table, which can change (table = table // by a cell); pass it in the settings"},
		{"var table = []int{4, 5, 6}\nnotebook.Keep(in{1, run}, g)", "5\n", "reads the variable table"},
		{"notebook.Keep(in{1, run}, h)", "3\n", "reads the variable k, which can change"},
		{"k = 4\nnotebook.Keep(in{1, run}, h)", "4\n", "reads the variable k, which can change"},
		{"%%\nlocal := 5\nfmt.Println(notebook.Keep(in{1, run}, func(i in) int { return i.N * local }))", "5\n", "uses the variable local of the enclosing function"},
		{"old := g", "", ""},
		{"func g(i in) int { return 0 }", "", ""},
		{"notebook.Keep(in{1, run}, old)", "5\n", "the source of main.g is unknown"},
	} {
		if got := n.run(c[0]); !strings.Contains(got, c[1]) || !strings.Contains(got, c[2]) {
			t.Errorf("%q gave\n%q, expected %q and %q", c[0], got, c[1], c[2])
		}
	}
}

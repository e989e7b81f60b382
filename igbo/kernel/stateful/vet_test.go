package stateful

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/vet"
)

// TestVet checks that a wrong format is reported with its line, also through a wrapper of an earlier cell, and that the cell runs.
func TestVet(t *testing.T) {
	n := open(t)
	for _, c := range []struct{ code, want string }{
		{"x := 1\nfmt.Printf(\"%s\\n\", x)", "%!s(int=1)\n(go vet: cell [1], line 2: fmt.Printf format %s has arg x of wrong type int)\n"},
		{"func warn(format string, args ...any) {\n\tfmt.Printf(format, args...)\n}", ""},
		{"warn(\"%d\\n\", 1, 2)", "1\n%!(EXTRA int=2)(go vet: cell [3], line 1: main.warn call needs 1 arg but has 2 args)\n"},
		{"func f() string {\n\treturn fmt.Sprintf(\"%d\", \"a\")\n}", "(go vet: cell [4], line 2: fmt.Sprintf format %d has arg \"a\" of wrong type string)\n"},
		{"fmt.Print(f())", "%!d(string=a)"},
		{"log.SetOutput(os.Stdout)\nlog.SetFlags(0)\nlog.Printf(\"%v %v\", x, x)", "1 1\n"},
	} {
		if got := n.run(c.code); got != c.want {
			t.Errorf("%q: %q, want %q", c.code, got, c.want)
		}
	}
}

// BenchmarkVet measures the check of a cell.
func BenchmarkVet(b *testing.B) {
	m := making(b)
	text, err := os.ReadFile(m.file(packagesFile))
	if err != nil {
		b.Fatal(err)
	}
	s := cells.NewSession(cells.Exports(text))
	u, err := s.Prepare(1, "x := 1\nfmt.Printf(\"%d\\n\", x)\nplots.Show(plots.Geometry([]float64{1, 0}, []float64{-0.5, 1}, nil))"+strings.Repeat("\nfmt.Println(x)", 30))
	if err != nil {
		b.Fatal(err)
	}
	var c vet.Checker
	for b.Loop() {
		c.Printf(u.Source, s)
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(time.Millisecond), fmt.Sprintf("ms/%dB", len(u.Source)))
}

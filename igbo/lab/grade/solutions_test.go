package grade

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/course"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/kernel/compose"
	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
	"github.com/igbolab/igbolab/igbo/kernel/prelude"
)

// TestSolutions checks that every exercise with a check has a name in package course, is in one notebook, and is checked in its solutions.
// It compiles the solutions that need no other cells, as the kernel does, and requires that they are right.
func TestSolutions(t *testing.T) {
	var names []string
	var texts [][]byte
	paths, _ := filepath.Glob(filepath.Join(source, "notebooks", "*.ipynb"))
	for _, path := range paths {
		text := must.Of(os.ReadFile(path)).In(t)
		names, texts = append(names, filepath.Base(path)), append(texts, text)
	}
	all := must.Of(Read(names, texts)).In(t)
	asked, main := map[string]bool{}, ""
	for _, n := range all {
		solved := map[string]bool{}
		for _, c := range cellsOf(t, filepath.Join(source, "notebooks", "solutions", n.Name+".ipynb")) {
			name := c.Checks()
			solved[name] = true
			if body, ok := strings.CutPrefix(c.Source, "%%\ncourse.Check("); ok && alone(t, n, body) {
				main += "course.Check(" + body + "\n"
			}
		}
		for _, e := range n.Exercises {
			if !e.ByHand && (asked[e.Name] || !solved[e.Name]) {
				t.Errorf("%s of %s is asked twice, or is not checked in the solutions", e.Name, n.Name)
			}
			asked[e.Name] = asked[e.Name] || !e.ByHand
		}
	}
	maps.DeleteFunc(asked, func(_ string, checked bool) bool { return !checked })
	if got := slices.Sorted(maps.Keys(asked)); !slices.Equal(got, course.Names()) {
		t.Errorf("exercises of notebooks %q, and of the course %q", got, course.Names())
	}
	text, _, err := prelude.Rewrite("answer.go", []byte("package main\n\nfunc main() {\n"+main+"}\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{source: source, box: options(t, "").Box}
	reported, err := r.run(context.Background(), string(text))
	if err != nil || reported.Fault != "" {
		t.Fatalf("%v %s\n%s", err, reported.Fault, text)
	}
	judged := 0
	for name := range asked {
		if values, fault, found := course.Printed(name, reported.Output); found {
			judged++
			if v := course.Judge(name, values); !v.Right || fault != "" {
				t.Errorf("the solution of %s %s", v, fault)
			}
		}
	}
	if judged < 15 {
		t.Errorf("%d solutions were judged, expected at least 15\n%s", judged, reported.Output)
	}
}

func cellsOf(t *testing.T, path string) []ipynb.Cell {
	text := must.Of(os.ReadFile(path)).In(t)
	n := must.Of(ipynb.Read(text)).In(t)
	return n.Cells()
}

// alone reports whether a check needs no declaration of its notebook.
func alone(t *testing.T, n Notebook, body string) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", fmt.Sprintf("package main\nfunc main() {\ncourse.Check(%s\n}", body), parser.SkipObjectResolution)
	if err != nil {
		t.Errorf("%s: %v", n.Name, err)
		return false
	}
	s := &compose.Scope{}
	add(s, cellsOf(t, filepath.Join(source, "notebooks", "solutions", n.Name+".ipynb")), 0)
	return len(s.Pick(calls(file), len(n.cells))) == 0
}

package grade

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/ipynb"
	"github.com/igbolab/igbolab/igbo/lab/kernel/compose"
	"github.com/igbolab/igbolab/igbo/lab/kernel/prelude"
)

// program is the text of an exercise's: what the check needs of the student's cells, and the check as the course has it.
func program(e Exercise, course Notebook, cells []ipynb.Cell) (text string, err error) {
	s := &compose.Scope{}
	add(s, course.cells, -len(course.cells))
	s.Imports = nil
	add(s, cells, 0)
	main := "func main() {\n" + e.check + "\n}\n"
	file, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+main, parser.SkipObjectResolution)
	if err != nil {
		return "", fmt.Errorf("the check of %s: %w", e.Name, err)
	}
	var b strings.Builder
	b.WriteString("package main\n\n")
	var imports []string
	for _, i := range s.Imports {
		if i.Path != "C" && !i.Blank { // neither is for an answer
			imports = append(imports, "import "+i.Text)
		}
	}
	slices.Sort(imports)
	for _, line := range slices.Compact(imports) {
		b.WriteString(line + "\n")
	}
	for _, d := range s.Pick(calls(file), place(e, cells)) {
		b.WriteString("\n" + d.String() + "\n")
	}
	out, _, err := prelude.Rewrite("answer.go", []byte(b.String()+"\n"+main), nil)
	return string(out), err
}

// add takes what cells declare that parse, from a place on, but for functions that would run by themselves.
func add(s *compose.Scope, cells []ipynb.Cell, from int) {
	for i, c := range cells {
		if c.Code {
			_ = s.Add(c.Source, from+i) // what does not parse declares nothing
		}
	}
	s.Declared = slices.DeleteFunc(s.Declared, func(d compose.Declaration) bool {
		return slices.Contains(d.Names, "main") || slices.Contains(d.Names, "init")
	})
}

// calls are what the function main of a file does, without its name.
func calls(file *ast.File) ast.Node { return file.Decls[len(file.Decls)-1].(*ast.FuncDecl).Body }

// place is where an exercise is asked: the last cell that is its check or its answer, and the end of the
// notebook where there is none.
func place(e Exercise, cells []ipynb.Cell) int {
	at := len(cells)
	for i, c := range cells {
		if c.Grade != "" && (c.Grade == e.id || c.Grade == e.answer) || c.Checks() == e.Name {
			at = i
		}
	}
	return at
}

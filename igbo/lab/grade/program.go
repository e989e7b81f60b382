package grade

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/compose"
	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
	"github.com/igbolab/igbolab/igbo/kernel/prelude"
)

// program returns the program of an exercise: what the check needs of the student's cells, and the course's check.
func program(e Exercise, course Notebook, cells []ipynb.Cell) (text string, err error) {
	s := &compose.Scope{}
	add(s, course.cells, -len(course.cells))
	s.Imports = nil
	add(s, cells, 0)
	main := "func main() {\n" + e.check + "\n}\n"
	file, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+main, parser.SkipObjectResolution)
	if err != nil {
		return "", fmt.Errorf("parsing the check of %s: %w", e.Name, err)
	}
	var b strings.Builder
	b.WriteString("package main\n\n")
	var imports []string
	for _, i := range s.Imports {
		if i.Path != "C" && !i.Blank { // blank imports and C are not part of an answer
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

// add adds the declarations of cells that parse, from a position on, except for functions that would run by themselves.
func add(s *compose.Scope, cells []ipynb.Cell, from int) {
	for i, c := range cells {
		if c.Code {
			_ = s.Add(c.Source, from+i) // a cell that does not parse declares nothing
		}
	}
	s.Declared = slices.DeleteFunc(s.Declared, func(d compose.Declaration) bool {
		return slices.Contains(d.Names, "main") || slices.Contains(d.Names, "init")
	})
}

// calls returns the body of the function main of a file.
func calls(file *ast.File) ast.Node { return file.Decls[len(file.Decls)-1].(*ast.FuncDecl).Body }

// place returns the position of an exercise: the last cell that is its check or its answer, or the end of the notebook.
func place(e Exercise, cells []ipynb.Cell) int {
	at := len(cells)
	for i, c := range cells {
		if c.Grade != "" && (c.Grade == e.id || c.Grade == e.answer) || c.Checks() == e.Name {
			at = i
		}
	}
	return at
}

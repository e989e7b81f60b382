package derivative

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestTableIsComplete reads GoMLX's source and checks that every node type is in the table or listed as no
// operation. It detects operations that a new version adds.
func TestTableIsComplete(t *testing.T) {
	known := map[string]bool{}
	for _, name := range NoOperation {
		known[name] = true
	}
	for _, c := range rowCases() {
		known[OpName(c.op)] = true
	}
	types := nodeTypes(t)
	if len(types) < 120 {
		t.Fatalf("%d node types found in GoMLX's source, expected more", len(types))
	}
	for _, name := range types {
		if !known[name] {
			t.Errorf("operation %s of GoMLX is not in the table", name)
		}
		delete(known, name)
	}
	for name := range known {
		t.Errorf("the table has %s, which is no operation of GoMLX", name)
	}
}

// nodeTypes returns the constants NodeType… in GoMLX's package graph.
func nodeTypes(t *testing.T) []string {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("asks the go command for the folder of GoMLX's source, and there are no processes")
	}
	files := must.Of(exec.Command("go", "list", "-f", `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`, "github.com/gomlx/gomlx/core/graph").Output()).In(t)
	var names []string
	for file := range strings.FieldsFuncSeq(string(files), func(r rune) bool { return r == '\n' || r == '\r' }) {
		tree := must.Of(parser.ParseFile(token.NewFileSet(), file, nil, 0)).In(t)
		for _, decl := range tree.Decls {
			group, ok := decl.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				for _, ident := range spec.(*ast.ValueSpec).Names {
					if name, found := strings.CutPrefix(ident.Name, "NodeType"); found {
						names = append(names, name)
					}
				}
			}
		}
	}
	return names
}

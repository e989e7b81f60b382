package cells

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRandomDebugged edits random cells as TestRandomEdits does. Each cell that is accepted must be a program that Go's checker accepts too.
func TestRandomDebugged(t *testing.T) {
	files, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	sessions, seed := setting("CELLS_SESSIONS", 20), setting("CELLS_SEED", 7)
	programs, refused := 0, map[string]int{}
	for i := range sessions {
		e := &edits{T: t, Rand: rand.New(rand.NewPCG(uint64(i), uint64(seed))), s: NewSession(files), bound: map[string]map[string]string{}}
		for n := range 60 {
			code := e.cell()
			if n < len(firstCells) {
				code = firstCells[n]
			}
			e.history = append(e.history, code)
			u, err := e.s.Prepare(n+1, code)
			if err != nil {
				continue
			}
			d, err := e.s.Debugged(n+1, code, DebugOptions{Path: func(cell int) string { return fmt.Sprintf("/cells/%d.go", cell) }, Values: "/values"})
			if why, is := errors.AsType[Foreign](err); is {
				refused[why.Reason]++
			} else if err != nil {
				t.Errorf("session %d, cell %d, %q: %v", i, n+1, code, err)
			} else {
				programs++
				e.check(i, code, d)
			}
			u.Commit(0)
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d programs; refused: %v", programs, refused)
	if programs < 20*sessions {
		t.Errorf("only %d programs", programs)
	}
}

// check checks a program.
func (e *edits) check(session int, code string, d *Debugged) {
	files := token.NewFileSet()
	var all []*ast.File
	for _, name := range []string{"a_session.go", "b_declarations.go", "c_main.go"} {
		file, err := parser.ParseFile(files, name, d.Files[name], parser.SkipObjectResolution)
		if err != nil {
			e.Errorf("session %d, %q: %v\n%s", session, code, err, d.Files[name])
			return
		}
		all = append(all, file)
	}
	var faults []string
	config := types.Config{Importer: savedImporter{e.s}, GoVersion: "go1.26", Error: func(err error) { faults = append(faults, err.Error()) }}
	if _, err := config.Check("main", files, all, nil); err != nil {
		e.Errorf("session %d, cell %d, %q:\n%s\n%s\n%s\n%s", session, len(e.history), code, strings.Join(faults, "\n"), d.Files["a_session.go"], d.Files["b_declarations.go"], d.Files["c_main.go"])
	}
}

// savedImporter imports what reads values too.
type savedImporter struct{ s *Session }

func (i savedImporter) Import(path string) (*types.Package, error) {
	if path != savedPackage {
		return importer(i).Import(path)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "saved.go", "package saved\nfunc Value[T any](file string) (v T) { return v }", 0)
	if err != nil {
		return nil, err
	}
	return (&types.Config{}).Check(path, files, []*ast.File{file}, nil)
}

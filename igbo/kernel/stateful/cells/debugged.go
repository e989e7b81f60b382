package cells

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Debugged is a cell written as a program for a debugger.
type Debugged struct {
	// Files maps the names of the files of package main to their texts.
	Files map[string]string
	// Variables lists the variables of the session that the program declares.
	Variables []string
	// Cells lists the numbers of the cells with functions in the program. The cell itself is the last one.
	Cells []int
	// Runs reports whether the cell does more than declare.
	Runs bool
}

// DebugOptions holds the paths that a program for a debugger refers to.
type DebugOptions struct {
	// Path returns the path of a cell in positions.
	Path func(cell int) string
	// Values is the folder with the values of variables. Each variable has a file with its name.
	Values string
}

// savedPackage is the package that reads saved values.
const savedPackage = "github.com/igbolab/igbolab/igbo/kernel/stateful/saved"

// Debugged returns a cell as a complete program. From the session the program gets the current functions, types and constants, and
// variables that read their values from files. Variables that the cell's statements declare are local to main, where a debugger shows them,
// unless functions use them. Positions refer to the cells. The session does not change.
//
// It returns the errors of [Session.PrepareCell], or [Foreign] if an ordinary program cannot do what the cell does.
func (s *Session) Debugged(number int, code string, o DebugOptions) (*Debugged, error) {
	before := s.whole
	s.whole = true // imports are only known for checked declarations
	u, err := s.Prepare(number, code)
	s.whole = before
	if err != nil {
		return nil, err
	}
	w := &debugWriter{preparation: u.preparation, options: o, top: map[string]types.Object{}, lifted: map[string]string{}, used: map[int]bool{}, values: map[string]types.Type{}}
	w.borrowed = &borrowed{s: s, seen: map[string]bool{}, imports: map[string]string{}, debug: w}
	return w.program()
}

// debugWriter writes a cell as a program for a debugger.
type debugWriter struct {
	*preparation
	borrowed *borrowed
	options  DebugOptions
	top      map[string]types.Object // variables that the cell's statements declare
	lifted   map[string]string       // top variables that functions use too, with their types; empty if the cell declares them itself
	used     map[int]bool            // cells with functions in the program
	values   map[string]types.Type   // variables of the session in the program
}

func (w *debugWriter) program() (*Debugged, error) {
	w.findTop()
	w.takeDeclared()
	if err := w.takeStated(); err != nil {
		return nil, err
	}
	w.liftTogether()
	main := w.mainFile()
	if len(w.borrowed.missing) > 0 {
		return nil, Foreign{"a program cannot declare " + strings.Join(w.borrowed.missing, ", ")}
	}
	d := &Debugged{
		Files:     map[string]string{"a_session.go": w.sessionFile(), "b_declarations.go": w.declarationsFile(), "c_main.go": main}, // Go initialises files in this order
		Variables: slices.Sorted(maps.Keys(w.values)),
		Runs:      len(w.file.body.Body.List) > 0 || w.declares("main") || w.declares("init"),
	}
	delete(w.used, w.file.number)
	d.Cells = append(slices.Sorted(maps.Keys(w.used)), w.file.number)
	return d, nil
}

// findTop finds the variables that the cell's statements declare.
func (w *debugWriter) findTop() {
	for _, id := range w.file.topIdents() {
		if o := w.defined(id); o != nil {
			w.top[id.Name] = o
			if v := w.vars[o]; v != nil && v.in == w.file {
				w.lifted[id.Name] = ""
			}
		}
	}
}

// topIdents returns the identifiers that the cell's statements declare, if it has statements.
func (f *file) topIdents() []*ast.Ident {
	return slices.DeleteFunc(f.top(), func(id *ast.Ident) bool { return id.Name == "_" })
}

// defined returns the variable that an identifier of a statement declares, or nil if the statement assigns to an existing one.
func (w *debugWriter) defined(id *ast.Ident) types.Object {
	if w.outer == nil {
		return nil
	}
	return w.outer.info.Defs[id]
}

// owns reports whether a key that functions need belongs to the cell, and lifts a variable of its statements.
func (w *debugWriter) owns(key string) bool {
	if w == nil {
		return false
	}
	if o := w.top[key]; o != nil {
		if _, is := w.lifted[key]; !is {
			w.lifted[key] = w.typeText(o.Type())
		}
		return true
	}
	return w.replaces(key)
}

// replaces reports whether the cell declares a key or removes its declaration. A declaration that does not compile counts as removed.
func (w *debugWriter) replaces(key string) bool {
	if w == nil {
		return false
	}
	d := w.alive[key]
	if d == nil || d.in == w.file {
		return true
	}
	if f := w.found[d]; f != nil {
		return f.broken != ""
	}
	return d.broken != ""
}

// now returns the meaning of an earlier declaration after the cell.
func (w *debugWriter) now(d *declaration) meaning {
	if w != nil && w.found[d] != nil {
		return w.found[d].meaning
	}
	return d.meaning
}

// place returns the comment with the position of a declaration in its cell.
func (w *debugWriter) place(d *declaration) string {
	if w == nil {
		return ""
	}
	w.used[d.in.number] = true
	at := w.s.files.Position(d.node.Pos())
	return fmt.Sprintf("/*line %s:%d:%d*/", w.options.Path(d.in.number), at.Line, at.Column)
}

// declares reports whether the cell declares a function with a name.
func (w *debugWriter) declares(name string) bool {
	return slices.ContainsFunc(w.file.declarations, func(d *declaration) bool { return d.unnamed() && d.name == name })
}

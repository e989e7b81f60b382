package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// entry writes the function that runs the cell, in Go's order: variables, each init, statements, and then main.
func (w *writer) entry() {
	w.put("\nfunc " + w.file.entry() + "() {\n")
	if w.whole != nil {
		w.zeroed()
		w.initialised()
	}
	w.call("init")
	if w.outer != nil {
		w.statements()
	}
	w.call("main")
	w.put("}\n")
}

// call writes calls of the functions with a name.
func (w *writer) call(name string) {
	for _, d := range w.file.declarations {
		if d.unnamed() && d.name == name {
			w.put(w.symbol(d) + "()\n")
		}
	}
}

// zeroed sets variables that are declared without a value outside of statements to zero.
func (w *writer) zeroed() {
	for _, d := range w.file.declarations {
		if d.kind != token.VAR || w.alive[d.key] != d || d.unnamed() {
			continue
		}
		w.need(d)
		if v := d.node.(*ast.ValueSpec); len(v.Values) == 0 {
			w.zero(w.symbol(d), w.whole.scope.Lookup(d.name).Type())
		}
	}
}

// zero sets a variable to zero.
func (w *writer) zero(symbol string, t types.Type) {
	text := w.typeName(t)
	w.put(symbol + " = *")
	w.mark("new", "universe.new", nil, 0)
	w.put("(" + text + ")\n")
}

// initialised initialises the variables that are declared outside of statements, in Go's order.
func (w *writer) initialised() {
	for _, i := range w.whole.order {
		if i.Rhs.Pos() < w.file.file.FileStart || i.Rhs.Pos() > w.file.file.FileEnd {
			continue
		}
		var names []string
		s := w.newStep(i.Rhs)
		for _, v := range i.Lhs {
			d := w.alive[v.Name()]
			if v.Name() == "_" || d == nil {
				names = append(names, "_")
				continue
			}
			s.sets = append(s.sets, d)
			names = append(names, w.symbol(d))
		}
		w.steps = append(w.steps, s)
		w.line(w.file.number, s.from)
		w.put(strings.Join(names, ", ") + " = ")
		f := newFragment(w.file, i.Rhs)
		w.span(&f, i.Rhs.Pos(), i.Rhs.End(), nil, func(n int) (string, *declaration) {
			key, _, _ := w.whole.identifier(&f, f.idents[n])
			return key, w.declared(key)
		})
		w.put("\n")
	}
}

func (w *writer) newStep(n ast.Node) step {
	return step{from: w.s.files.Position(n.Pos()).Line, to: w.s.files.Position(n.End()).Line}
}

// statements writes the statements of the cell. Declarations of variables become assignments, and the last expression is shown.
func (w *writer) statements() {
	f := newFragment(w.file, w.file.body.Body)
	edits := append(w.shows(), w.assignments(&f)...)
	at := func(offset int) token.Pos { return w.file.parsed.Pos(offset) }
	shown := len(w.file.shown()) > 0
	for i, s := range w.file.spans {
		if !s.piece.inside {
			continue
		}
		w.line(w.file.number, s.piece.line)
		if i < len(w.file.spans)-1 || !shown {
			w.put(blanks(s.piece.listed))
		}
		w.span(&f, at(s.from), at(s.to), slices.Clone(edits), w.stated(&f))
		w.put("\n")
	}
	for _, s := range w.file.body.Body.List {
		step := w.newStep(s)
		for _, id := range declaredBy(s) {
			if v := w.vars[w.outer.info.Defs[id]]; v != nil {
				step.sets = append(step.sets, v)
			}
		}
		w.steps = append(w.steps, step)
	}
}

// stated returns a function that gives the meaning of an identifier of a statement. Before a statement declares a variable, its name refers
// to the earlier variable.
func (w *writer) stated(f *fragment) func(i int) (string, *declaration) {
	return func(i int) (string, *declaration) {
		id := f.idents[i]
		key, _, o := w.outer.identifier(f, id)
		if v := w.vars[o]; v != nil {
			return "main." + v.name, v
		}
		name, is := strings.CutPrefix(key, "main.")
		if !is {
			return key, w.declared(key)
		}
		was, now := w.before[name], w.alive[name]
		if was == now || was == nil || was.in == w.file {
			return key, now
		}
		if was.kind == token.TYPE {
			panic(Faults{w.file.fault(id.Pos(), name+" is a type here and a variable below (use another name)")})
		}
		if was.kind != token.VAR {
			w.checkUnchanged(was, f, id)
			return key, was
		}
		if r := w.found[now]; r != nil && r.stays { // the same variable
			return key, now
		}
		if w.gone[name] == "" && !corresponds(was.object.Type(), o.Type()) {
			w.gone[name] = typeChanged
		}
		w.replaced[was] = true
		return key, was
	}
}

// checkUnchanged fails the preparation if code names a declaration before the cell replaces it, and that declaration depends on what the
// cell changes.
func (w *writer) checkUnchanged(d *declaration, f *fragment, id *ast.Ident) {
	for _, t := range d.targets {
		if now := w.alive[t]; now == nil || w.found[now] != nil && w.found[now].changed {
			panic(Faults{f.in.fault(id.Pos(), fmt.Sprintf("%s: this cell uses the earlier %[1]s, which depends on %[2]s, but the cell changes both (use another name for the new %[1]s)", d.name, t))})
		}
	}
}

// shows writes calls that show the last expressions, and assigns unused values to blanks.
func (w *writer) shows() (all []edit) {
	here := func(at token.Pos, write func()) { all = append(all, edit{at, at, write}) }
	shown := w.file.shown()
	if w.preparation.shown = len(shown) > 0 && w.outer.shown(shown); w.preparation.shown {
		here(shown[0].Pos(), func() {
			w.importName(w.s.show, nil, 0)
			w.put(".Result(")
		})
		here(shown[len(shown)-1].End(), func() { w.put(")") })
	} else {
		shown = nil
	}
	for _, s := range w.outer.bare {
		if e := s.(*ast.ExprStmt); w.outer.unused[s] && !slices.Contains(shown, e.X) {
			here(s.Pos(), func() { w.put("_ = ") })
		}
	}
	return all
}

// shown reports whether the user wants to see the values. It is false for the byte counts that print and write functions return.
func (p *pass) shown(all []ast.Expr) bool {
	if len(all) > 1 {
		return true
	}
	t, known := p.info.Types[all[0]]
	if !known || !t.IsValue() || t.IsVoid() {
		return false
	}
	if _, several := t.Type.(*types.Tuple); !several {
		return true
	}
	var called *ast.Ident
	switch f := ast.Unparen(ast.Unparen(all[0]).(*ast.CallExpr).Fun).(type) {
	case *ast.Ident:
		called = f
	case *ast.SelectorExpr:
		called = f.Sel
	default:
		return true
	}
	o := p.info.Uses[called]
	return (o == nil || o.Pkg() == nil || o.Pkg().Path() != "fmt") && !strings.HasPrefix(called.Name, "Write") && !strings.HasPrefix(called.Name, "Print")
}

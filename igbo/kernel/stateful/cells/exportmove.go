package cells

import (
	"go/ast"
	"go/token"
	"slices"
)

// declares is a declaration of variables and the values that it assigns.
type declares struct {
	names  []string
	values []ast.Expr
}

// move finds the variables that main must assign.
func (e *exporter) move() {
	var all []declares
	count := map[string]int{}
	assigned := map[string]bool{}
	for _, c := range e.s.committed {
		add := func(names []*ast.Ident, values []ast.Expr) {
			var d declares
			for _, id := range names {
				if e.variable(id.Name) {
					d.names = append(d.names, id.Name)
					count[id.Name]++
					e.moved[id.Name] = e.moved[id.Name] || !c.ended
				}
			}
			d.values = values
			all = append(all, d)
		}
		for _, decl := range c.file.file.Decls {
			if g, is := decl.(*ast.GenDecl); is && g.Tok == token.VAR {
				for _, spec := range g.Specs {
					add(spec.(*ast.ValueSpec).Names, spec.(*ast.ValueSpec).Values)
				}
			}
		}
		for _, s := range c.file.body.Body.List {
			switch n := unlabelled(s).(type) {
			case *ast.DeclStmt:
				if g, is := n.Decl.(*ast.GenDecl); is && g.Tok == token.VAR && !c.file.below {
					for _, spec := range g.Specs {
						add(spec.(*ast.ValueSpec).Names, spec.(*ast.ValueSpec).Values)
					}
					continue
				}
			case *ast.AssignStmt:
				if n.Tok == token.DEFINE && !c.file.below {
					add(declaredBy(s), n.Rhs)
					continue
				}
			}
			e.changed(s, assigned)
		}
	}
	for name, n := range count {
		e.moved[name] = e.moved[name] || n > 1
	}
	for again := true; again; {
		again = false
		for _, d := range all {
			if slices.ContainsFunc(d.names, func(n string) bool { return !e.moved[n] }) && (e.anyMoved(d.names) || e.needsMoved(d.values, assigned)) {
				for _, name := range d.names {
					e.moved[name], again = true, true
				}
			}
		}
	}
}

// changed adds the names of the variables that a statement may assign.
func (e *exporter) changed(s ast.Stmt, to map[string]bool) {
	for _, name := range mayChange(s, true) {
		to[name] = true
	}
}

func (e *exporter) anyMoved(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return e.moved[n] })
}

// needsMoved reports whether values depend on a variable that main assigns or changes.
func (e *exporter) needsMoved(values []ast.Expr, assigned map[string]bool) bool {
	seen := map[string]bool{}
	var work []string
	for _, v := range values {
		for word := range wordsOf(v) {
			work = append(work, word)
		}
	}
	for len(work) > 0 {
		key := work[0]
		work = work[1:]
		d := e.s.declarations[key]
		if d == nil || seen[key] {
			continue
		}
		seen[key] = true
		if d.kind == token.VAR && (e.moved[key] || assigned[key]) {
			return true
		}
		work = append(work, d.targets...)
	}
	return false
}

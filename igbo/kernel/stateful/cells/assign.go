package cells

import (
	"go/ast"
	"slices"
	"strings"
)

// assignments turns the statements that declare variables of the session into assignments.
func (w *writer) assignments(f *fragment) (all []edit) {
	if w.file.below {
		return nil
	}
	for _, s := range w.file.body.Body.List {
		names := declaredBy(s)
		if len(names) == 0 || slices.ContainsFunc(names, func(id *ast.Ident) bool { return w.local[id.Name] != "" && w.outer.info.Defs[id] != nil }) {
			continue
		}
		switch s := unlabelled(s).(type) {
		case *ast.AssignStmt:
			all = append(all, edit{s.TokPos, s.TokPos + 2, func() { w.put("=") }})
		case *ast.DeclStmt:
			all = append(all, edit{s.Pos(), s.End(), func() {
				for i, spec := range s.Decl.(*ast.GenDecl).Specs {
					if i > 0 {
						w.put("; ")
					}
					w.assign(f, spec.(*ast.ValueSpec))
				}
			}})
		}
	}
	return all
}

// assign writes a declaration of variables as an assignment.
func (w *writer) assign(f *fragment, v *ast.ValueSpec) {
	resolve := w.stated(f)
	var names []string
	for _, id := range v.Names {
		d, o := w.vars[w.outer.info.Defs[id]], w.outer.info.Defs[id]
		switch {
		case d == nil:
			names = append(names, "_")
		case len(v.Values) == 0:
			w.need(d)
			w.zero(w.symbol(d), o.Type())
		default:
			w.need(d)
			names = append(names, w.symbol(d))
		}
	}
	if len(v.Values) == 0 {
		return
	}
	w.put(strings.Join(names, ", ") + " = ")
	open, end := "", ""
	convert := v.Type != nil && len(names) == len(v.Values) && slices.Contains(names, "_") // a blank takes the type of its value
	if convert {
		open, end = "(", ")"
	}
	for i, e := range v.Values {
		if i > 0 {
			w.put(", ")
		}
		if convert {
			w.put("(")
			w.span(f, v.Type.Pos(), v.Type.End(), nil, resolve)
			w.put(")")
		}
		w.put(open)
		w.span(f, e.Pos(), e.End(), nil, resolve)
		w.put(end)
	}
}

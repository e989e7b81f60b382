package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// edit replaces a part of the draft's text.
type edit struct {
	from, to int
	text     string
}

// function writes the function that runs the cell.
func (w *writer) function(fresh []*declaration) {
	d := w.c.d
	var calls []string
	for _, f := range fresh {
		if f.kind == token.FUNC && (f.name == "init" || strings.HasPrefix(f.name, "init_")) && f.cell == d.number {
			calls = append(calls, f.symbol+"()")
		}
	}
	fmt.Fprintf(&w.out, "\nfunc %s() {\n%s\n", d.entry(), strings.Join(calls, "\n"))
	if !d.mixed() {
		w.variables()
	}
	edits := w.edits()
	for _, s := range d.spans {
		if s.piece == nil || !d.inside(*s.piece) {
			continue
		}
		w.line(d.number, s.piece.line)
		w.out.WriteString(w.span(s.from, s.to, edits) + "\n")
	}
	for _, f := range fresh {
		if f.name == "main" && f.kind == token.FUNC {
			w.out.WriteString(f.symbol + "()\n")
		}
	}
	w.out.WriteString("}\n")
}

// variables sets those that are declared outside of the function, in the order that Go takes.
func (w *writer) variables() {
	for _, decl := range w.c.d.file.Decls {
		g, is := decl.(*ast.GenDecl)
		if !is || g.Tok != token.VAR {
			continue
		}
		for _, spec := range g.Specs {
			if v := spec.(*ast.ValueSpec); len(v.Values) == 0 {
				w.out.WriteString(w.zero(v) + "\n")
			}
		}
	}
	for _, i := range w.c.order {
		var names []string
		for _, v := range i.Lhs {
			names = append(names, w.nameOf(v))
		}
		from := w.c.d.offset(i.Rhs.Pos())
		at := w.c.d.s.files.Position(i.Rhs.Pos())
		w.line(w.c.d.number, at.Line)
		fmt.Fprintf(&w.out, "%s = %s\n", strings.Join(names, ", "), w.span(from, w.c.d.offset(i.Rhs.End()), nil))
	}
}

// nameOf is the symbol of a variable.
func (w *writer) nameOf(o types.Object) string {
	if d := w.c.known[o]; d != nil {
		w.need(d)
		return d.symbol
	}
	return "_"
}

// zero sets the variables of a declaration that has no values.
func (w *writer) zero(v *ast.ValueSpec) string {
	var all []string
	for _, id := range v.Names {
		if id.Name != "_" {
			all = append(all, fmt.Sprintf("%s = *new(%s)", w.nameOf(w.c.info.Defs[id]), w.span(w.c.d.offset(v.Type.Pos()), w.c.d.offset(v.Type.End()), nil)))
		}
	}
	return strings.Join(all, "; ")
}

// edits make assignments of the statements that declare variables, and show the last expression.
func (w *writer) edits() (all []edit) {
	c := w.c
	if c.show != nil {
		if t, known := c.info.Types[c.show]; known && c.shown(c.show, t) {
			w.paths[c.d.s.show] = true
			from, to := c.d.offset(c.show.Pos()), c.d.offset(c.show.End())
			all = append(all, edit{from, from, c.d.s.alias(c.d.s.show, "show") + ".Show("}, edit{to, to, ")"})
		}
	}
	if c.d.below {
		return all
	}
	for _, s := range c.d.body.Body.List {
		names := declaredBy(s)
		if len(names) == 0 || slices.ContainsFunc(names, func(id *ast.Ident) bool { return c.local[id.Name] != "" && c.info.Defs[id] != nil }) {
			continue
		}
		switch s := s.(type) {
		case *ast.AssignStmt:
			at := c.d.offset(s.TokPos)
			all = append(all, edit{at, at + 2, "="})
		case *ast.DeclStmt:
			all = append(all, edit{c.d.offset(s.Pos()), c.d.offset(s.End()), w.assigned(s.Decl.(*ast.GenDecl))})
		}
	}
	return all
}

// assigned is a declaration of variables as assignments.
func (w *writer) assigned(g *ast.GenDecl) string {
	var all []string
	for _, spec := range g.Specs {
		v := spec.(*ast.ValueSpec)
		if len(v.Values) == 0 {
			all = append(all, w.zero(v))
			continue
		}
		var names []string
		for _, id := range v.Names {
			names = append(names, w.nameOf(w.c.info.Defs[id]))
		}
		first, last := v.Values[0], v.Values[len(v.Values)-1]
		all = append(all, strings.Join(names, ", ")+" = "+w.span(w.c.d.offset(first.Pos()), w.c.d.offset(last.End()), nil))
	}
	return strings.Join(all, "; ")
}

// shown tells whether a person wants to see a value, or the several that a call returns: not how much was printed or written.
func (c *checked) shown(e ast.Expr, t types.TypeAndValue) bool {
	if !t.IsValue() || t.IsVoid() {
		return false
	}
	if _, several := t.Type.(*types.Tuple); !several {
		return true
	}
	var called *ast.Ident
	switch f := ast.Unparen(ast.Unparen(e).(*ast.CallExpr).Fun).(type) {
	case *ast.Ident:
		called = f
	case *ast.SelectorExpr:
		called = f.Sel
	default:
		return true
	}
	o := c.info.Uses[called]
	return (o == nil || o.Pkg() == nil || o.Pkg().Path() != "fmt") && !strings.HasPrefix(called.Name, "Write") && !strings.HasPrefix(called.Name, "Print")
}

// identifiers are those of the draft, in their order.
func (w *writer) identifiers() []*ast.Ident {
	if w.names == nil {
		for n := range ast.Preorder(w.c.d.file) {
			if id, is := n.(*ast.Ident); is {
				w.names = append(w.names, id)
			}
		}
		slices.SortFunc(w.names, func(a, b *ast.Ident) int { return int(a.Pos() - b.Pos()) })
	}
	return w.names
}

// span is a part of the draft's text with symbols in the place of names, and edited.
func (w *writer) span(from, to int, edits []edit) string {
	var all []edit
	for _, e := range edits {
		if e.from >= from && e.to <= to {
			all = append(all, e)
		}
	}
	names, fixed := w.identifiers(), all
	first, _ := slices.BinarySearchFunc(names, from, func(id *ast.Ident, at int) int { return w.c.d.offset(id.Pos()) - at })
	for _, id := range names[first:] {
		at := w.c.d.offset(id.Pos())
		if at >= to {
			break
		}
		u, ok := w.c.meaning(id)
		if ok && !slices.ContainsFunc(fixed, func(e edit) bool { return at >= e.from && at < e.to }) {
			all = append(all, w.symbol(u))
		}
	}
	return edited(w.c.d.text, from, to, all)
}

// edited is a part of a text with edits, of which one within another is left out.
func edited(text string, from, to int, all []edit) string {
	slices.SortStableFunc(all, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	for _, e := range all {
		if e.from >= from && e.to <= to {
			b.WriteString(text[from:e.from] + e.text)
			from = e.to
		}
	}
	b.WriteString(text[from:to])
	return b.String()
}

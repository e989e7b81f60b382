package cells

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// writer writes the file that the compiler gets.
type writer struct {
	c       *checked
	out     strings.Builder
	needed  []*declaration // of earlier cells
	queued  map[*declaration]bool
	aliased map[*declaration]bool // types that are embedded under their own name
	paths   map[string]bool
}

func newWriter(c *checked) *writer {
	return &writer{c: c, queued: map[*declaration]bool{}, aliased: map[*declaration]bool{}, paths: map[string]bool{}}
}

// write writes the declarations of the draft in full, the cell's function, and of earlier
// declarations what the compiler has to know.
func (w *writer) write() string {
	fresh := slices.SortedFunc(maps.Values(w.c.fresh), func(a, b *declaration) int { return strings.Compare(a.name, b.name) })
	for _, f := range fresh {
		w.queued[f] = true
	}
	for _, f := range fresh {
		w.full(f)
	}
	for _, v := range w.c.hoisted {
		w.need(v)
	}
	w.function(fresh)
	for i := 0; i < len(w.needed); i++ {
		w.stub(w.needed[i])
	}
	var head strings.Builder
	head.WriteString("package main\n\n")
	for _, path := range slices.Sorted(maps.Keys(w.paths)) {
		fmt.Fprintf(&head, "import %s %q\n", w.c.d.s.aliases[path], path)
	}
	return head.String() + w.out.String()
}

// need has an earlier declaration written.
func (w *writer) need(d *declaration) {
	d = d.whole()
	if !w.queued[d] {
		w.queued[d] = true
		w.needed = append(w.needed, d)
	}
}

// render is a part of a text with the symbols in the place of names.
func (w *writer) render(text string, uses []use, from, to int) string {
	var b strings.Builder
	at := from
	for _, u := range uses {
		if u.at < from || u.at+u.size > to {
			continue
		}
		b.WriteString(text[at:u.at])
		at = u.at + u.size
		switch {
		case u.path != "":
			w.paths[u.path] = true
			b.WriteString(w.c.d.s.aliases[u.path])
		case u.embedded:
			w.need(u.to)
			w.aliased[u.to] = true
			b.WriteString(text[u.at:at])
		default:
			w.need(u.to)
			b.WriteString(u.to.symbol)
		}
	}
	b.WriteString(text[at:to])
	return b.String()
}

// line tells the compiler where a text stands in the notebook.
func (w *writer) line(cell, line int) { fmt.Fprintf(&w.out, "\n//line %s:%d\n", fileName(cell), line) }

// full writes a declaration with all that belongs to it.
func (w *writer) full(d *declaration) {
	switch d.kind {
	case token.CONST:
		w.constant(d)
	case token.FUNC:
		w.line(d.cell, d.line)
		w.out.WriteString(w.render(d.text, d.uses, 0, len(d.text)) + "\n")
	case token.TYPE:
		w.line(d.cell, d.line)
		w.out.WriteString("type " + w.render(d.text, d.uses, 0, len(d.text)) + "\n")
		w.alias(d)
		for _, m := range d.methods {
			w.line(m.cell, m.line)
			w.out.WriteString(w.render(m.text, m.uses, 0, len(m.text)) + "\n")
		}
	}
}

// stub writes what the compiler has to know of an earlier declaration.
func (w *writer) stub(d *declaration) {
	switch {
	case d.kind == token.VAR:
		for _, u := range d.uses {
			w.need(u.to)
		}
		for _, path := range d.packages {
			w.paths[path] = true
		}
		fmt.Fprintf(&w.out, "\nvar %s %s\n", d.symbol, d.typ)
	case d.kind == token.FUNC && !d.generic:
		w.out.WriteString("\n" + w.render(d.text, d.uses, 0, d.signature) + "\n")
	case d.kind == token.TYPE && !d.generic:
		w.out.WriteString("\ntype " + w.render(d.text, d.uses, 0, len(d.text)) + "\n")
		w.alias(d)
		for _, m := range d.methods {
			w.out.WriteString(w.render(m.text, m.uses, 0, m.signature) + "\n")
		}
	default:
		w.full(d)
	}
}

// alias lets a type be embedded under the name that was written, where its symbol is another.
func (w *writer) alias(d *declaration) {
	if d.symbol == d.name {
		return
	}
	params, args := "", ""
	if o, is := d.object.(*types.TypeName); is {
		if named, is := o.Type().(*types.Named); is && named.TypeParams().Len() > 0 {
			params, args = w.params(named.TypeParams())
		}
	}
	fmt.Fprintf(&w.out, "type %s%s = %s%s\n", d.name, params, d.symbol, args)
}

// params are the type parameters of a generic type, as they are declared and as they are used.
func (w *writer) params(list *types.TypeParamList) (params, args string) {
	var declared, used []string
	for i := range list.Len() {
		p := list.At(i)
		t := w.c.typeOf(p.Constraint())
		for _, u := range t.uses {
			w.need(u)
		}
		for _, path := range t.paths {
			w.paths[path] = true
		}
		declared, used = append(declared, p.Obj().Name()+" "+t.text), append(used, p.Obj().Name())
	}
	return "[" + strings.Join(declared, ", ") + "]", "[" + strings.Join(used, ", ") + "]"
}

// constant writes a constant by its value: what it was computed from may mean something else by now.
func (w *writer) constant(d *declaration) {
	o, is := d.object.(*types.Const)
	if !is {
		return
	}
	text := exact(o.Val())
	switch b, is := o.Type().(*types.Basic); {
	case is && b.Kind() == types.UntypedRune:
		text = "'\\x00' + " + text
	case is && b.Kind() == types.UntypedFloat:
		text = "0.0 + " + text
	case is && b.Kind() == types.UntypedComplex:
		text = "0i + " + text
	case is && b.Info()&types.IsUntyped != 0:
	default:
		t := w.c.typeOf(o.Type())
		for _, u := range t.uses {
			w.need(u)
		}
		for _, path := range t.paths {
			w.paths[path] = true
		}
		text = t.text + "(" + text + ")"
	}
	fmt.Fprintf(&w.out, "\nconst %s = %s\n", d.symbol, text)
}

// exact is a constant's value without loss.
func exact(v constant.Value) string {
	switch v.Kind() {
	case constant.Float:
		if n, d, found := strings.Cut(v.ExactString(), "/"); found {
			return n + ".0 / " + d + ".0"
		}
	case constant.Complex:
		return "(" + exact(constant.ToFloat(constant.Real(v))) + ") + (" + exact(constant.ToFloat(constant.Imag(v))) + ")*1i"
	}
	return v.ExactString()
}

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
	for _, i := range w.c.info.InitOrder {
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
		if t, known := c.info.Types[c.show]; known && shown(c.show, t) {
			w.paths[c.d.s.Show] = true
			from, to := c.d.offset(c.show.Pos()), c.d.offset(c.show.End())
			all = append(all, edit{from, from, c.d.s.alias(c.d.s.Show, "show") + ".Show("}, edit{to, to, ")"})
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

// shown tells whether a value is one that a person wants to see: one value, and not what a function
// of fmt that prints returns.
func shown(e ast.Expr, t types.TypeAndValue) bool {
	if _, several := t.Type.(*types.Tuple); several {
		return false
	}
	return t.IsValue() && !t.IsVoid()
}

// span is a part of the draft's text with symbols in the place of names, and edited.
func (w *writer) span(from, to int, edits []edit) string {
	all := slices.Clone(edits)
	ast.Inspect(w.c.d.file, func(n ast.Node) bool {
		id, is := n.(*ast.Ident)
		if !is {
			return true
		}
		at := w.c.d.offset(id.Pos())
		if at < from || at >= to {
			return true
		}
		u, ok := w.c.meaning(id)
		if !ok || slices.ContainsFunc(edits, func(e edit) bool { return at >= e.from && at < e.to }) {
			return true
		}
		if u.path != "" {
			w.paths[u.path] = true
			all = append(all, edit{u.at, u.at + u.size, w.c.d.s.aliases[u.path]})
			return true
		}
		w.need(u.to)
		all = append(all, edit{u.at, u.at + u.size, u.to.symbol})
		return true
	})
	slices.SortStableFunc(all, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	at := from
	for _, e := range all {
		if e.from < at || e.to > to {
			continue
		}
		b.WriteString(w.c.d.text[at:e.from] + e.text)
		at = e.to
	}
	b.WriteString(w.c.d.text[at:to])
	return b.String()
}

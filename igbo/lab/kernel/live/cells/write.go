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
	c      *checked
	out    strings.Builder
	needed []*declaration // of earlier cells
	queued map[*declaration]bool
	paths  map[string]bool
	names  []*ast.Ident // see identifiers
}

// write writes the declarations of the draft in full, the cell's function, and of earlier
// declarations what the compiler has to know.
func (w *writer) write() string {
	fresh := slices.SortedFunc(maps.Values(w.c.fresh), byNames)
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

// symbol is the edit by which the compiler is told what a name is.
func (w *writer) symbol(u use) edit {
	if u.path != "" {
		w.paths[u.path] = true
		return edit{u.at, u.at + u.size, w.c.d.s.aliases[u.path]}
	}
	w.need(u.to)
	return edit{u.at, u.at + u.size, u.to.symbol}
}

// render is a text up to a place, with the symbols in the place of names.
func (w *writer) render(text string, uses []use, to int) string {
	var all []edit
	for _, u := range uses {
		switch {
		case u.at+u.size > to:
		case u.embedded: // its name stays
			w.need(u.to)
		default:
			all = append(all, w.symbol(u))
		}
	}
	return edited(text, 0, to, all)
}

// line tells the compiler where a text stands in the notebook.
func (w *writer) line(cell, line int) { fmt.Fprintf(&w.out, "\n//line %s:%d\n", FileName(cell), line) }

// full writes a declaration with all that belongs to it.
func (w *writer) full(d *declaration) {
	switch d.kind {
	case token.CONST:
		w.constant(d)
	case token.FUNC:
		w.line(d.cell, d.line)
		w.out.WriteString(w.render(d.text, d.uses, len(d.text)) + "\n")
	case token.TYPE:
		w.line(d.cell, d.line)
		w.out.WriteString("type " + w.render(d.text, d.uses, len(d.text)) + "\n")
		w.alias(d)
		for _, m := range d.methods {
			w.line(m.cell, m.line)
			w.out.WriteString(w.render(m.text, m.uses, len(m.text)) + "\n")
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
		w.out.WriteString("\n" + w.render(d.text, d.uses, d.signature) + "\n")
	case d.kind == token.TYPE && !d.generic:
		w.out.WriteString("\ntype " + w.render(d.text, d.uses, len(d.text)) + "\n")
		w.alias(d)
		for _, m := range d.methods {
			w.out.WriteString(w.render(m.text, m.uses, m.signature) + "\n")
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
	for p := range list.TypeParams() {
		declared, used = append(declared, p.Obj().Name()+" "+w.typeName(p.Constraint())), append(used, p.Obj().Name())
	}
	return "[" + strings.Join(declared, ", ") + "]", "[" + strings.Join(used, ", ") + "]"
}

// typeName is a type as the compiler is told it, with all that it uses.
func (w *writer) typeName(t types.Type) string {
	of := w.c.typeOf(t)
	for _, u := range of.uses {
		w.need(u)
	}
	for _, path := range of.paths {
		w.paths[path] = true
	}
	return of.text
}

// constant writes a constant by its value: what it was computed from may mean something else by now.
func (w *writer) constant(d *declaration) {
	if o, is := d.object.(*types.Const); is {
		text := constantText(o, w.typeName)
		fmt.Fprintf(&w.out, "\nconst %s = %s\n", d.symbol, text)
	}
}

// constantText is a constant's value with its type, whose name is written by a function.
func constantText(o *types.Const, name func(types.Type) string) string {
	text := exact(o.Val())
	switch b, is := o.Type().(*types.Basic); {
	case is && b.Kind() == types.UntypedRune:
		return "'\\x00' + " + text
	case is && b.Kind() == types.UntypedFloat:
		return "0.0 + " + text
	case is && b.Kind() == types.UntypedComplex:
		return "0i + " + text
	case is && b.Info()&types.IsUntyped != 0:
		return text
	}
	return name(o.Type()) + "(" + text + ")"
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

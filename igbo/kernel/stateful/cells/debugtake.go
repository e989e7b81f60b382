package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// takeDeclared takes everything that the cell's declarations name.
func (w *debugWriter) takeDeclared() {
	for _, d := range w.file.declarations {
		if w.whole == nil {
			return
		}
		if d.kind == token.TYPE {
			w.borrowed.methods(d)
		}
		for _, id := range d.idents {
			key, to, _ := w.whole.identifier(&d.fragment, id)
			if name, is := strings.CutPrefix(key, "main."); is {
				to = name
			}
			if to != "" && !w.owns(to) {
				w.borrowed.take(to)
			}
		}
	}
}

// takeStated takes everything that the statements name. Before a statement declares a variable, its name refers to the earlier variable.
func (w *debugWriter) takeStated() error {
	if w.outer == nil {
		return nil
	}
	f := newFragment(w.file, w.file.body.Body)
	for _, id := range f.idents {
		key, to, o := w.outer.identifier(&f, id)
		if w.vars[o] != nil {
			continue
		}
		name, is := strings.CutPrefix(key, "main.")
		if !is {
			name = to
		}
		if d := w.before[name]; name == "" || d == nil || d.in == w.file {
			continue
		}
		if w.top[name] != nil && w.s.declarations[name] == nil {
			continue
		}
		w.borrowed.take(name)
	}
	for name := range w.lifted {
		if t := w.values[name]; t != nil && !types.Identical(t, w.top[name].Type()) {
			return Foreign{name + " changes its type in this cell, and functions use it"}
		}
	}
	return nil
}

// liftTogether lifts all variables of a statement if one of them is lifted.
func (w *debugWriter) liftTogether() {
	if w.outer == nil || w.file.below {
		return
	}
	for changed := true; changed; {
		changed = false
		for _, s := range w.file.body.Body.List {
			names := slices.DeleteFunc(declaredBy(s), func(id *ast.Ident) bool { return id.Name == "_" || w.defined(id) == nil })
			if !slices.ContainsFunc(names, func(id *ast.Ident) bool { _, is := w.lifted[id.Name]; return is }) {
				continue
			}
			for _, id := range names {
				if _, is := w.lifted[id.Name]; !is {
					w.lifted[id.Name], changed = w.typeText(w.defined(id).Type()), true
				}
			}
		}
	}
}

// variable declares a variable of the session.
func (w *debugWriter) variable(d *declaration) {
	if d.object == nil {
		return
	}
	t := &fault{}
	text := w.writeType(d.object.Type(), t)
	if t.text != "" {
		w.borrowed.missing = append(w.borrowed.missing, d.name+" ("+t.text+")")
		return
	}
	w.values[d.name] = d.object.Type()
	w.borrowed.put(fmt.Sprintf("var %s = %s.Value[%s](%q)", d.name, w.borrowed.freeName("savedˣ", savedPackage), text, w.options.Values+"/"+d.name))
}

type fault struct{ text string }

// typeText returns the text of a type.
func (w *debugWriter) typeText(t types.Type) string { return w.writeType(t, &fault{}) }

// writeType returns the text of a type for the program, and takes the types that it names.
func (w *debugWriter) writeType(t types.Type, why *fault) string {
	text := &typeText{pkg: w.s.main}
	text.main = func(o *types.TypeName) string {
		switch d := w.alive[o.Name()]; {
		case d == nil || d.kind != token.TYPE:
			text.fault = o.Name() + " is declared in a function"
		case !w.replaces(o.Name()):
			w.borrowed.take(o.Name())
		}
		return o.Name()
	}
	text.basic = func(name string) string {
		if name == "pointer" {
			return w.borrowed.freeName("unsafe", "unsafe") + ".Pointer"
		}
		return name
	}
	text.qualified = func(p *types.Package) string { return w.borrowed.freeName(p.Name(), p.Path()) + "." }
	text.embedded = func(_ *types.Var, text string) (string, error) { return text, nil }
	written := text.write(t)
	why.text = text.fault
	return written
}

package cells

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
)

// typeText is a type as the compiler is told it, with what it uses.
type typeText struct {
	c     *checked
	text  string
	paths []string
	uses  []*declaration
	fault string // why the type cannot be written
}

func (c *checked) typeOf(t types.Type) *typeText {
	w := &typeText{c: c}
	w.text = w.write(t)
	return w
}

// write is the text of a type.
func (w *typeText) write(t types.Type) string {
	switch t := t.(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return w.qualified("unsafe", "unsafe") + "Pointer"
		}
		return t.Name()
	case *types.Alias:
		return w.named(t.Obj(), t.TypeArgs())
	case *types.Named:
		return w.named(t.Obj(), t.TypeArgs())
	case *types.Pointer:
		return "*" + w.write(t.Elem())
	case *types.Slice:
		return "[]" + w.write(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), w.write(t.Elem()))
	case *types.Map:
		return "map[" + w.write(t.Key()) + "]" + w.write(t.Elem())
	case *types.Chan:
		return [...]string{"chan ", "chan<- ", "<-chan "}[t.Dir()] + "(" + w.write(t.Elem()) + ")"
	case *types.Signature:
		return "func" + w.signature(t)
	case *types.Struct:
		return w.structure(t)
	case *types.Interface:
		return w.methods(t)
	}
	w.fault = fmt.Sprintf("%s has no name", t)
	return "any"
}

// named is a type that has a name.
func (w *typeText) named(name *types.TypeName, args *types.TypeList) string {
	text := name.Name()
	switch pkg := name.Pkg(); {
	case pkg == nil:
	case pkg.Path() == "main":
		d := w.c.known[name]
		if d == nil {
			w.fault = fmt.Sprintf("%s is known in its own function alone", name.Name())
			return "any"
		}
		w.uses = append(w.uses, d)
		text = d.symbol
	case !name.Exported() || strings.Contains("/"+pkg.Path()+"/", "/internal/"):
		w.fault = fmt.Sprintf("%s.%s cannot be named outside of its package", pkg.Name(), name.Name())
		return "any"
	default:
		text = w.qualified(pkg.Path(), pkg.Name()) + text
	}
	var all []string
	for arg := range args.Types() {
		all = append(all, w.write(arg))
	}
	if len(all) > 0 {
		text += "[" + strings.Join(all, ", ") + "]"
	}
	return text
}

// qualified is the name of a package with its dot.
func (w *typeText) qualified(path, name string) string {
	w.paths = append(w.paths, path)
	return w.c.d.s.alias(path, name) + "."
}

func (w *typeText) signature(t *types.Signature) string {
	text := "(" + w.tuple(t.Params(), t.Variadic()) + ")"
	if t.Results().Len() > 0 {
		text += " (" + w.tuple(t.Results(), false) + ")"
	}
	return text
}

func (w *typeText) tuple(t *types.Tuple, variadic bool) string {
	var all []string
	for i := range t.Len() {
		p := t.At(i).Type()
		if s, is := p.(*types.Slice); is && variadic && i == t.Len()-1 {
			all = append(all, "..."+w.write(s.Elem()))
			continue
		}
		all = append(all, w.write(p))
	}
	return strings.Join(all, ", ")
}

func (w *typeText) structure(t *types.Struct) string {
	var all []string
	for i := range t.NumFields() {
		f := t.Field(i)
		if !f.Exported() && f.Pkg().Path() != "main" {
			w.fault = fmt.Sprintf("a struct of package %s has the field %s, which is not exported", f.Pkg().Name(), f.Name())
		}
		text := w.write(f.Type())
		switch {
		case !f.Embedded():
			text = f.Name() + " " + text
		case strings.Contains(text, versionMark): // the field would have the symbol's name
			w.fault = "a struct without a name embeds " + f.Name() + ", which was declared again"
		}
		if tag := t.Tag(i); tag != "" {
			text += " " + strconv.Quote(tag)
		}
		all = append(all, text)
	}
	return "struct{ " + strings.Join(all, "; ") + " }"
}

func (w *typeText) methods(t *types.Interface) string {
	if t.Empty() {
		return "any"
	}
	if !t.IsMethodSet() {
		w.fault = "an interface without a name has a list of types"
	}
	var all []string
	for m := range t.Methods() {
		if !m.Exported() && m.Pkg().Path() != "main" {
			w.fault = fmt.Sprintf("an interface of package %s has the method %s, which is not exported", m.Pkg().Name(), m.Name())
		}
		all = append(all, m.Name()+w.signature(m.Type().(*types.Signature)))
	}
	return "interface{ " + strings.Join(all, "; ") + " }"
}

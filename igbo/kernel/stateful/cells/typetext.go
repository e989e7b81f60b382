package cells

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
)

// typeText writes types as Go source.
type typeText struct {
	pkg       *types.Package
	basic     func(name string) string                        // writes a predeclared type, or "pointer" for unsafe.Pointer
	main      func(o *types.TypeName) string                  // writes a type of the package
	qualified func(p *types.Package) string                   // writes the name of a package with its dot
	embedded  func(f *types.Var, text string) (string, error) // writes an embedded field
	fault     string                                          // reason why the type cannot be written
}

// checkerText returns a type for the checker. Packages and predeclared types have names that no cell can shadow.
func (p *pass) checkerText(t types.Type) (text string, imports map[string]string, fault string) {
	imports = map[string]string{}
	w := &typeText{pkg: p.pkg}
	w.main = func(o *types.TypeName) string {
		if p.scope.Lookup(o.Name()) != o {
			w.fault = o.Name() + " is declared in a function"
		}
		return o.Name()
	}
	w.basic = func(name string) string {
		imports["uˣ"] = universePath
		return "uˣ.U" + name
	}
	w.qualified = func(pkg *types.Package) string {
		alias := p.s.alias(pkg.Path(), pkg.Name())
		imports[alias] = pkg.Path()
		return alias + "."
	}
	w.embedded = func(f *types.Var, text string) (string, error) {
		if strings.HasPrefix(text, "uˣ.") && p.scope.Lookup(f.Name()) == nil { // the field has the name of the type
			return f.Name(), nil
		}
		if strings.HasPrefix(text, "uˣ.") {
			return "", fmt.Errorf("an unnamed struct embeds %s", f.Name())
		}
		return text, nil
	}
	return w.write(t), imports, w.fault
}

// write returns the text of a type.
func (w *typeText) write(t types.Type) string {
	switch t := t.(type) {
	case *types.Basic:
		switch t.Kind() {
		case types.UnsafePointer:
			return w.basic("pointer")
		case types.Invalid: // a type that it needs is broken
			w.fault = "its type is not known"
			return "any"
		}
		return w.basic(t.Name())
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

// named writes a named type.
func (w *typeText) named(name *types.TypeName, args *types.TypeList) string {
	text := name.Name()
	switch pkg := name.Pkg(); {
	case pkg == nil:
		text = w.basic(text)
	case pkg == w.pkg:
		text = w.main(name)
	case !name.Exported() || strings.Contains("/"+pkg.Path()+"/", "/internal/"):
		w.fault = fmt.Sprintf("%s.%s cannot be named outside of its package", pkg.Name(), name.Name())
		return "any"
	default:
		text = w.qualified(pkg) + text
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
		if f.Embedded() {
			var err error
			if text, err = w.embedded(f, text); err != nil {
				w.fault = err.Error()
			}
		} else {
			text = f.Name() + " " + text
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
		return w.basic("any")
	}
	if !t.IsMethodSet() {
		w.fault = "an unnamed interface contains a list of types"
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

// constantText returns a constant's value with its type, which the function name writes.
func constantText(o *types.Const, name func(types.Type) string) string {
	text := exact(o.Val())
	if b, is := o.Type().Underlying().(*types.Basic); is && b.Info()&types.IsFloat != 0 && !strings.ContainsAny(text, "./e") {
		text += ".0" // an integer literal can have at most 512 bits
	}
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

package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// full writes a function, or a type with its methods. If bodies is false, functions have no bodies.
func (w *writer) full(d *declaration, bodies bool) {
	if bodies && d.localTypes() { // each inlined copy would declare its own types
		w.put("\n//go:noinline")
	}
	if bodies {
		for _, p := range d.pragma {
			w.put("\n" + p)
		}
	}
	w.line(d.in.number, w.s.files.Position(d.node.Pos()).Line)
	resolve := w.recorded(d)
	switch n := d.node.(type) {
	case *ast.FuncDecl:
		end := n.End()
		if !bodies {
			end = n.Body.Lbrace
		}
		w.span(&d.fragment, n.Pos(), end, nil, resolve)
		w.put("\n")
	case *ast.TypeSpec:
		w.put("type ")
		w.span(&d.fragment, n.Pos(), n.End(), nil, resolve)
		w.put("\n")
		for _, key := range w.passOf(d).methods[d.key] {
			if m := w.alive[key]; m != nil && (w.found[m] == nil && m.broken == "" || w.found[m] != nil && w.found[m].broken == "") {
				w.full(m, bodies || d.generic())
			}
		}
	}
}

// stub writes what the compiler needs from a declaration that it does not compile.
func (w *writer) stub(d *declaration) {
	symbol := w.symbol(d)
	switch d.kind {
	case token.VAR:
		o := w.variable(d)
		w.stubs[symbol] = o
		w.put(fmt.Sprintf("\nvar %s %s\n", symbol, w.typeName(o.Type())))
	case token.CONST:
		o := w.variable(d).(*types.Const)
		w.stubs[symbol] = o
		w.put(fmt.Sprintf("\nconst %s = %s\n", symbol, constantText(o, w.typeName)))
	default:
		w.full(d, d.generic())
	}
}

// variable returns the object of a variable or constant in the last pass that contains it.
func (w *writer) variable(d *declaration) types.Object {
	for o, v := range w.vars {
		if v == d && w.whole == nil {
			return o
		}
	}
	return w.passOf(d).scope.Lookup(d.name)
}

// typeName returns a type for the compiler, and writes everything that the type needs.
func (w *writer) typeName(t types.Type) string {
	text := &typeText{pkg: w.s.main}
	text.basic = func(name string) string {
		if name == "pointer" {
			return text.qualified(types.Unsafe) + "Pointer"
		}
		return name
	}
	text.main = func(o *types.TypeName) string {
		d := w.alive[o.Name()]
		w.need(d)
		return w.symbol(d)
	}
	text.qualified = func(p *types.Package) string {
		w.paths[p.Path()] = true
		return w.s.alias(p.Path(), p.Name()) + "."
	}
	text.embedded = func(f *types.Var, text string) (string, error) {
		if d := w.alive[f.Name()]; d != nil && strings.TrimPrefix(text, "*") == w.symbol(d) && w.symbol(d) != f.Name() {
			w.plain[d] = true
			return strings.Replace(text, w.symbol(d), f.Name(), 1), nil
		}
		return text, nil
	}
	return text.write(t)
}

// aliases writes aliases with the plain names of embedded types.
func (w *writer) aliases() {
	for _, key := range slices.Sorted(maps.Keys(w.alive)) {
		d := w.alive[key]
		if !w.plain[d] {
			continue
		}
		w.put("\ntype " + d.name)
		args := ""
		if n, is := d.node.(*ast.TypeSpec); is && n.TypeParams != nil {
			var names []string
			var named []edit // type parameters that are blank need names in an alias
			for _, field := range n.TypeParams.List {
				for _, id := range field.Names {
					name := id.Name
					if name == "_" {
						name = fmt.Sprintf("blankˣ%d", len(names))
						named = append(named, edit{id.Pos(), id.End(), func() { w.put(name) }})
					}
					names = append(names, name)
				}
			}
			w.span(&d.fragment, n.TypeParams.Pos(), n.TypeParams.End(), named, w.recorded(d))
			args = "[" + strings.Join(names, ", ") + "]"
		}
		w.put(" = " + w.symbol(d) + args + "\n")
	}
}

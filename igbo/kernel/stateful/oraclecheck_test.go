package stateful

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// checkedSession holds what go/types finds in forms.
type checkedSession struct {
	pkg    *types.Package
	info   *types.Info
	faults map[*piece]string
}

// statementsPiece represents the statements in faults.
var statementsPiece = &piece{}

// check checks the session in one file.
func (o *oracle) check(atoms map[string]*atom, body string) checkedSession {
	var b strings.Builder
	b.WriteString("package p\n")
	lines := 1
	for _, path := range o.packages() {
		fmt.Fprintf(&b, "import %s %q\n", mangled(path), path)
		lines++
	}
	at := map[int]*piece{}
	write := func(p *piece, text string) {
		b.WriteString(text + "\n")
		for range strings.Count(text, "\n") + 1 {
			lines++
			at[lines] = p
		}
	}
	done := map[*piece]bool{}
	for _, key := range slices.Sorted(maps.Keys(atoms)) {
		if a := atoms[key]; !done[a.piece] {
			done[a.piece] = true
			write(a.piece, a.form)
		}
	}
	if body != "" {
		write(statementsPiece, "func statements__() {\n"+body+"\n}")
	}
	c := checkedSession{faults: map[*piece]string{}, info: &types.Info{Defs: map[*ast.Ident]types.Object{}}}
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "", b.String(), parser.SkipObjectResolution)
	if err != nil {
		panic(err.Error() + "\n" + b.String())
	}
	config := types.Config{Importer: o.importer, Error: func(err error) {
		e := err.(types.Error)
		if strings.Contains(e.Msg, "imported as") && strings.Contains(e.Msg, "not used") || strings.HasPrefix(e.Msg, "\t") {
			return
		}
		if p := at[files.Position(e.Pos).Line]; p != nil {
			c.faults[p] = e.Msg
		}
	}}
	c.pkg, _ = config.Check("p", files, []*ast.File{f}, c.info)
	return c
}

// typeForm returns a type as a form.
func (c checkedSession) typeForm(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == c.pkg {
			return ""
		}
		return mangled(p.Path())
	})
}

// layout describes a type's memory layout, and the methods of interfaces. Two types with the same description correspond.
func layout(t types.Type, open map[string]bool) string {
	list := func(t *types.Tuple) (s string) {
		for v := range t.Variables() {
			s += layout(v.Type(), open) + ","
		}
		return "(" + s + ")"
	}
	t = types.Unalias(t)
	switch t := t.(type) {
	case *types.Named:
		name := types.TypeString(t, nil)
		if t.Obj().Pkg() == nil || t.Obj().Pkg().Path() != "p" && t.TypeArgs().Len() == 0 || open[name] {
			return name
		}
		open[name] = true
		for arg := range t.TypeArgs().Types() {
			name += "," + layout(arg, open)
		}
		return name + "=" + layout(t.Underlying(), open)
	case *types.Pointer:
		return "*" + layout(t.Elem(), open)
	case *types.Slice:
		return "[]" + layout(t.Elem(), open)
	case *types.Array:
		return fmt.Sprint("[", t.Len(), "]") + layout(t.Elem(), open)
	case *types.Map:
		return "map[" + layout(t.Key(), open) + "]" + layout(t.Elem(), open)
	case *types.Chan:
		return fmt.Sprint("chan", t.Dir(), " ") + layout(t.Elem(), open)
	case *types.Signature:
		return fmt.Sprint("func", t.Variadic()) + list(t.Params()) + list(t.Results())
	case *types.Struct:
		s := "struct{"
		for f := range t.Fields() {
			s += fmt.Sprint(f.Name(), f.Embedded()) + layout(f.Type(), open) + ";"
		}
		return s + "}"
	case *types.Interface:
		s := "interface{"
		for m := range t.Methods() {
			s += m.Name() + layout(m.Type(), open) + ";"
		}
		return s + "}"
	}
	return t.String()
}

package cells

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// Match is a name that can complete the text at the cursor.
type Match struct {
	// Text is the name. Kind is function, method, field, type, variable, constant, package or keyword. Detail is the name's type.
	Text, Kind, Detail string
}

// Complete lists the names that can complete an unfinished cell at a byte offset. After a value these are its fields and methods, after a
// package name the package's exported names, and otherwise all names in scope, including variables of other cells. A match replaces
// code[from:at]. Names that differ in case come last.
func (s *Session) Complete(code string, at int) (matches []Match, from int) {
	at = min(max(at, 0), len(code))
	from, _ = nameAround(code, at)
	if inText(code, at) {
		return nil, at
	}
	l := s.lookAt(code[:from], gap, "")
	prefix := code[from:at]
	for _, m := range l.candidates(prefix != "") {
		if m.Text != "" && m.Text != "_" && m.Text != gap && !strings.HasPrefix(m.Text, "cell_") && hasFold(m.Text, prefix) {
			matches = append(matches, m)
		}
	}
	exact := func(m Match) int {
		if strings.HasPrefix(m.Text, prefix) {
			return 0
		}
		return 1
	}
	slices.SortFunc(matches, func(a, b Match) int {
		return cmp.Or(cmp.Compare(exact(a), exact(b)), cmp.Compare(a.Text, b.Text))
	})
	return slices.CompactFunc(matches, func(a, b Match) bool { return a.Text == b.Text }), from
}

func hasFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// candidates returns the names that can be at the gap. If begun is set, they include all names in scope, packages and keywords.
func (l *look) candidates(begun bool) []Match {
	if len(l.path) < 2 {
		return nil
	}
	if sel, is := l.path[1].(*ast.SelectorExpr); is && sel.Sel == l.path[0] {
		return l.selected(sel.X)
	}
	all := l.keys()
	if len(all) > 0 && !begun {
		return all
	}
	all = append(all, l.inScope()...)
	if !begun {
		return all
	}
	for name, path := range l.s.known {
		all = append(all, Match{name, "package", path})
	}
	for t := token.BREAK; t <= token.VAR; t++ {
		all = append(all, Match{t.String(), "keyword", ""})
	}
	for _, name := range types.Universe.Names() {
		all = append(all, l.match(types.Universe.Lookup(name)))
	}
	return all
}

// selected returns the names that can follow a dot.
func (l *look) selected(x ast.Expr) (all []Match) {
	if id, is := x.(*ast.Ident); is {
		if p, is := l.info.Uses[id].(*types.PkgName); is {
			scope := p.Imported().Scope()
			for _, name := range scope.Names() {
				if token.IsExported(name) {
					all = append(all, l.match(scope.Lookup(name)))
				}
			}
			return all
		}
	}
	tv := l.info.Types[x]
	if tv.Type == nil {
		return nil
	}
	for _, m := range typeutil.IntuitiveMethodSet(tv.Type, nil) {
		all = append(all, l.match(m.Obj()))
	}
	if !tv.IsType() {
		for _, f := range fieldsOf(tv.Type) {
			all = append(all, l.match(f))
		}
	}
	return all
}

// fieldsOf returns the fields of a struct, or of the struct that a pointer refers to. Fields of embedded structs come last.
func fieldsOf(t types.Type) (all []*types.Var) {
	seen := map[types.Type]bool{}
	level := []types.Type{t}
	for len(level) > 0 {
		var next []types.Type
		for _, t := range level {
			if p, is := t.Underlying().(*types.Pointer); is {
				t = p.Elem()
			}
			s, is := t.Underlying().(*types.Struct)
			if !is || seen[t] {
				continue
			}
			seen[t] = true
			for f := range s.Fields() {
				all = append(all, f)
				if f.Embedded() {
					next = append(next, f.Type())
				}
			}
		}
		level = next
	}
	return all
}

// keys returns the fields that the struct literal around the gap does not set yet.
func (l *look) keys() (all []Match) {
	lit, is := l.path[1].(*ast.CompositeLit)
	if !is {
		return nil
	}
	t := l.info.Types[lit].Type
	if t == nil {
		return nil
	}
	if p, is := t.Underlying().(*types.Pointer); is {
		t = p.Elem()
	}
	s, is := t.Underlying().(*types.Struct)
	if !is {
		return nil
	}
	named := map[string]bool{}
	for _, e := range lit.Elts {
		if pair, is := e.(*ast.KeyValueExpr); is {
			if id, is := pair.Key.(*ast.Ident); is {
				named[id.Name] = true
			}
		}
	}
	for f := range s.Fields() {
		if m := l.match(f); m.Text != "" && !named[m.Text] {
			all = append(all, m)
		}
	}
	return all
}

// inScope returns the names that are declared around the gap, and the names of the session.
func (l *look) inScope() (all []Match) {
	at := l.path[0].Pos()
	for _, n := range l.path {
		if f, is := n.(*ast.FuncDecl); is {
			n = f.Type
		} else if f, is := n.(*ast.FuncLit); is {
			n = f.Type
		}
		scope := l.info.Scopes[n]
		if scope == nil {
			continue
		}
		for _, name := range scope.Names() {
			if _, o := scope.LookupParent(name, at); o != nil {
				all = append(all, l.match(o))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.s.declarations)) {
		if o := l.s.declarations[name].object; o != nil {
			all = append(all, l.match(o))
		}
	}
	for _, name := range l.pkg.Scope().Names() {
		all = append(all, l.match(l.pkg.Scope().Lookup(name)))
	}
	return all
}

// match describes an object. It returns the zero Match for an unexported object of another package.
func (l *look) match(o types.Object) Match {
	if o == nil || !o.Exported() && o.Pkg() != nil && o.Pkg() != l.pkg && o.Pkg() != l.s.main {
		return Match{}
	}
	kind := "variable"
	switch o := o.(type) {
	case *types.Func:
		kind = "function"
		if o.Signature().Recv() != nil {
			kind = "method"
		}
	case *types.Builtin:
		kind = "function"
	case *types.TypeName:
		return Match{o.Name(), "type", ""}
	case *types.Const:
		kind = "constant"
	case *types.PkgName:
		return Match{o.Name(), "package", o.Imported().Path()}
	case *types.Var:
		if o.IsField() {
			kind = "field"
		}
	}
	return Match{o.Name(), kind, types.TypeString(o.Type(), l.qualifier)}
}

// qualifier returns the name that cells use for a package.
func (l *look) qualifier(p *types.Package) string {
	if p == l.pkg || p == l.s.main {
		return ""
	}
	return p.Name()
}

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

// Match is a name that may stand at the cursor.
type Match struct {
	// Text is the name. Kind is one of function, method, field, type, variable, constant, package and keyword; Detail is its type.
	Text, Kind, Detail string
}

// Complete lists the names that may stand at a place of a cell that is being written, counted in bytes: fields and methods
// behind a value, what a package exports behind its name, else what is known there, living values
// included. They stand in the place of code[from:at]. Names that differ in case come last.
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

// candidates are the names that may stand at the gap; all that is known, packages and keywords too, where begun.
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

// selected are the names behind a dot.
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

// fieldsOf are the fields of a struct or of what a pointer leads to, those of embedded structs after its own.
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

// keys are the fields that a struct's literal around the gap has not named yet.
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

// inScope are the names that are declared around the gap, and those of the session.
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
	for _, name := range slices.Sorted(maps.Keys(l.s.state)) {
		if o := l.s.state[name].object; o != nil {
			all = append(all, l.match(o))
		}
	}
	for _, name := range l.pkg.Scope().Names() {
		all = append(all, l.match(l.pkg.Scope().Lookup(name)))
	}
	return all
}

// match describes an object; none that another package keeps to itself.
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

// qualifier names packages as cells do.
func (l *look) qualifier(p *types.Package) string {
	if p == l.pkg || p == l.s.main {
		return ""
	}
	return p.Name()
}

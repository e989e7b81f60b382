package cells

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Insight describes a name.
type Insight struct {
	// Declaration is the declaration with its type. For declarations of cells it is the source text.
	Declaration string
	// Package is the import path if a package declares the name. Symbol is the name in that package, Type.Method for a method.
	Package, Symbol string
	// Cell is the number of the cell that declares the name, or 0.
	Cell int
}

// Inspect describes the name at a byte offset of a cell. Between the brackets of a call it describes the function.
func (s *Session) Inspect(code string, at int) (Insight, bool) {
	at = min(max(at, 0), len(code))
	from, to := nameAround(code, at)
	if from == to || inText(code, at) {
		if from, to = calledAround(code, at); from == to {
			return Insight{}, false
		}
	}
	name, rest := code[from:to], ""
	if strings.HasPrefix(code[to:], ".") {
		rest = "." + gap // it may be a package
	}
	l := s.lookAt(code[:from], name, rest)
	if len(l.path) == 0 {
		return Insight{}, false
	}
	id := l.path[0].(*ast.Ident)
	o := cmp.Or(l.info.Uses[id], l.info.Defs[id])
	if o == nil {
		return Insight{}, false
	}
	return l.insight(o), true
}

// insight describes an object.
func (l *look) insight(o types.Object) Insight {
	i := Insight{Declaration: types.ObjectString(o, l.qualifier), Symbol: o.Name()}
	if p, is := o.(*types.PkgName); is {
		return Insight{Declaration: "package " + p.Name(), Package: p.Imported().Path()}
	}
	if d := l.s.declarations[o.Name()]; d != nil && d.object == o {
		i.Cell = d.in.number
		if d.kind == token.FUNC || d.kind == token.TYPE {
			i.Declaration = d.written()
		}
		return i
	}
	if o.Pkg() == nil || o.Pkg() == l.pkg || o.Pkg() == l.s.main {
		return i
	}
	i.Package = o.Pkg().Path()
	if f, is := o.(*types.Func); is && f.Signature().Recv() != nil {
		t := f.Signature().Recv().Type()
		if p, is := t.(*types.Pointer); is {
			t = p.Elem()
		}
		if named, is := t.(*types.Named); is {
			i.Symbol = named.Obj().Name() + "." + o.Name()
		}
	} else if v, is := o.(*types.Var); is && v.IsField() {
		i.Symbol = l.fieldOwner(v)
	}
	return i
}

// fieldOwner returns Type.Field for a selected field, or "" if the type is unknown.
func (l *look) fieldOwner(v *types.Var) string {
	for _, name := range v.Pkg().Scope().Names() {
		if t, is := v.Pkg().Scope().Lookup(name).(*types.TypeName); is && t.Exported() {
			if s, is := t.Type().Underlying().(*types.Struct); is {
				for f := range s.Fields() {
					if f == v {
						return t.Name() + "." + v.Name()
					}
				}
			}
		}
	}
	return ""
}

// calledAround returns the position of the function name if a place is inside the brackets of a call.
func calledAround(code string, at int) (from, to int) {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch code[i] {
		case ')', ']', '}':
			depth++
		case '[', '{':
			if depth--; depth < 0 {
				return 0, 0
			}
		case '(':
			if depth--; depth < 0 {
				end := len(strings.TrimRight(code[:i], " "))
				return nameAround(code, end)
			}
		}
	}
	return 0, 0
}

// meant returns a known name that resembles an unknown one.
func (s *Session) meant(name string, pkg *types.Package) string {
	others, before := slices.Concat(pkg.Scope().Names(), s.Names(), slices.Sorted(maps.Keys(s.known)), types.Universe.Names()), ""
	if of, symbol, is := strings.Cut(name, "."); is {
		others, before, name = nil, of+".", symbol
		for _, p := range pkg.Imports() {
			if p.Name() == of || s.imports[of] == p.Path() {
				others = p.Scope().Names()
			}
		}
	}
	best, far := "", 3
	for _, other := range others {
		if before != "" && !token.IsExported(other) {
			continue
		}
		n := Distance(name, other)
		if closer := n < far || n == far && strings.HasPrefix(other, name) && !strings.HasPrefix(best, name); closer && 2*n < len(name) && n < 3 && !strings.HasPrefix(other, "cell_") {
			best, far = other, n
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s%s?)", before, best)
}

// Distance returns the number of bytes to insert, remove or change to turn one name into the other.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := last
			if a[i] != b[j] {
				cost++
			}
			last = row[j+1]
			row[j+1] = min(cost, row[j]+1, last+1)
		}
	}
	return row[len(b)]
}

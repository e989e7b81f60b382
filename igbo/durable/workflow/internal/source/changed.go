package source

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
)

// shows lists packages whose functions do not change their arguments.
var shows = map[string]bool{"fmt": true, "log": true, "notebook": true, "plots": true, "inline": true, "gonbui": true}

// changed returns the first line on which a package-level variable may change, or 0 if none is found. A
// variable may change if it or its content is assigned, if its address is taken, or if a file is embedded in
// it. It may also change if it is passed to a call whose result is not used.
func (f *File) changed(v types.Object) int {
	line := 0
	if spec, ok := f.decls[v].node.(*ast.ValueSpec); ok && spec.Values == nil && bytes.Contains(f.text, []byte("//go:embed ")) {
		return f.files.Position(v.Pos()).Line
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if n != nil && line == 0 && f.changes(n, v) {
			line = f.files.Position(n.Pos()).Line
		}
		return line == 0
	})
	return line
}

func (f *File) changes(n ast.Node, v types.Object) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if n.Tok != token.DEFINE && f.holds(left, v) {
				return true
			}
		}
	case *ast.IncDecStmt:
		return f.holds(n.X, v)
	case *ast.RangeStmt:
		return n.Tok == token.ASSIGN && (f.holds(n.Key, v) || f.holds(n.Value, v))
	case *ast.UnaryExpr:
		return n.Op == token.AND && f.holds(n.X, v)
	case *ast.ExprStmt:
		call, ok := ast.Unparen(n.X).(*ast.CallExpr)
		return ok && f.given(call, v)
	case *ast.GoStmt:
		return f.given(n.Call, v)
	case *ast.DeferStmt:
		return f.given(n.Call, v)
	}
	return false
}

// given reports whether a call whose results are not used has the variable as receiver or argument.
func (f *File) given(call *ast.CallExpr, v types.Object) bool {
	if basic, ok := v.Type().Underlying().(*types.Basic); ok && basic.Kind() != types.Invalid {
		return false // passed as a copy
	}
	if of, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if id, ok := of.X.(*ast.Ident); ok && shows[id.Name] {
			return false
		}
		if f.holds(of.X, v) {
			return true
		}
	}
	for _, a := range call.Args {
		if f.holds(a, v) {
			return true
		}
	}
	return false
}

// holds reports whether an expression refers to the variable or a place in it: v, v[i], v.f, *v, v[i:j].
func (f *File) holds(x ast.Expr, v types.Object) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return f.uses[x] == v
	case *ast.ParenExpr:
		return f.holds(x.X, v)
	case *ast.StarExpr:
		return f.holds(x.X, v)
	case *ast.IndexExpr:
		return f.holds(x.X, v)
	case *ast.SliceExpr:
		return f.holds(x.X, v)
	case *ast.SelectorExpr:
		return f.holds(x.X, v)
	}
	return false
}

package cells

import (
	"go/ast"
	"go/types"
)

// once reports whether only statements are compiled and each of them runs at most once. Then inlining is not worthwhile. It is false if a
// generic function or type is used, because later cells keep its compiled code.
func (c *preparation) once() bool {
	if c.outer == nil || len(c.file.declarations) > 0 {
		return false
	}
	for n := range ast.Preorder(c.file.body.Body) {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt, *ast.FuncLit, *ast.StructType:
			return false
		case *ast.Ident:
			if generic(c.outer.info.Uses[n]) {
				return false
			}
		}
	}
	for _, d := range c.alive {
		if c.compiled(d) { // an earlier declaration that the cell changes
			return false
		}
	}
	return true
}

// generic reports whether an object is a function or type with type parameters.
func generic(o types.Object) bool {
	switch o := o.(type) {
	case *types.Func:
		return o.Signature().TypeParams().Len() > 0
	case *types.TypeName:
		t, is := o.Type().(interface{ TypeParams() *types.TypeParamList })
		return is && t.TypeParams().Len() > 0
	}
	return false
}

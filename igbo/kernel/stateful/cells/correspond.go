package cells

import "go/types"

// correspondence compares types of two passes. Two types correspond if they are identical after each type of the package is replaced by its
// other version; only methods of types other than interfaces may differ. Values of corresponding types have the same memory layout.
type correspondence struct {
	name func(o *types.TypeName) string // returns a name for a type of either pass
	seen map[[2]types.Type]bool
}

// corresponds reports whether types of two passes correspond, if types are named as they were written.
func corresponds(a, b types.Type) bool {
	c := &correspondence{name: (*types.TypeName).Name, seen: map[[2]types.Type]bool{}}
	return c.same(a, b)
}

func (c *correspondence) same(a, b types.Type) bool {
	a, b = types.Unalias(a), types.Unalias(b)
	pair := [2]types.Type{a, b}
	if a == b || c.seen[pair] {
		return true
	}
	c.seen[pair] = true
	switch a := a.(type) {
	case *types.Named:
		b, is := b.(*types.Named)
		return is && c.named(a, b)
	case *types.Pointer:
		b, is := b.(*types.Pointer)
		return is && c.same(a.Elem(), b.Elem())
	case *types.Slice:
		b, is := b.(*types.Slice)
		return is && c.same(a.Elem(), b.Elem())
	case *types.Array:
		b, is := b.(*types.Array)
		return is && a.Len() == b.Len() && c.same(a.Elem(), b.Elem())
	case *types.Map:
		b, is := b.(*types.Map)
		return is && c.same(a.Key(), b.Key()) && c.same(a.Elem(), b.Elem())
	case *types.Chan:
		b, is := b.(*types.Chan)
		return is && a.Dir() == b.Dir() && c.same(a.Elem(), b.Elem())
	case *types.Signature:
		b, is := b.(*types.Signature)
		return is && a.Variadic() == b.Variadic() && a.TypeParams().Len() == b.TypeParams().Len() && c.tuples(a.Params(), b.Params()) && c.tuples(a.Results(), b.Results())
	case *types.Struct:
		b, is := b.(*types.Struct)
		return is && c.structs(a, b)
	case *types.Interface:
		b, is := b.(*types.Interface)
		return is && c.interfaces(a, b)
	case *types.TypeParam:
		b, is := b.(*types.TypeParam)
		return is && a.Index() == b.Index()
	}
	return types.Identical(a, b)
}

func (c *correspondence) named(a, b *types.Named) bool {
	x, y := a.Obj(), b.Obj()
	if (x.Pkg() == nil) != (y.Pkg() == nil) || x.Pkg() != nil && x.Pkg().Path() != y.Pkg().Path() || a.TypeArgs().Len() != b.TypeArgs().Len() {
		return false
	}
	main := x.Pkg() != nil && x.Pkg().Path() == "main"
	if main && c.name(x) != c.name(y) || !main && x != y {
		return false
	}
	for i := range a.TypeArgs().Len() {
		if !c.same(a.TypeArgs().At(i), b.TypeArgs().At(i)) {
			return false
		}
	}
	return !main || c.same(a.Underlying(), b.Underlying())
}

func (c *correspondence) tuples(a, b *types.Tuple) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if !c.same(a.At(i).Type(), b.At(i).Type()) {
			return false
		}
	}
	return true
}

func (c *correspondence) structs(a, b *types.Struct) bool {
	if a.NumFields() != b.NumFields() {
		return false
	}
	for i := range a.NumFields() {
		f, g := a.Field(i), b.Field(i)
		if f.Name() != g.Name() || f.Embedded() != g.Embedded() || a.Tag(i) != b.Tag(i) || !c.same(f.Type(), g.Type()) {
			return false
		}
	}
	return true
}

// interfaces compares all methods: a table of methods has an entry for each.
func (c *correspondence) interfaces(a, b *types.Interface) bool {
	if !a.IsMethodSet() || !b.IsMethodSet() || a.NumMethods() != b.NumMethods() || a.IsComparable() != b.IsComparable() {
		return false
	}
	for i := range a.NumMethods() {
		if a.Method(i).Name() != b.Method(i).Name() || !c.same(a.Method(i).Type(), b.Method(i).Type()) {
			return false
		}
	}
	return true
}

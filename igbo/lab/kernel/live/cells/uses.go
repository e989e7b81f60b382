package cells

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// noteUses finds what the texts of the draft's declarations name.
func (c *checked) noteUses() {
	embedded := map[*ast.Ident]bool{}
	ast.Inspect(c.d.file, func(n ast.Node) bool {
		if s, is := n.(*ast.StructType); is {
			for _, f := range s.Fields.List {
				if id := embeddedName(f); id != nil {
					embedded[id] = true
				}
			}
		}
		return true
	})
	for _, f := range c.fresh {
		for _, one := range append([]*declaration{f}, f.methods...) {
			one.uses = nil
		}
	}
	ast.Inspect(c.d.file, func(n ast.Node) bool {
		id, is := n.(*ast.Ident)
		if !is {
			return true
		}
		u, ok := c.meaning(id)
		if !ok {
			return true
		}
		u.embedded = embedded[id]
		if one, at := c.declarationAt(id.Pos()); one != nil {
			u.at -= at
			one.uses = append(one.uses, u)
		}
		return true
	})
	for _, f := range c.fresh {
		for _, one := range append([]*declaration{f}, f.methods...) {
			slices.SortFunc(one.uses, func(a, b use) int { return a.at - b.at })
		}
	}
}

// embeddedName is the name of an embedded field that has no package before it.
func embeddedName(f *ast.Field) *ast.Ident {
	if len(f.Names) > 0 {
		return nil
	}
	for e := f.Type; ; {
		switch n := e.(type) {
		case *ast.StarExpr:
			e = n.X
		case *ast.IndexExpr:
			e = n.X
		case *ast.IndexListExpr:
			e = n.X
		case *ast.Ident:
			return n
		default:
			return nil
		}
	}
}

// meaning is what an identifier of the draft stands for, at its place in the text.
func (c *checked) meaning(id *ast.Ident) (use, bool) {
	o := c.info.Uses[id]
	if o == nil {
		o = c.info.Defs[id]
	}
	u := use{at: c.d.offset(id.Pos()), size: len(id.Name)}
	if pkg, is := o.(*types.PkgName); is {
		u.path = pkg.Imported().Path()
		c.d.s.alias(u.path, pkg.Imported().Name())
		return u, true
	}
	if u.to = c.known[o]; u.to == nil && (id.Name == "init" || id.Name == "main") && c.info.Defs[id] != nil {
		u.to = c.fresh[id.Name]
	}
	return u, u.to != nil && o != nil
}

// declarationAt is the declaration of the draft in which a place lies, and where its text begins.
func (c *checked) declarationAt(pos token.Pos) (*declaration, int) {
	for _, decl := range c.d.file.Decls {
		if pos < decl.Pos() || pos >= decl.End() {
			continue
		}
		switch n := decl.(type) {
		case *ast.FuncDecl:
			name := n.Name.Name
			if n.Recv != nil {
				owner, _ := receiver(n)
				if t := c.fresh[owner]; t != nil {
					return t.method(owner + "." + name), c.d.offset(n.Pos())
				}
			}
			return c.fresh[name], c.d.offset(n.Pos())
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				if t, is := spec.(*ast.TypeSpec); is && pos >= t.Pos() && pos < t.End() {
					return c.fresh[t.Name.Name], c.d.offset(t.Pos())
				}
			}
		}
	}
	return nil, 0
}

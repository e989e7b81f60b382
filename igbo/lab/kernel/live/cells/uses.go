package cells

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// noteUses finds what the texts of the draft's declarations name.
func (c *checked) noteUses() {
	embedded := map[*ast.Ident]bool{}
	for n := range ast.Preorder(c.d.file) {
		if s, is := n.(*ast.StructType); is { // before what stands in it
			for _, f := range s.Fields.List {
				if len(f.Names) == 0 {
					id, _ := baseName(f.Type)
					embedded[id] = true
				}
			}
		}
		id, is := n.(*ast.Ident)
		if !is {
			continue
		}
		u, ok := c.meaning(id)
		if !ok {
			continue
		}
		u.embedded = embedded[id]
		if one, at := c.declarationAt(id.Pos()); one != nil {
			u.at -= at
			one.uses = append(one.uses, u)
		}
	}
	for _, f := range c.fresh {
		for _, one := range append([]*declaration{f}, f.methods...) {
			slices.SortFunc(one.uses, func(a, b use) int { return a.at - b.at })
		}
	}
}

// meaning is what an identifier of the draft stands for, at its place in the text.
func (c *checked) meaning(id *ast.Ident) (use, bool) {
	o := cmp.Or(c.info.Uses[id], c.info.Defs[id])
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
				owner, _ := Receiver(n)
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

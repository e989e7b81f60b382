package cells

import (
	"go/ast"
	"go/token"
	"strings"
)

// found lists the declarations in the draft's text, as they are written: functions, types with their methods, constants.
func (d *draft) found() (all []*declaration) {
	types := map[string]*declaration{}
	var methods []*declaration
	for _, decl := range d.file.Decls {
		switch n := decl.(type) {
		case *ast.FuncDecl:
			if n == d.body {
				continue
			}
			f := d.declared(n.Pos(), n.End(), n.Name.Name, token.FUNC)
			f.signature = len(f.text)
			if n.Body != nil {
				f.signature = d.offset(n.Body.Lbrace) - d.offset(n.Pos())
			}
			f.generic = n.Type.TypeParams != nil
			if n.Recv == nil {
				all = append(all, f)
				continue
			}
			owner, generic := receiver(n)
			f.name, f.generic = owner+"."+f.name, generic
			methods = append(methods, f)
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					t := d.declared(spec.Pos(), spec.End(), spec.Name.Name, token.TYPE)
					t.generic = spec.TypeParams != nil
					all = append(all, t)
					types[t.name] = t
				case *ast.ValueSpec:
					if n.Tok == token.CONST {
						for _, name := range spec.Names {
							all = append(all, d.declared(spec.Pos(), spec.End(), name.Name, token.CONST))
						}
					}
				}
			}
		}
	}
	for _, m := range methods {
		owner, _, _ := strings.Cut(m.name, ".")
		if t := types[owner]; t != nil {
			m.owner = t
			t.methods = append(t.methods, m)
		} else {
			all = append(all, m)
		}
	}
	return all
}

// declared is the declaration between two places.
func (d *draft) declared(from, to token.Pos, name string, kind token.Token) *declaration {
	at := d.s.files.Position(from)
	cell, _ := CellOf(at.Filename)
	return &declaration{name: name, kind: kind, text: d.text[d.offset(from):d.offset(to)], cell: cell, line: at.Line, col: at.Column}
}

func (d *draft) offset(pos token.Pos) int { return d.parsed.Offset(pos) }

// receiver is the name of a method's type, and whether that is generic.
func receiver(f *ast.FuncDecl) (name string, generic bool) {
	if len(f.Recv.List) == 0 {
		return "", false
	}
	for e := f.Recv.List[0].Type; ; {
		switch n := e.(type) {
		case *ast.StarExpr:
			e = n.X
		case *ast.ParenExpr:
			e = n.X
		case *ast.IndexExpr:
			e, generic = n.X, true
		case *ast.IndexListExpr:
			e, generic = n.X, true
		case *ast.Ident:
			return n.Name, generic
		default:
			return "", generic
		}
	}
}

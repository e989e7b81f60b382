package cells

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// declaration is a function, type, constant or variable of the package, as it stands in one cell.
type declaration struct {
	name   string // of a method: Type.Method
	symbol string // what the compiler is told
	kind   token.Token
	text   string // of the declaration, of one name; none for a variable
	cell   int
	line   int
	col    int
	// object is what the checker knows; of a method it is nil.
	object types.Object
	// uses are the declarations and packages that the text names.
	uses []use
	// typ is what a variable's type is written as, with the packages that it names.
	typ      string
	packages []string
	// owner is the type of a method, methods those of a type.
	owner   *declaration
	methods []*declaration
	generic bool
	// signature ends where the body of a function begins.
	signature int
}

// use is a name in a text: of a declaration, or of a package.
type use struct {
	at, size int
	to       *declaration
	path     string
	embedded bool // an embedded field, whose name must stay
}

// versionMark stands between a name and its version.
const versionMark = "ᵛ"

// Plain drops the versions from symbols in a text, which people have not written.
func Plain(text string) string {
	return versioned.ReplaceAllString(text, "")
}

var versioned = regexp.MustCompile(versionMark + "[0-9]*")

// dependsOn tells whether a declaration uses one of those directly. A variable depends on the types in its own.
func (d *declaration) dependsOn(some map[*declaration]bool) bool {
	return slices.ContainsFunc(d.uses, func(u use) bool { return u.to != nil && some[u.to.whole()] }) ||
		slices.ContainsFunc(d.methods, func(m *declaration) bool { return m.dependsOn(some) })
}

// whole is the declaration of a method's type, or the declaration itself.
func (d *declaration) whole() *declaration {
	if d.owner != nil {
		return d.owner
	}
	return d
}

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
			owner, generic := Receiver(n)
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

// Receiver is the name of a method's type, and whether that is generic.
func Receiver(f *ast.FuncDecl) (name string, generic bool) {
	if len(f.Recv.List) == 0 {
		return "", false
	}
	id, generic := baseName(f.Recv.List[0].Type)
	if id == nil {
		return "", generic
	}
	return id.Name, generic
}

// baseName is the name in a type that has no package before it, and whether the type is generic; nil of other types.
func baseName(e ast.Expr) (id *ast.Ident, generic bool) {
	for {
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
			return n, generic
		default:
			return nil, generic
		}
	}
}

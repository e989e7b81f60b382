package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strings"
)

// declaration is a function, method, type, constant or variable of the session.
type declaration struct {
	fragment
	key    string // the name; Type.Method for a method; contains # if later cells cannot name it
	name   string
	kind   token.Token // FUNC, TYPE, CONST or VAR
	decl   ast.Decl    // what the checker gets; constants or variables of one group share it
	head   ast.Decl    // a function without body
	node   ast.Node    // FuncDecl, TypeSpec or ValueSpec
	text   string
	pragma []string
	words  map[string]bool // the identifiers
	outer  map[string]bool // words that must be checked too if another declaration names this one
	source *declaration    // how the cell declared a variable outside of statements; nil for others

	// The last committed cell has set these fields.
	meaning
	symbol   string // name in the process
	compiled bool   // whether the process has the current version
	broken   string // reason why it cannot be compiled now
}

// fragment is a part of a file with its identifiers.
type fragment struct {
	in     *file
	idents []*ast.Ident
	places map[token.Pos]int // indices of the identifiers
}

// newFragment collects the identifiers of consecutive nodes.
func newFragment(f *file, nodes ...ast.Node) fragment {
	r := fragment{in: f, places: map[token.Pos]int{}}
	for _, node := range nodes {
		for n := range ast.Preorder(node) {
			if id, is := n.(*ast.Ident); is {
				r.places[id.Pos()] = len(r.idents)
				r.idents = append(r.idents, id)
			}
		}
	}
	return r
}

// method reports whether a declaration is a method, and returns the name of its type.
func (d *declaration) method() (owner string, is bool) {
	owner, _, is = strings.Cut(d.key, ".")
	return owner, is && d.kind == token.FUNC
}

// unnamed reports whether no later cell can name the declaration: init, main and _.
func (d *declaration) unnamed() bool { return strings.Contains(d.key, "#") }

// generic reports whether a function or type has type parameters.
func (d *declaration) generic() bool {
	switch n := d.node.(type) {
	case *ast.FuncDecl:
		return n.Type.TypeParams != nil
	case *ast.TypeSpec:
		return n.TypeParams != nil
	}
	return false
}

// localTypes reports whether a generic function declares types.
func (d *declaration) localTypes() bool {
	f, is := d.node.(*ast.FuncDecl)
	if !is {
		return false
	}
	generic := f.Type.TypeParams != nil
	if f.Recv != nil {
		_, generic = Receiver(f)
	}
	if !generic {
		return false
	}
	for n := range ast.Preorder(f.Body) {
		if _, is := n.(*ast.TypeSpec); is {
			return true
		}
	}
	return false
}

// written returns the declaration's text with its keyword.
func (d *declaration) written() string {
	if d.kind == token.TYPE {
		return "type " + d.text
	}
	return d.text
}

// declare reads the declarations of a file.
func (f *file) declare() {
	unnamed := 0
	add := func(name string, kind token.Token, decl ast.Decl, node ast.Node) *declaration {
		d := &declaration{fragment: newFragment(f, node), key: name, name: name, kind: kind, decl: decl, node: node, text: f.slice(node)}
		if name == "_" || kind == token.FUNC && (name == "init" || name == "main") {
			d.key = fmt.Sprintf("%s#%d", name, unnamed)
			unnamed++
		}
		d.words = wordsOf(node)
		d.outer = d.words
		if kind == token.CONST { // it can repeat the previous one of its group
			d.outer = wordsOf(decl)
		}
		f.declarations = append(f.declarations, d)
		return d
	}
	for _, decl := range f.file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl == f.body {
				continue
			}
			d := add(decl.Name.Name, token.FUNC, decl, decl)
			generic := decl.Type.TypeParams != nil
			if decl.Recv != nil {
				var owner string
				owner, generic = Receiver(decl)
				d.key = owner + "." + decl.Name.Name
			}
			if p := f.pieceAt(decl.Pos()); p != nil {
				d.pragma = p.pragma
			}
			d.text = strings.Join(append(d.pragma, d.text), "\n")
			head := *decl
			head.Body = nil
			d.head = &head
			if !generic { // generic functions need their bodies wherever they are used
				d.outer = wordsOf(&head)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					one := *decl
					one.Specs = []ast.Spec{spec}
					add(spec.Name.Name, token.TYPE, &one, spec)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						add(id.Name, decl.Tok, decl, spec)
					}
				}
			}
		}
	}
}

// wordsOf returns the identifiers of a node.
func wordsOf(node ast.Node) map[string]bool {
	words := map[string]bool{}
	for n := range ast.Preorder(node) {
		if id, is := n.(*ast.Ident); is {
			words[id.Name] = true
		}
	}
	return words
}

// VersionMark separates the name of a declaration from its version in symbols. Users never see it.
const VersionMark = "ᵛ"

// Plain removes the version suffixes from the names in a text.
func Plain(text string) string {
	return versioned.ReplaceAllString(text, "")
}

var versioned = regexp.MustCompile(VersionMark + "[0-9]*")

// Receiver returns the name of a method's receiver type, and whether the type is generic.
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

// baseName returns the type name in an expression, and whether the type is generic. The name is nil for types of other packages and types
// without a name.
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

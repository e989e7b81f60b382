package stateful

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// piece is a text of a cell with its free identifiers.
type piece struct {
	text    string
	imports map[string]string // the cell's imports, by name
	free    []freeName
	keys    []string // keys that it declares
	value   [2]int   // position of a variable's value
	sets    []string // names that a statement declares
}

// freeName is an identifier that the text does not declare, or declares for the whole session.
type freeName struct {
	at    int
	name  string
	of    string // the name that is selected from it
	as    string // the new name of an init function
	local bool   // a variable that the statement declares
}

// parsePiece parses a declaration, or a statement. An init function gets another name.
func parsePiece(text string, imports map[string]string, stmt bool, initName string) (p *piece, kind token.Token, err error) {
	head, tail := "package p;", ""
	if stmt {
		head, tail = "package p;func _() {", "\n}"
	}
	f, err := parser.ParseFile(token.NewFileSet(), "", head+text+tail, 0)
	if err != nil {
		return nil, 0, err
	}
	r := pieceReader{piece: &piece{text: text, imports: imports}, from: int(f.FileStart) + len(head), initName: initName, of: map[*ast.Ident]string{}}
	for n := range ast.Preorder(f) {
		if s, is := n.(*ast.SelectorExpr); is {
			if id, is := s.X.(*ast.Ident); is {
				r.of[id] = s.Sel.Name
			}
		}
	}
	switch d := f.Decls[0].(type) {
	case *ast.FuncDecl:
		kind = token.FUNC
		if stmt {
			r.statements(d.Body.List)
		} else {
			r.function(d)
		}
	case *ast.GenDecl:
		kind = d.Tok
		r.group(d)
	}
	free := map[*ast.Ident]bool{}
	for _, id := range f.Unresolved {
		free[id] = true
	}
	for n := range ast.Preorder(f) {
		if id, is := n.(*ast.Ident); is && id.Name != "_" && (free[id] || !stmt && id.Obj != nil && f.Scope.Lookup(id.Name) == id.Obj) {
			r.add(id, freeName{})
		}
	}
	slices.SortFunc(r.free, func(a, b freeName) int { return a.at - b.at })
	return r.piece, kind, nil
}

// pieceReader reads the content of a piece.
type pieceReader struct {
	*piece
	from     int
	initName string
	of       map[*ast.Ident]string // names that are selected from identifiers
}

func (r *pieceReader) add(id *ast.Ident, n freeName) {
	n.at, n.name, n.of = int(id.Pos())-r.from, id.Name, r.of[id]
	r.free = append(r.free, n)
}

// statements finds the variables that statements declare.
func (r *pieceReader) statements(list []ast.Stmt) {
	for _, s := range list {
		if a, is := s.(*ast.AssignStmt); is && a.Tok == token.DEFINE {
			for _, x := range a.Lhs {
				r.add(x.(*ast.Ident), freeName{local: true})
				r.sets = append(r.sets, x.(*ast.Ident).Name)
			}
		}
	}
}

// function finds the key of a function or method.
func (r *pieceReader) function(d *ast.FuncDecl) {
	switch {
	case d.Recv != nil:
		t := d.Recv.List[0].Type
		if s, is := t.(*ast.StarExpr); is {
			t = s.X
		}
		if x, is := t.(*ast.IndexExpr); is {
			t = x.X
		}
		r.keys = []string{t.(*ast.Ident).Name + "." + d.Name.Name}
	case d.Name.Name == "init":
		r.keys = []string{r.initName}
		r.add(d.Name, freeName{as: r.initName})
	default:
		r.keys = []string{d.Name.Name}
	}
}

// group finds the keys of types, constants or a variable, and the position of the variable's value.
func (r *pieceReader) group(d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			r.keys = append(r.keys, s.Name.Name)
		case *ast.ValueSpec:
			for _, n := range s.Names {
				r.keys = append(r.keys, n.Name)
			}
			if d.Tok == token.VAR && len(s.Values) == 1 {
				r.value = [2]int{int(s.Values[0].Pos()) - r.from, int(s.Values[0].End()) - r.from}
			}
		}
	}
}

// formOf returns a part of a piece as a form. The piece names the earlier versions of the variables in later, which the cell's statements
// declare after it.
func (p *piece) formOf(atoms map[string]*atom, from, to int, later map[string]bool) string {
	var b strings.Builder
	at := from
	for _, f := range p.free {
		if f.at < from || f.at >= to {
			continue
		}
		b.WriteString(p.text[at:f.at])
		at = f.at + len(f.name)
		switch {
		case f.as != "":
			b.WriteString(f.as + "__")
		case f.local:
			b.WriteString(f.name + "__")
		case p.imports[f.name] != "":
			b.WriteString(mangled(p.imports[f.name]))
		case atoms[f.name] == nil && types.Universe.Lookup(f.name) != nil:
			b.WriteString(f.name)
		case later[f.name]:
			b.WriteString(f.name + "__old")
		default:
			b.WriteString(f.name + "__")
		}
	}
	b.WriteString(p.text[at:to])
	return b.String()
}

func (p *piece) form(atoms map[string]*atom) string { return p.formOf(atoms, 0, len(p.text), nil) }

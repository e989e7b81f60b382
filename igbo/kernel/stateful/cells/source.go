package cells

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strconv"
	"strings"
)

// source is the text of a cell as a Go file: its declarations without imports, and a function with its statements.
type source struct {
	s      *Session
	number int
	pieces []piece
	below  bool // it has a line %%

	text   string
	spans  []span
	file   *ast.File
	parsed *token.File
	body   *ast.FuncDecl // the cell's function
}

// span is where a piece is in the text.
type span struct {
	from, to int
	piece    *piece
}

// newSource splits a cell into pieces and writes it as a file.
func newSource(s *Session, number int, code string) *source {
	d := &source{s: s, number: number}
	d.pieces, d.below = split(code)
	d.compose("")
	return d
}

func (d *source) entry() string { return fmt.Sprintf("cell_%d", d.number) }

// compose writes the text: imports, declarations, and the cell's function.
func (d *source) compose(imports string) {
	var b strings.Builder
	d.spans = nil
	put := func(p *piece, before string) {
		fmt.Fprintf(&b, "%s/*line %s:%d:%d*/", before, FileName(d.number), p.line, p.col)
		from := b.Len()
		b.WriteString(p.text)
		d.spans = append(d.spans, span{from, b.Len(), p})
		b.WriteString("\n")
	}
	b.WriteString("package main\n" + imports)
	for i := range d.pieces {
		if p := &d.pieces[i]; p.kind != token.IMPORT && p.kind != token.PACKAGE && !p.inside {
			put(p, "")
		}
	}
	fmt.Fprintf(&b, "func %s() {\n", d.entry())
	for i := range d.pieces {
		if p := &d.pieces[i]; p.inside {
			put(p, blanks(p.listed))
		}
	}
	b.WriteString("}\n")
	d.text = b.String()
}

// blanks returns the beginning of an assignment of n values to blanks.
func blanks(n int) string {
	if n == 0 {
		return ""
	}
	return strings.Repeat("_, ", n-1) + "_ = "
}

// pieceAt returns the piece at a position.
func (d *source) pieceAt(pos token.Pos) *piece {
	at := d.offset(pos)
	for _, s := range d.spans {
		if at >= s.from && at <= s.to {
			return s.piece
		}
	}
	return nil
}

// slice returns the text of a node.
func (d *source) slice(n ast.Node) string { return d.text[d.offset(n.Pos()):d.offset(n.End())] }

func (d *source) offset(pos token.Pos) int { return d.parsed.Offset(pos) }

// FileName returns the file name of a cell in positions.
func FileName(cell int) string { return fmt.Sprintf("/stateful/cell_%d.go", cell) }

// CellOf returns the number of the cell whose file name is file.
func CellOf(file string) (cell int, ok bool) {
	name, found := strings.CutPrefix(file[strings.LastIndexAny(file, `/\`)+1:], "cell_")
	if !found || !strings.Contains(file, "stateful") {
		return 0, false
	}
	cell, err := strconv.Atoi(strings.TrimSuffix(name, ".go"))
	return cell, err == nil
}

// parse parses the text and finds the cell's function. It returns [Faults].
func (d *source) parse() error {
	for _, p := range d.pieces {
		if name := strings.Fields(p.text); p.kind == token.PACKAGE && (len(name) < 2 || name[1] != "main") {
			return Faults{{Cell: d.number, Line: p.line, Column: p.col, Text: fmt.Sprintf("%s: a cell must belong to package main (delete the line)", p.text)}}
		}
	}
	file, err := parser.ParseFile(d.s.files, "cell", d.text, parser.ParseComments)
	if err != nil {
		return d.syntax(err)
	}
	d.adopt(file)
	for _, decl := range file.Decls {
		if f, is := decl.(*ast.FuncDecl); is && f.Body == nil {
			return Faults{d.fault(f.Name.Pos(), "missing function body")}
		}
	}
	return nil
}

// adopt stores a parsed text.
func (d *source) adopt(file *ast.File) {
	d.file, d.parsed, d.body = file, d.s.files.File(file.FileStart), nil
	for _, decl := range file.Decls {
		if f, is := decl.(*ast.FuncDecl); is && f.Name.Name == d.entry() && f.Recv == nil {
			d.body = f
		}
	}
}

// fault returns a fault at a position of the cell.
func (d *source) fault(pos token.Pos, text string) Fault {
	at := d.s.files.Position(pos)
	return Fault{Cell: d.number, Line: at.Line, Column: at.Column, Text: text}
}

// syntax returns the parser's errors in the cell.
func (d *source) syntax(err error) error {
	list, is := err.(scanner.ErrorList)
	if !is {
		return err
	}
	var all Faults
	for _, e := range list {
		f := Fault{Cell: d.number, Line: e.Pos.Line, Column: e.Pos.Column, Text: e.Msg}
		if n := len(d.pieces); n > 0 { // for unclosed brackets the parser reports the end of the file
			last := d.pieces[n-1]
			if end := last.line + strings.Count(last.text, "\n"); f.Line > end {
				f.Line, f.Column = end, 0
				f.Text += " (the cell ends here)"
			}
		}
		if len(all) == 0 || all[len(all)-1].Line != f.Line {
			all = append(all, f)
		}
	}
	return all
}

// Parse returns [Faults] if a cell cannot be parsed.
func Parse(code string) error { return newSource(NewSession(nil), 0, code).parse() }

// shown returns the last expressions of the cell, which are shown. It returns none if a semicolon follows them.
func (d *source) shown() []ast.Expr {
	list := d.body.Body.List
	n := len(d.pieces)
	if len(list) == 0 || d.s.show == "" || d.pieces[n-1].mute || !d.pieces[n-1].inside {
		return nil
	}
	switch s := unlabelled(list[len(list)-1]).(type) {
	case *ast.ExprStmt:
		return []ast.Expr{s.X}
	case *ast.AssignStmt:
		if d.pieces[n-1].listed > 0 {
			return s.Rhs
		}
	}
	return nil
}

// top returns the names that top-level statements of the cell declare.
func (d *source) top() (all []*ast.Ident) {
	if d.below {
		return nil
	}
	for _, s := range d.body.Body.List {
		all = append(all, declaredBy(s)...)
	}
	return all
}

// unlabelled returns a statement without its labels.
func unlabelled(s ast.Stmt) ast.Stmt {
	for {
		l, is := s.(*ast.LabeledStmt)
		if !is {
			return s
		}
		s = l.Stmt
	}
}

// declaredBy returns the variables that a statement declares.
func declaredBy(s ast.Stmt) (all []*ast.Ident) {
	switch s := unlabelled(s).(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			for _, e := range s.Lhs {
				if id, is := e.(*ast.Ident); is {
					all = append(all, id)
				}
			}
		}
	case *ast.DeclStmt:
		if g, is := s.Decl.(*ast.GenDecl); is && g.Tok == token.VAR {
			for _, spec := range g.Specs {
				all = append(all, spec.(*ast.ValueSpec).Names...)
			}
		}
	}
	return all
}

// declaredOutside returns the variables that a file declares outside of functions.
func declaredOutside(file *ast.File) (all []*ast.Ident) {
	for _, decl := range file.Decls {
		if g, is := decl.(*ast.GenDecl); is {
			all = append(all, declaredBy(&ast.DeclStmt{Decl: g})...)
		}
	}
	return all
}

func namesOf(all []*ast.Ident) map[string]bool {
	names := map[string]bool{}
	for _, id := range all {
		names[id.Name] = true
	}
	return names
}

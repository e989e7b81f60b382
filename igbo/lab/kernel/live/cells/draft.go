package cells

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// draft is a cell while it is prepared: the text that is checked, and where its parts stand in it.
type draft struct {
	s      *Session
	number int
	pieces []piece
	whole  []piece // with those that mean what they meant
	below  bool    // has a line %%
	pulled []*declaration

	text   string
	spans  []span
	file   *ast.File
	parsed *token.File
	body   *ast.FuncDecl // the cell's function
}

// span is a part of the text: a piece of the cell, or a declaration that is compiled again.
type span struct {
	from, to int
	piece    *piece
	pulled   *declaration
}

func (d *draft) entry() string { return fmt.Sprintf("cell_%d", d.number) }

// mixed tells that statements and declarations stand in one order: variables are then set in their turn.
func (d *draft) mixed() bool {
	return !d.below && slices.ContainsFunc(d.pieces, func(p piece) bool { return p.kind == token.ILLEGAL })
}

// inside tells a piece that belongs to the cell's function.
func (d *draft) inside(p piece) bool {
	return p.kind == token.ILLEGAL || p.kind == token.VAR && d.mixed()
}

// compose writes the text: imports, declarations, and the cell's function.
func (d *draft) compose(imports string) {
	var b strings.Builder
	d.spans = nil
	put := func(text string, cell, line, col int, s span) {
		fmt.Fprintf(&b, "/*line %s:%d:%d*/", FileName(cell), line, col)
		s.from = b.Len()
		b.WriteString(text)
		s.to = b.Len()
		d.spans = append(d.spans, s)
		b.WriteString("\n")
	}
	b.WriteString("package main\n" + imports)
	for i := range d.pieces {
		if p := &d.pieces[i]; p.kind != token.IMPORT && !d.inside(*p) {
			put(p.text, d.number, p.line, p.col, span{piece: p})
		}
	}
	for _, p := range d.pulled {
		put(p.prefix()+p.text, p.cell, p.line, p.col, span{pulled: p})
	}
	fmt.Fprintf(&b, "func %s() {\n", d.entry())
	for i := range d.pieces {
		if p := &d.pieces[i]; d.inside(*p) {
			put(p.text, d.number, p.line, p.col, span{piece: p})
		}
	}
	b.WriteString("}\n")
	d.text = b.String()
}

// prefix is the word that the text of a declaration lacks.
func (d *declaration) prefix() string {
	if d.kind == token.TYPE {
		return "type "
	}
	return ""
}

// FileName is the name of a cell in positions.
func FileName(cell int) string { return fmt.Sprintf("/living/cell_%d.go", cell) }

// CellOf is the cell of a file in a position.
func CellOf(file string) (cell int, ok bool) {
	name, found := strings.CutPrefix(file[strings.LastIndexAny(file, `/\`)+1:], "cell_")
	if !found || !strings.Contains(file, "living") {
		return 0, false
	}
	cell, err := strconv.Atoi(strings.TrimSuffix(name, ".go"))
	return cell, err == nil
}

// parse parses the text, adds the imports that it needs, and finds the cell's function.
func (d *draft) parse() error {
	if err := d.readImports(); err != nil {
		return err
	}
	d.compose("")
	if err := d.parseText(); err != nil {
		return err
	}
	imports, err := d.imports()
	if err != nil || imports == "" {
		return err
	}
	d.compose(imports)
	return d.parseText()
}

func (d *draft) parseText() error {
	file, err := parser.ParseFile(d.s.files, "draft", d.text, parser.ParseComments)
	if err != nil {
		return d.syntax(err)
	}
	d.file, d.parsed, d.body = file, d.s.files.File(file.FileStart), nil
	for _, decl := range file.Decls {
		if f, is := decl.(*ast.FuncDecl); is && f.Name.Name == d.entry() {
			d.body = f
		}
	}
	return nil
}

// syntax says what the parser found in the cell.
func (d *draft) syntax(err error) error {
	list, is := err.(scanner.ErrorList)
	if !is {
		return err
	}
	var all Faults
	for _, e := range list {
		f := Fault{Cell: d.number, Line: e.Pos.Line, Column: e.Pos.Column, Text: e.Msg}
		if cell, ok := CellOf(e.Pos.Filename); ok {
			f.Cell = cell
		}
		if n := len(d.pieces); n > 0 { // what is open at the end is found behind it
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

// Parse tells whether a cell can be parsed. Errors: [Faults].
func Parse(code string) error {
	_, err := parsed(code)
	return err
}

// parsed is a cell by itself.
func parsed(code string) (*draft, error) {
	d := &draft{s: NewSession(nil)}
	d.pieces, d.below = split(code)
	d.compose("")
	return d, d.parseText()
}

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

// draft is a cell while it is prepared: the text that is checked, and where its parts stand in it.
type draft struct {
	s      *Session
	number int
	pieces []piece
	below  bool // has a line %%
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
	if d.below {
		return false
	}
	for _, p := range d.pieces {
		if p.kind == token.ILLEGAL {
			return true
		}
	}
	return false
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
		fmt.Fprintf(&b, "/*line %s:%d:%d*/", fileName(cell), line, col)
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

// fileName is the name of a cell in positions.
func fileName(cell int) string { return fmt.Sprintf("/living/cell_%d.go", cell) }

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

// readImports takes the import lines of the cell.
func (d *draft) readImports() error {
	for _, p := range d.pieces {
		if p.kind != token.IMPORT {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+p.text, parser.ImportsOnly)
		if err != nil {
			return Faults{{Cell: d.number, Line: p.line, Text: strings.TrimPrefix(err.Error(), "2:")}}
		}
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			if path == "C" || path == "embed" || spec.Name != nil && spec.Name.Name == "." {
				return Foreign{"import " + spec.Path.Value + " needs the go command"}
			}
			if !d.s.Has(path) {
				return Foreign{path + " is not linked into the living process"}
			}
			name := ""
			if spec.Name != nil {
				name = spec.Name.Name
			} else if pkg, err := d.s.Import(path); err == nil {
				name = pkg.Name()
			}
			if name != "_" {
				d.s.imported[name] = path
			}
		}
	}
	return nil
}

// imports are lines for the packages that are used by their names.
func (d *draft) imports() (string, error) {
	used, order := map[string][]string{}, []string{}
	unresolved := map[*ast.Ident]bool{}
	for _, id := range d.file.Unresolved {
		unresolved[id] = true
	}
	ast.Inspect(d.file, func(n ast.Node) bool {
		sel, is := n.(*ast.SelectorExpr)
		if !is {
			return true
		}
		if id, is := sel.X.(*ast.Ident); is && unresolved[id] && sel.Sel.IsExported() {
			if used[id.Name] == nil {
				order = append(order, id.Name)
			}
			used[id.Name] = append(used[id.Name], sel.Sel.Name)
		}
		return true
	})
	var b strings.Builder
	for _, name := range order {
		if d.s.state[name] != nil && d.s.imported[name] == "" {
			continue
		}
		path := d.s.imported[name]
		if path == "" {
			path = d.s.Choose(name, used[name])
		}
		if path == "" || path == "embed" {
			continue
		}
		if !d.s.Has(path) {
			return "", Foreign{path + " is not linked into the living process"}
		}
		if page := needsPage(path, used[name]); page != "" {
			return "", Foreign{page + " talks with the notebook's page"}
		}
		fmt.Fprintf(&b, "import %s %q\n", name, path)
	}
	return b.String(), nil
}

// needsPage names what is used of a package that talks with the notebook's page, for which GoNB is needed.
func needsPage(path string, symbols []string) string {
	switch name := path[strings.LastIndex(path, "/")+1:]; {
	case strings.HasPrefix(path, "github.com/janpfeifer/gonb/gonbui/"), strings.HasPrefix(path, "github.com/janpfeifer/gonb/gonbui") && strings.Contains(strings.Join(symbols, " "), "RequestInput"):
		return name
	case strings.HasSuffix(path, "/plots/inline"):
		for _, symbol := range symbols {
			if symbol == "Slider" || symbol == "Select" {
				return "inline." + symbol
			}
		}
	}
	return ""
}

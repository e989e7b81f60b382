package cells

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// declarations adds the declarations of a cell that no later cell has replaced.
func (e *exporter) declarations(c committed) {
	f := c.file
	alive := e.s.declarations
	for _, decl := range f.file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			e.function(c, decl)
		case *ast.GenDecl:
			var specs []string
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if f.owns(spec.Name.Name, alive) {
						specs = append(specs, f.slice(spec))
					}
				case *ast.ValueSpec:
					if text := e.values(f, decl.Tok, spec); text != "" {
						specs = append(specs, text)
					}
				}
			}
			if len(specs) == 0 || decl.Tok == token.CONST && f.group(decl, alive) == nil {
				continue
			}
			e.declared = append(e.declared, f.doc(decl)+grouped(decl.Tok, specs))
		}
	}
}

// grouped returns a declaration with one or several specs.
func grouped(kind token.Token, specs []string) string {
	if len(specs) == 1 {
		return kind.String() + " " + specs[0]
	}
	return kind.String() + " (\n" + strings.Join(specs, "\n") + "\n)"
}

// function adds a function or a method.
func (e *exporter) function(c committed, n *ast.FuncDecl) {
	f := c.file
	if n == f.body {
		return
	}
	i := slices.IndexFunc(f.declarations, func(d *declaration) bool { return d.node == ast.Node(n) })
	d := f.declarations[i]
	text := f.doc(n) + d.text
	switch {
	case d.unnamed() && d.name == "main":
		if c.ended {
			e.main = append(e.main, "func() "+f.slice(n.Body)+"()")
		}
	case d.unnamed() && d.name == "init":
		e.declared = append(e.declared, text)
	case !f.owns(d.key, e.s.declarations):
	case d.tests():
		e.tests = append(e.tests, text)
	default:
		e.declared = append(e.declared, text)
	}
}

// values returns a spec of constants or variables. Names that other cells declare become blank. Main assigns variables that are moved.
func (e *exporter) values(f *file, kind token.Token, spec *ast.ValueSpec) string {
	mine := func(id *ast.Ident) bool {
		return kind == token.VAR && e.variable(id.Name) || f.owns(id.Name, e.s.declarations)
	}
	if kind == token.VAR {
		switch {
		case !slices.ContainsFunc(spec.Names, mine):
			return ""
		case slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool { return e.moved[id.Name] }):
			e.set(f, spec)
			return ""
		}
	}
	text := f.slice(spec)
	for _, id := range slices.Backward(spec.Names) {
		if !mine(id) {
			at := f.offset(id.Pos()) - f.offset(spec.Pos())
			text = text[:at] + "_" + text[at+len(id.Name):]
		}
	}
	return text
}

// set makes main assign variables.
func (e *exporter) set(f *file, spec *ast.ValueSpec) {
	e.typedText(spec.Names)
	if len(spec.Values) == 0 {
		for _, id := range spec.Names {
			if d := e.s.declarations[id.Name]; d != nil && spec.Type != nil {
				e.main = append(e.main, id.Name+" = *new("+f.slice(spec.Type)+")")
			}
		}
		return
	}
	var names []string
	for _, id := range spec.Names {
		names = append(names, e.orBlank(id))
	}
	var values []string
	for _, v := range spec.Values {
		values = append(values, f.slice(v))
	}
	e.main = append(e.main, strings.Join(names, ", ")+" = "+strings.Join(values, ", "))
}

// orBlank returns an identifier if it is a variable of the session, and the blank identifier otherwise.
func (e *exporter) orBlank(id *ast.Ident) string {
	if e.variable(id.Name) {
		return id.Name
	}
	return "_"
}

// statements adds the statements of a cell to main.
func (e *exporter) statements(c committed) {
	f := c.file
	if len(f.body.Body.List) == 0 {
		return
	}
	if !c.ended {
		for _, id := range f.top() {
			e.typedText([]*ast.Ident{id})
		}
		if c.gone {
			return
		}
		e.main = append(e.main, "// The statements of a cell that failed are omitted.")
		return
	}
	if f.below {
		var lines []string
		for _, s := range f.body.Body.List {
			lines = append(lines, f.statement(s))
		}
		e.main = append(e.main, "{\n"+strings.Join(lines, "\n")+"\n}")
		return
	}
	shown := f.shown()
	for i, s := range f.body.Body.List {
		last := i == len(f.body.Body.List)-1
		switch text := f.statement(s); {
		case strings.HasPrefix(text, "notebook.Test(") || strings.HasPrefix(text, "notebook.Show(notebook.Timeit("): // a kernel line has run it
		case last && c.shows && len(shown) > 0:
			e.imports["fmt"] = "fmt"
			var values []string
			for _, v := range shown {
				values = append(values, f.slice(v))
			}
			e.main = append(e.main, "fmt.Println("+strings.Join(values, ", ")+")")
		case c.unused[s]:
			e.main = append(e.main, "_ = "+text)
		default:
			e.statement(f, s, text)
		}
	}
}

// statement adds a statement to main, or declares its variables.
func (e *exporter) statement(f *file, s ast.Stmt, text string) {
	names := slices.DeleteFunc(declaredBy(s), func(id *ast.Ident) bool { return !e.variable(id.Name) })
	if len(names) == 0 {
		e.main = append(e.main, text)
		return
	}
	moved := slices.ContainsFunc(names, func(id *ast.Ident) bool { return e.moved[id.Name] })
	switch n := unlabelled(s).(type) {
	case *ast.DeclStmt:
		for _, spec := range n.Decl.(*ast.GenDecl).Specs {
			if text := e.values(f, token.VAR, spec.(*ast.ValueSpec)); text != "" {
				e.declared = append(e.declared, f.doc(s)+"var "+text)
			}
		}
	case *ast.AssignStmt:
		var left []string
		for _, id := range declaredBy(s) {
			left = append(left, e.orBlank(id))
		}
		right := f.text[f.offset(n.Rhs[0].Pos()):f.offset(n.Rhs[len(n.Rhs)-1].End())]
		if !moved {
			e.declared = append(e.declared, f.doc(s)+"var "+strings.Join(left, ", ")+" = "+right)
			return
		}
		e.typedText(names)
		e.main = append(e.main, f.doc(s)+strings.Join(left, ", ")+" = "+right)
	}
}

// statement returns the text of a statement with the comments before it.
func (f *file) statement(s ast.Stmt) string { return f.doc(s) + f.slice(s) }

// doc returns the comments directly before a node.
func (f *file) doc(n ast.Node) string {
	if p := f.pieceAt(n.Pos()); p != nil {
		return p.doc
	}
	return ""
}

// docOf returns the comment lines at the end of the text between two pieces, without compiler directives. The first line belongs to the
// previous piece.
func docOf(between string) string {
	lines := strings.Split(between, "\n")
	from := len(lines) - 1
	for from > 1 && strings.HasPrefix(strings.TrimSpace(lines[from-1]), "//") && strings.TrimSpace(lines[len(lines)-1]) == "" {
		from--
	}
	var doc strings.Builder
	for _, line := range lines[from : len(lines)-1] {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "//go:") {
			doc.WriteString(line + "\n")
		}
	}
	return doc.String()
}

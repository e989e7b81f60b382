package cells

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
)

// file is a cell as a file of the session's package, or a variable that is declared with its type.
type file struct {
	*source
	cell         string            // the front end's name of the cell, or ""
	imports      map[string]string // imports of the declarations: name → path
	inside       map[string]string // imports of the statements
	explicit     map[string]bool   // names of imports that are written in the cell
	dots         []string          // paths of dot imports
	declarations []*declaration
	selected     map[*ast.Ident]bool // names after a dot
	embedded     map[*ast.Ident]bool // names of embedded fields
}

// newFile reads the imports and declarations of a cell.
func (s *Session) newFile(d *source) (*file, error) {
	f := &file{source: d, imports: map[string]string{}, explicit: map[string]bool{}}
	if err := f.readImports(); err != nil {
		return nil, err
	}
	own := namesOf(d.top())
	for id := range namesOf(declaredOutside(d.file)) {
		own[id] = true
	}
	var outside []ast.Decl
	for _, decl := range d.file.Decls {
		if decl != ast.Decl(d.body) {
			outside = append(outside, decl)
		}
	}
	f.inside = maps.Clone(f.imports)
	if err := f.implicit(f.imports, outside, own); err != nil { // in the cell's functions such a name is the cell's variable
		return nil, err
	}
	if err := f.implicit(f.inside, []ast.Decl{d.body}, nil); err != nil { // in `rand := rand.New(…)` it is the package
		return nil, err
	}
	f.read()
	return f, nil
}

// newVariable declares a variable with its type in a separate file, where no declaration of a cell can capture a name.
func (s *Session) newVariable(number int, p *pass, name string, t types.Type) (*declaration, error) {
	text, imports, why := p.checkerText(t)
	if why != "" {
		return nil, fmt.Errorf("cells: declaring %s: %s", name, why)
	}
	d := &source{s: s, number: number, text: "package main\nvar " + name + " " + text + "\n"}
	parsed, err := parser.ParseFile(s.files, "variable", d.text, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("cells: declaring %s: %w", name, err)
	}
	d.adopt(parsed)
	f := &file{source: d, imports: imports}
	f.read()
	return f.declarations[0], nil
}

// read finds the declarations, selected names and embedded fields.
func (f *file) read() {
	f.selected, f.embedded = map[*ast.Ident]bool{}, map[*ast.Ident]bool{}
	for n := range ast.Preorder(f.file) {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			f.selected[n.Sel] = true
		case *ast.StructType:
			for _, field := range n.Fields.List {
				if id, _ := baseName(field.Type); id != nil && len(field.Names) == 0 {
					f.embedded[id] = true
				}
			}
		}
	}
	f.declare()
}

// outside returns the file with the declarations that are current, as the checker gets it. Full selects the functions that keep their
// bodies.
func (f *file) outside(alive map[string]*declaration, full func(*declaration) bool) *ast.File {
	out := *f.file
	out.Decls = f.importLines(f.imports)
	seen := map[ast.Decl]bool{}
	for _, d := range f.declarations {
		switch {
		case d.kind == token.CONST || d.kind == token.VAR:
			if !seen[d.decl] {
				seen[d.decl] = true
				if g := f.group(d.decl.(*ast.GenDecl), alive); g != nil {
					out.Decls = append(out.Decls, g)
				}
			}
		case !f.owns(d.key, alive): // the checker reports duplicates in this file
		case d.head != nil && !full(d):
			out.Decls = append(out.Decls, d.head)
		default:
			out.Decls = append(out.Decls, d.decl)
		}
	}
	return &out
}

// statements returns the file with the cell's function, as the checker gets it.
func (f *file) statements() *ast.File {
	out := *f.file
	out.Decls = append(f.importLines(f.inside), f.body)
	return &out
}

// importLines returns import declarations.
func (f *file) importLines(imports map[string]string) (all []ast.Decl) {
	at := f.file.Package
	line := func(name, path string) {
		all = append(all, &ast.GenDecl{Tok: token.IMPORT, TokPos: at, Specs: []ast.Spec{&ast.ImportSpec{
			Name: &ast.Ident{NamePos: at, Name: name}, Path: &ast.BasicLit{ValuePos: at, Kind: token.STRING, Value: fmt.Sprintf("%q", path)},
		}}})
	}
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		line(name, imports[name])
	}
	for _, path := range f.dots {
		line(".", path)
	}
	return all
}

// owns reports whether the current declaration of a key is in this file.
func (f *file) owns(key string, alive map[string]*declaration) bool {
	return alive[key] != nil && alive[key].in == f
}

// group returns a group of constants or variables in which names that another cell has declared since are blank. It returns nil if all
// names are blank.
func (f *file) group(g *ast.GenDecl, alive map[string]*declaration) *ast.GenDecl {
	some, all := false, true
	mine := func(id *ast.Ident) bool { return id.Name == "_" || f.owns(id.Name, alive) }
	for _, spec := range g.Specs {
		for _, id := range spec.(*ast.ValueSpec).Names {
			some, all = some || mine(id), all && mine(id)
		}
	}
	switch {
	case !some:
		return nil
	case all:
		return g
	}
	one := *g
	one.Specs = nil
	for _, spec := range g.Specs {
		v := *spec.(*ast.ValueSpec)
		v.Names = slices.Clone(v.Names)
		for i, id := range v.Names {
			if !mine(id) {
				v.Names[i] = &ast.Ident{NamePos: id.NamePos, Name: "_"}
			}
		}
		one.Specs = append(one.Specs, &v)
	}
	return &one
}

package grade

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/ipynb"
)

// declaration is one at the top level of a cell.
type declaration struct {
	cell          int // its place among the cells; those of the course come before all
	names         []string
	owner, method string // of a method, its type and name
	text          string
	uses          []string
}

// scope is what the cells of a notebook declare.
type scope struct {
	declared []declaration
	imports  []string
	faults   []string // cells that do not parse
}

// add takes what cells declare, from a place on.
func (s *scope) add(cells []ipynb.Cell, from int) {
	for i, c := range cells {
		if !c.Code {
			continue
		}
		head, _, _ := strings.Cut("\n"+c.Source, "\n%%")
		if err := s.parse(uncommanded(head), from+i); err != nil {
			_, why, _ := strings.Cut(err.Error(), ": ")
			s.faults = append(s.faults, why)
		}
	}
}

// uncommanded is a cell without its lines for the shell and the kernel.
func uncommanded(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if word := strings.TrimSpace(line); strings.HasPrefix(word, "!") || strings.HasPrefix(word, "%") {
			line = "\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

func (s *scope) parse(text string, cell int) error {
	const head = "package main;"
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", head+text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	at := func(n ast.Node) string {
		return (head + text)[files.Position(n.Pos()).Offset:files.Position(n.End()).Offset]
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			one := declaration{cell: cell, names: []string{d.Name.Name}, text: at(d), uses: identifiers(d)}
			if d.Recv != nil && len(d.Recv.List) == 1 {
				one.owner, one.method, one.names = receiver(d.Recv.List[0].Type), d.Name.Name, nil
			} else if d.Name.Name == "main" || d.Name.Name == "init" {
				continue
			}
			s.declared = append(s.declared, one)
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				for _, spec := range d.Specs {
					one := spec.(*ast.ImportSpec)
					if one.Path.Value != `"C"` && (one.Name == nil || one.Name.Name != "_") { // neither is for an answer
						s.imports = append(s.imports, "import "+at(spec))
					}
				}
				continue
			}
			s.declared = append(s.declared, declaration{cell: cell, names: declares(d), text: at(d), uses: identifiers(d)})
		}
	}
	return nil
}

// declares are the names of constants, types and variables.
func declares(d *ast.GenDecl) (names []string) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			names = append(names, spec.Name.Name)
		case *ast.ValueSpec:
			for _, n := range spec.Names {
				names = append(names, n.Name)
			}
		}
	}
	return names
}

func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// identifiers are all names in a piece of code, whatever they mean.
func identifiers(n ast.Node) (names []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is {
			names = append(names, id.Name)
		}
		return true
	})
	return names
}

// pick chooses the declarations that code needs which stands behind a cell: of each name the last one before it, else
// the first behind it. Names that nothing declares are left to the imports.
func (s *scope) pick(code ast.Node, before int) (picked []declaration) {
	seen, taken := map[string]bool{}, map[int]bool{}
	queue := identifiers(code)
	take := func(i int) {
		if !taken[i] {
			taken[i] = true
			queue = append(append(queue, s.declared[i].uses...), s.declared[i].names...)
		}
	}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if seen[name] || name == "_" {
			continue
		}
		seen[name] = true
		last, next := -1, -1
		for i, d := range s.declared {
			switch {
			case !slices.Contains(d.names, name):
			case d.cell <= before:
				last = i
			case next < 0:
				next = i
			}
		}
		if last < 0 {
			last = next
		}
		if last >= 0 {
			take(last)
		}
		for i, m := range s.declared {
			if m.owner == name && s.current(i, before) {
				take(i)
			}
		}
	}
	for i, d := range s.declared {
		if taken[i] {
			picked = append(picked, d)
		}
	}
	return picked
}

// current tells whether no later cell before a place declares the same method again.
func (s *scope) current(i, before int) bool {
	m := s.declared[i]
	return !slices.ContainsFunc(s.declared[i+1:], func(d declaration) bool {
		return d.owner == m.owner && d.method == m.method && d.cell <= before
	})
}

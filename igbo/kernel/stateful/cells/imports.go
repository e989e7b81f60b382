package cells

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/prelude"
)

// imports returns the imports of an import declaration. It returns none for another piece or a malformed one.
func (p piece) imports() ([]*ast.ImportSpec, error) {
	if p.kind != token.IMPORT {
		return nil, nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", "package main\n"+p.text, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	return file.Imports, nil
}

// readImports reads the import lines of the cell.
func (f *file) readImports() error {
	for _, p := range f.pieces {
		specs, err := p.imports()
		if err != nil {
			return Faults{{Cell: f.number, Line: p.line, Text: strings.TrimPrefix(err.Error(), "2:")}}
		}
		for _, spec := range specs {
			if err := f.readImport(p, spec); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *file) readImport(p piece, spec *ast.ImportSpec) error {
	path, _ := strconv.Unquote(spec.Path.Value)
	switch {
	case path == "C":
		return Faults{{Cell: f.number, Line: p.line, Text: "cells cannot contain C (put it into a package; a cell that imports the package runs as a program)"}}
	case path == "embed":
		return Foreign{"import " + spec.Path.Value + " needs the go command"}
	case !f.s.Has(path):
		return Foreign{path + " is not linked into the stateful process"}
	}
	name := ""
	if spec.Name != nil {
		name = spec.Name.Name
	} else if pkg, err := f.s.Import(path); err == nil {
		name = pkg.Name()
	}
	switch name {
	case "_":
	case ".":
		f.dots = append(f.dots, path)
	default:
		f.imports[name], f.explicit[name] = path, true
	}
	return nil
}

// implicit adds the imports that declarations need and that the cell does not write: from earlier cells, or from the prelude. Names in own
// are variables of the cell.
func (f *file) implicit(imports map[string]string, decls []ast.Decl, own map[string]bool) error {
	names, symbols := prelude.Uses(&ast.File{Name: f.file.Name, Decls: decls, Unresolved: f.file.Unresolved})
	for _, name := range names {
		if imports[name] != "" || own[name] {
			continue
		}
		path := f.s.importPath(name, symbols[name])
		switch {
		case path == "" || path == "embed":
			continue
		case !f.s.Has(path):
			return Foreign{path + " is not linked into the stateful process"}
		case path == "github.com/janpfeifer/gonb/gonbui" && slices.Contains(symbols[name], "RequestInput"):
			return Foreign{"gonbui.RequestInput requires a program"}
		}
		imports[name] = path
	}
	return nil
}

// importPath returns the import path of a name before a dot. It is empty if the name is a declaration of the session or unknown. Symbols
// are the names after the dot. A declaration is preferred if it has one of them.
func (s *Session) importPath(name string, symbols []string) string {
	if d := s.declarations[name]; d != nil && d.object != nil && slices.ContainsFunc(symbols, func(symbol string) bool {
		o, _, _ := types.LookupFieldOrMethod(d.object.Type(), true, s.main, symbol)
		return o != nil
	}) {
		return ""
	}
	if path := s.imports[name]; path != "" {
		return path
	}
	return prelude.Choose(name, symbols)
}

// directives matches comments that need the go command.
var directives = regexp.MustCompile(`(?m)^//go:(embed|linkname)\b`)

// directive returns the first such directive of the cell, or "".
func directive(code string) string {
	for _, at := range directives.FindAllStringIndex(code, -1) {
		if !inText(code, at[0]) {
			return code[at[0]:at[1]]
		}
	}
	return ""
}

// Imports returns the import paths of a cell, each with its line. It returns none for a cell that cannot be parsed.
func Imports(code string) map[string]int {
	lines := map[string]int{}
	if !strings.Contains(code, "import") {
		return lines
	}
	pieces, _ := split(code)
	for _, p := range pieces {
		if p.kind != token.IMPORT {
			continue
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, "", "package main; "+p.text, parser.ImportsOnly)
		if err != nil {
			return nil
		}
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				lines[path] = p.line + files.Position(spec.Pos()).Line - 1
			}
		}
	}
	return lines
}

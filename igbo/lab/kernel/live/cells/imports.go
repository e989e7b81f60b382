package cells

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/kernel/prelude"
)

// imports are those of an import line, none of another piece or of one that is damaged.
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

// readImports takes the import lines of the cell.
func (d *draft) readImports() error {
	for _, p := range d.pieces {
		specs, err := p.imports()
		if err != nil {
			return Faults{{Cell: d.number, Line: p.line, Text: strings.TrimPrefix(err.Error(), "2:")}}
		}
		for _, spec := range specs {
			path, _ := strconv.Unquote(spec.Path.Value)
			if path == "C" {
				return Faults{{Cell: d.number, Line: p.line, Text: "cells hold no C: a package can, and a cell that imports it runs as a program"}}
			}
			if path == "embed" || spec.Name != nil && spec.Name.Name == "." {
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

// directives are comments that change what a declaration means.
var directives = regexp.MustCompile(`(?m)^//go:(embed|linkname)\b`)

// directive is the first one of the cell, empty without one.
func directive(code string) string {
	for _, at := range directives.FindAllStringIndex(code, -1) {
		if !inText(code, at[0]) {
			return code[at[0]:at[1]]
		}
	}
	return ""
}

// imports are lines for the packages that are used by their names.
func (d *draft) imports() (string, error) {
	var b strings.Builder
	err := d.named(func(name, path string, symbols []string) error {
		if !d.s.Has(path) {
			return Foreign{path + " is not linked into the living process"}
		}
		if path == "github.com/janpfeifer/gonb/gonbui" && slices.Contains(symbols, "RequestInput") { // which GoNB answers
			return Foreign{"gonbui.RequestInput asks for a line"}
		}
		fmt.Fprintf(&b, "import %s %q\n", name, path)
		return nil
	})
	if err != nil {
		return "", err
	}
	return b.String(), nil
}

// named visits the packages that are used by their names, in their order, until an error.
func (d *draft) named(visit func(name, path string, symbols []string) error) error {
	names, used := prelude.Uses(d.file)
	for _, name := range names {
		if d.s.state[name] != nil && d.s.imported[name] == "" {
			continue
		}
		path := d.s.imported[name]
		if path == "" {
			path = prelude.Choose(name, used[name])
		}
		if path == "" || path == "embed" {
			continue
		}
		if err := visit(name, path, used[name]); err != nil {
			return err
		}
	}
	return nil
}

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
	for _, p := range d.named() {
		if !d.s.Has(p.path) {
			return "", Foreign{p.path + " is not linked into the living process"}
		}
		if p.path == "github.com/janpfeifer/gonb/gonbui" && slices.Contains(p.symbols, "RequestInput") { // which GoNB answers
			return "", Foreign{"gonbui.RequestInput asks for a line"}
		}
		fmt.Fprintf(&b, "import %s %q\n", p.name, p.path)
	}
	return b.String(), nil
}

// usedPackage is a package that is used by its name, with what is used of it.
type usedPackage struct {
	name, path string
	symbols    []string
}

// named are the packages that are used by their names, in their order.
func (d *draft) named() (all []usedPackage) {
	names, symbols := prelude.Uses(d.file)
	for _, name := range names {
		path := d.s.imported[name]
		if path == "" && d.s.state[name] == nil {
			path = prelude.Choose(name, symbols[name])
		}
		if path != "" && path != "embed" {
			all = append(all, usedPackage{name, path, symbols[name]})
		}
	}
	return all
}

package compose

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// Declaration is a declaration at the top level of a cell.
type Declaration struct {
	// Cell is the number of the cell, and Line the first line of the declaration there.
	Cell, Line int
	// Names lists the names that it declares. A method has none; it has an Owner, which is a type, and a name.
	Names         []string
	Owner, Method string
	// Head precedes the Text: the keyword that grouped specs share.
	Head, Text string
	// Uses lists all names in it.
	Uses []string
}

// String returns the declaration with its keyword.
func (d Declaration) String() string { return strings.TrimSpace(d.Head + " " + d.Text) }

// Import is an import of a cell.
type Import struct {
	// Text is its specification as written.
	Text string
	Path string
	// Blank reports that it has no name.
	Blank bool
}

// cell is a parsed cell.
type cell struct {
	number   int
	text     string // with the text before the declarations, on their first line
	files    *token.FileSet
	declared []Declaration
	imports  []Import
}

// parse reads the declarations of a cell. It returns a scanner.ErrorList with positions in [cells.FileName] if the cell does not parse.
func parse(text string, number int) (*cell, error) {
	c := &cell{number: number, text: "package main;/*line " + cells.FileName(number) + ":1:1*/" + text, files: token.NewFileSet()}
	file, err := parser.ParseFile(c.files, "", c.text, parser.SkipObjectResolution)
	if err != nil {
		return c, err
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			one := c.declaration(d, "")
			one.Names = []string{d.Name.Name}
			if d.Recv != nil && len(d.Recv.List) == 1 {
				one.Method, one.Names = d.Name.Name, nil
				one.Owner, _ = cells.Receiver(d)
			}
			c.declared = append(c.declared, one)
		case *ast.GenDecl:
			c.general(d)
		}
	}
	return c, nil
}

// general adds imports, constants, types and variables. Each spec is separate, except constants that repeat an earlier expression.
func (c *cell) general(d *ast.GenDecl) {
	if d.Tok == token.CONST && d.Lparen.IsValid() || !d.Lparen.IsValid() && d.Tok != token.IMPORT {
		one := c.declaration(d, "")
		for _, s := range d.Specs {
			one.Names = append(one.Names, declares(s)...)
		}
		c.declared = append(c.declared, one)
		return
	}
	for _, s := range d.Specs {
		if spec, is := s.(*ast.ImportSpec); is {
			p := strings.Trim(spec.Path.Value, "`\"")
			c.imports = append(c.imports, Import{c.at(s), p, spec.Name != nil && spec.Name.Name == "_"})
			continue
		}
		one := c.declaration(s, d.Tok.String())
		one.Names = declares(s)
		c.declared = append(c.declared, one)
	}
}

func (c *cell) declaration(n ast.Node, head string) Declaration {
	return Declaration{Cell: c.number, Line: c.line(n), Head: head, Text: c.at(n), Uses: identifiers(n)}
}

func (c *cell) line(n ast.Node) int { return c.files.Position(n.Pos()).Line }

func (c *cell) at(n ast.Node) string {
	return c.text[c.files.PositionFor(n.Pos(), false).Offset:c.files.PositionFor(n.End(), false).Offset]
}

// declares returns the names of a constant, type or variable.
func declares(spec ast.Spec) (names []string) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		return []string{spec.Name.Name}
	case *ast.ValueSpec:
		for _, n := range spec.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

// identifiers returns all names in a piece of code, whatever they mean.
func identifiers(n ast.Node) (names []string) {
	for n := range ast.Preorder(n) {
		if id, is := n.(*ast.Ident); is {
			names = append(names, id.Name)
		}
	}
	return names
}

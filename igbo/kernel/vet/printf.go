package vet

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/analysis/passes/printf"
	"golang.org/x/tools/go/ast/inspector"
)

// Warning is a finding of a check.
type Warning struct {
	// File and Line hold the position, according to the //line comments of the source.
	File string
	Line int
	// Text is the message.
	Text string
}

// Checker checks the files of a session, one after another. The zero value is ready.
type Checker struct {
	wrappers map[string]analysis.Fact // of functions in package main, by their full names
}

// Printf checks the calls of formatting functions in a file of package main. The file can declare functions of other files
// without a body. It returns no warnings if the file cannot be checked.
func (c *Checker) Printf(source string, packages types.Importer) (warnings []Warning) {
	defer func() {
		if recover() != nil { // the check panics if a package has errors
			warnings = nil
		}
	}()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	config := types.Config{Importer: packages, Error: func(error) {}} // to the type checker, a function without a body is an error
	pkg, _ := config.Check("main", files, []*ast.File{file}, info)
	if c.wrappers == nil {
		c.wrappers = map[string]analysis.Fact{}
	}
	pass := &analysis.Pass{
		Analyzer: printf.Analyzer, Fset: files, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
		ResultOf:         map[*analysis.Analyzer]any{inspect.Analyzer: inspector.New([]*ast.File{file})},
		ImportObjectFact: c.known, ExportObjectFact: c.learn,
		Report: func(d analysis.Diagnostic) {
			at := files.Position(d.Pos)
			warnings = append(warnings, Warning{at.Filename, at.Line, d.Message})
		},
	}
	_, _ = printf.Analyzer.Run(pass) // the check itself returns no errors
	return warnings
}

// learn records that a function is a wrapper.
func (c *Checker) learn(o types.Object, fact analysis.Fact) {
	if f, is := o.(*types.Func); is {
		c.wrappers[f.FullName()] = fact
	}
}

// known returns the fact recorded about a function.
func (c *Checker) known(o types.Object, fact analysis.Fact) bool {
	f, is := o.(*types.Func)
	if !is || f.Pkg() == nil || f.Pkg().Path() != "main" {
		return false
	}
	kept := c.wrappers[f.FullName()]
	if kept == nil || reflect.TypeOf(kept) != reflect.TypeOf(fact) {
		return false
	}
	reflect.ValueOf(fact).Elem().Set(reflect.ValueOf(kept).Elem())
	return true
}

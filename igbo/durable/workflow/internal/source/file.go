package source

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// A File is a single-file program.
type File struct {
	text  []byte
	files *token.FileSet
	ast   *ast.File
	scope *types.Scope
	uses  map[*ast.Ident]types.Object

	decls   map[types.Object]decl
	methods map[types.Object][]*ast.FuncDecl // by the receiver's type
	always  []decl                           // code that always runs: init functions, blank variables
}

// A decl is a declaration: the node whose text is hashed, and a keyword if the node does not contain it.
type decl struct {
	keyword string
	node    ast.Node
}

// Parse parses the text of a program.
func Parse(text []byte) (*File, error) {
	f := &File{text: text, files: token.NewFileSet(), decls: map[types.Object]decl{}, methods: map[types.Object][]*ast.FuncDecl{}}
	var err error
	if f.ast, err = parser.ParseFile(f.files, "main.go", text, parser.SkipObjectResolution); err != nil {
		return nil, fmt.Errorf("workflow: the source of the function: %w", err)
	}
	f.resolve()
	for _, d := range f.ast.Decls {
		f.declare(d)
	}
	return f, nil
}

// nothing is an importer that imports no packages, because the names of imports are sufficient.
type nothing struct{}

func (nothing) Import(path string) (*types.Package, error) { return nil, errors.New(path) }

// resolve finds the declarations that names in the file refer to.
func (f *File) resolve() {
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	check := types.Config{Importer: nothing{}, Error: func(error) {}, DisableUnusedImportCheck: true}
	pkg, _ := check.Check("main", f.files, []*ast.File{f.ast}, info) // the only errors are about imports
	f.scope, f.uses = pkg.Scope(), info.Uses
	for name, object := range info.Defs {
		if object != nil {
			f.uses[name] = object
		}
	}
}

// declare records what a top-level declaration declares.
func (f *File) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		switch {
		case d.Recv != nil:
			of := f.receiver(d)
			f.methods[of] = append(f.methods[of], d)
		case d.Name.Name == "init" || d.Name.Name == "_":
			f.always = append(f.always, decl{"", d})
		default:
			f.decls[f.scope.Lookup(d.Name.Name)] = decl{"", d}
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			f.declareSpec(d, spec)
		}
	}
}

func (f *File) declareSpec(d *ast.GenDecl, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		f.decls[f.scope.Lookup(spec.Name.Name)] = decl{"type", spec}
	case *ast.ValueSpec:
		text := decl{"var", spec}
		if d.Tok == token.CONST { // a constant may repeat the previous expression
			text = decl{"", d}
		}
		for _, name := range spec.Names {
			if name.Name == "_" && d.Tok == token.VAR {
				f.always = append(f.always, text)
				continue
			}
			f.decls[f.scope.Lookup(name.Name)] = text
		}
	}
}

// receiver returns the receiver type of a method, even if it is written as an alias.
func (f *File) receiver(d *ast.FuncDecl) types.Object {
	method, ok := f.uses[d.Name].(*types.Func)
	if !ok {
		return nil
	}
	of := types.Unalias(method.Signature().Recv().Type())
	if p, ok := of.(*types.Pointer); ok {
		of = types.Unalias(p.Elem())
	}
	if named, ok := of.(*types.Named); ok {
		return named.Obj()
	}
	return nil
}

// imported returns the paths of the imports that a name may refer to. A path does not determine the name: rand
// is in math/rand/v2.
func (f *File) imported(name string) []string {
	var likely, dots, all []string
	for _, spec := range f.ast.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		all = append(all, path)
		switch {
		case spec.Name != nil && spec.Name.Name == ".":
			dots = append(dots, path)
		case spec.Name == nil && strings.Contains(path, name):
			likely = append(likely, path)
		}
	}
	if likely = append(likely, dots...); len(likely) == 0 {
		likely = all
	}
	slices.Sort(likely)
	return likely
}

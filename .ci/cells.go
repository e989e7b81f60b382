// Cells checks the types of the program that each cell of notebooks is where values do not persist, without linking or running it. It
// also checks that no cell changes a variable of another one, since such a program begins with the variable as it is declared. Cells with
// the tag [lab.StatefulTag] are left out, and a notebook that has some may change variables. Changes through an address are not seen.
//
//	go run .ci/cells.go notebooks/*.ipynb
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"
	"strconv"

	"golang.org/x/tools/go/packages"

	"github.com/igbolab/igbolab/igbo/kernel/compose"
	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
	"github.com/igbolab/igbolab/igbo/kernel/prelude"
	"github.com/igbolab/igbolab/igbo/lab"
)

func main() {
	n, err := check(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%d cells of %d notebooks are programs\n", n, len(os.Args)-1)
}

// check checks notebooks, and says how many cells they have.
func check(names []string) (n int, err error) {
	notebooks := make([][]cell, len(names))
	paths := prelude.Paths()
	for i, name := range names {
		if notebooks[i], err = programs(name); err != nil {
			return 0, err
		}
		for _, c := range notebooks[i] {
			paths = append(paths, c.Paths...)
		}
		n += len(notebooks[i])
	}
	slices.Sort(paths)
	loaded, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedExportFile, BuildFlags: []string{"-tags=noxla"}}, slices.Compact(paths)...)
	if err != nil {
		return 0, err
	}
	exports := map[string]string{}
	for _, p := range loaded {
		exports[p.PkgPath] = p.ExportFile
	}
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var wrong []error
	for i, name := range names {
		for _, c := range notebooks[i] {
			if err := c.typed(files, imports); err != nil {
				wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
			}
		}
	}
	if n < 10*len(names) && len(names) > 10 {
		wrong = append(wrong, fmt.Errorf("found %d cells in %d notebooks, want at least 10 per notebook", n, len(names)))
	}
	return n, errors.Join(wrong...)
}

// cell is the program of one, in a notebook that may change what other cells declare to show what becomes of it.
type cell struct {
	compose.Program
	mayChange bool
}

// programs are those of the cells of a notebook.
func programs(name string) (all []cell, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	n, err := ipynb.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	shows := bytes.Contains(text, []byte(strconv.Quote(lab.StatefulTag)))
	cells := &compose.Notebook{}
	for i, code := range n.Code(lab.StatefulTag) {
		p, err := cells.Program(code, i+1)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		cells.Keep()
		all = append(all, cell{p, shows})
	}
	return all, nil
}

// typed is what is wrong with a program.
func (c cell) typed(files *token.FileSet, imports types.Importer) error {
	file, err := parser.ParseFile(files, "", c.Text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	var wrong []error
	config := types.Config{Importer: imports, Error: func(err error) { wrong = append(wrong, err) }}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	program, _ := config.Check("main", files, []*ast.File{file}, info)
	ast.Inspect(file, func(n ast.Node) bool {
		var changed []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			changed = n.Lhs
		case *ast.IncDecStmt:
			changed = []ast.Expr{n.X}
		}
		for _, x := range changed {
			if v := info.Uses[root(x)]; v != nil && v.Parent() == program.Scope() && !c.mayChange && cellOf(files, v.Pos()) != cellOf(files, x.Pos()) {
				wrong = append(wrong, fmt.Errorf("%s: the cell changes %s of another cell, but no later cell sees the change", files.Position(x.Pos()), v.Name()))
			}
		}
		return true
	})
	return errors.Join(wrong...)
}

// cellOf is the file name of a cell in positions.
func cellOf(files *token.FileSet, at token.Pos) string { return files.Position(at).Filename }

// root returns the variable that contains what an expression refers to.
func root(x ast.Expr) *ast.Ident {
	for {
		switch y := x.(type) {
		case *ast.Ident:
			return y
		case *ast.ParenExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.SelectorExpr:
			x = y.X
		case *ast.StarExpr:
			x = y.X
		default:
			return nil
		}
	}
}

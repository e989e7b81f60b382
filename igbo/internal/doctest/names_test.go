package doctest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// packages returns the folders of packages by the names that the texts use, from the list of igbo/README.md, and of one that no longer
// exists.
func packages(t *testing.T) map[string]string {
	t.Helper()
	named := map[string]string{"experiment": "igbo/experiment"}
	for _, r := range packageList(read(t, "igbo/README.md")) {
		if _, taken := named[path.Base(r.name)]; !taken { // igbo before igbo/cmd/igbo
			named[path.Base(r.name)] = r.name
		}
	}
	return named
}

var name = regexp.MustCompile(`\b([a-z]+)\.([A-Z]\w*)(?:\.([A-Z]\w*))?`)

// exported returns the exported names of a package: Name, and Type.Name for fields and methods. A type that is an alias of another type in
// this module, such as igbo.Config, has the fields and methods of that type.
func exported(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files := must.Of(filepath.Glob(filepath.Join(root, dir, "*.go"))).In(t)
	names := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file := must.Of(parser.ParseFile(token.NewFileSet(), name, nil, 0)).In(t)
		for _, d := range file.Decls {
			declared(d, names)
		}
		for own, other := range borrowed(file) {
			for of := range exported(t, path.Join("igbo", other[0])) {
				if member, ok := strings.CutPrefix(of, other[1]+"."); ok {
					names[own+"."+member] = true
				}
			}
		}
	}
	return names
}

// borrowed returns the types of a file that are types of another package in this module.
func borrowed(file *ast.File) map[string][2]string {
	found := map[string][2]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.TypeSpec); ok {
			if of, ok := s.Type.(*ast.SelectorExpr); ok {
				found[s.Name.Name] = [2]string{of.X.(*ast.Ident).Name, of.Sel.Name}
			}
		}
		return true
	})
	return found
}

func declared(d ast.Decl, names map[string]bool) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names[d.Name.Name] = true
			return
		}
		receiver := d.Recv.List[0].Type
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver = star.X
		}
		if id, ok := receiver.(*ast.Ident); ok {
			names[id.Name+"."+d.Name.Name] = true
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, id := range s.Names {
					names[id.Name] = true
				}
			case *ast.TypeSpec:
				names[s.Name.Name] = true
				if fields, ok := s.Type.(*ast.StructType); ok {
					for _, f := range fields.Fields.List {
						for _, id := range f.Names {
							names[s.Name.Name+"."+id.Name] = true
						}
					}
				}
			}
		}
	}
}

// TestNames checks that every Go name in the texts exists.
func TestNames(t *testing.T) {
	texts := documents(t)
	texts["igbo/doc.go"] = read(t, "igbo/doc.go")
	folders, known, found := packages(t), map[string]map[string]bool{}, 0
	for from, text := range texts {
		for _, m := range name.FindAllStringSubmatch(text, -1) {
			dir, ours := folders[m[1]]
			if !ours {
				continue
			}
			found++
			if known[dir] == nil {
				known[dir] = exported(t, dir)
			}
			if !known[dir][m[2]] || m[3] != "" && !known[dir][m[2]+"."+m[3]] {
				t.Errorf("%s names %s, which is not there", from, m[0])
			}
		}
	}
	if found < 40 {
		t.Errorf("%d names found, so the test looks past them", found)
	}
}

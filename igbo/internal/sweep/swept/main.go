// Command swept prints the packages below the current folder whose tests have sweeps (package sweep), one a
// line, and a line before them: the pattern for -run of the tests that come to a sweep, directly or
// through what they call.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	tests, err := found(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "swept:", err)
		os.Exit(1)
	}
	all := map[string]bool{}
	for _, names := range tests {
		for _, name := range names {
			all[name] = true
		}
	}
	fmt.Printf("^(%s)$\n", strings.Join(slices.Sorted(maps.Keys(all)), "|"))
	for _, folder := range slices.Sorted(maps.Keys(tests)) {
		fmt.Println("./" + folder)
	}
}

// found has the tests that come to a sweep, by the folder of their package below root.
func found(root string) (map[string][]string, error) {
	folders := map[string][]*ast.File{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := entry.Name(); entry.IsDir() && file != root && (name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
			return fs.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(file, "_test.go") {
			return nil
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		folder, relErr := filepath.Rel(root, filepath.Dir(file))
		if err == nil {
			err = relErr
		}
		folders[filepath.ToSlash(folder)] = append(folders[filepath.ToSlash(folder)], syntax)
		return err
	})
	tests := map[string][]string{}
	for folder, files := range folders {
		names, foundErr := swept(files)
		if foundErr != nil {
			return nil, fmt.Errorf("%s: %w", folder, foundErr)
		}
		if len(names) > 0 {
			tests[folder] = names
		}
	}
	return tests, err
}

// declared is what a declaration names, and what stands in it.
type declared struct {
	names, mentions []string
	sweeps          bool
}

// swept lists a package's tests that come to a sweep. Whatever mentions the name of what does is taken
// to come there too, be it a function or a method of any type.
func swept(files []*ast.File) (tests []string, err error) {
	var all []declared
	for _, file := range files {
		all = append(all, declarations(file)...)
	}
	for _, d := range all {
		if !d.sweeps {
			continue
		}
		before := len(tests)
		for name := range reaching(all, d.names) {
			if isTest(name) {
				tests = append(tests, name)
			}
		}
		if len(tests) == before {
			return nil, fmt.Errorf("no test comes to the sweep of %s", strings.Join(d.names, ", "))
		}
	}
	slices.Sort(tests)
	return slices.Compact(tests), nil
}

// reaching is the names and those of all that mentions them, directly or through others.
func reaching(all []declared, names []string) map[string]bool {
	reached := map[string]bool{}
	for _, name := range names {
		reached[name] = true
	}
	for grew := true; grew; {
		grew = false
		for _, d := range all {
			if slices.ContainsFunc(d.mentions, func(name string) bool { return reached[name] }) {
				for _, name := range d.names {
					grew, reached[name] = grew || !reached[name], true
				}
			}
		}
	}
	return reached
}

// isTest tells whether go test runs a function of this name by -run.
func isTest(name string) bool {
	return strings.HasPrefix(name, "Test") && name != "TestMain" || strings.HasPrefix(name, "Fuzz") || strings.HasPrefix(name, "Example")
}

// declarations are those of a file, at its top.
func declarations(file *ast.File) (all []declared) {
	sweep := "" // what the file calls package sweep
	for _, i := range file.Imports {
		if imported := strings.Trim(i.Path.Value, `"`); strings.HasSuffix(imported, "/internal/sweep") {
			if sweep = path.Base(imported); i.Name != nil {
				sweep = i.Name.Name
			}
		}
	}
	for _, decl := range file.Decls {
		var d declared
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			d.names = []string{decl.Name.Name}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if values, is := spec.(*ast.ValueSpec); is {
					for _, name := range values.Names {
						d.names = append(d.names, name.Name)
					}
				}
			}
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if of, is := n.X.(*ast.Ident); is && sweep != "" && of.Name == sweep {
					d.sweeps = true
				}
			case *ast.Ident:
				if !slices.Contains(d.names, n.Name) {
					d.mentions = append(d.mentions, n.Name)
				}
			}
			return true
		})
		if len(d.names) > 0 {
			all = append(all, d)
		}
	}
	return all
}

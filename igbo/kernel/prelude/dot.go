package prelude

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// usesDot reports whether a file in a folder uses anything of a package that it imports with a dot. It returns true if that is unknown.
// Declared holds the names of the file's package.
func usesDot(file *ast.File, importPath, dir string, declared map[string]bool) bool {
	var names []string
	for _, id := range file.Unresolved {
		if id.IsExported() && !declared[id.Name] {
			names = append(names, id.Name)
		}
	}
	if len(names) == 0 {
		return false
	}
	all := exports(importPath, dir)
	return len(all) == 0 || slices.ContainsFunc(names, func(name string) bool { return all[name] })
}

// exports returns the names that a package declares. Its path is resolved from a folder. It returns none if the package is not found.
func exports(importPath, dir string) map[string]bool {
	cmd := exec.Command("go", "list", "-f", "{{.Dir}}", importPath)
	cmd.Dir = filepath.FromSlash(dir)
	out, err := cmd.Output()
	if err != nil {
		return nil
	}
	return exported(strings.TrimSpace(string(out)))
}

// exported returns the names that the package in a folder declares; none if it does not parse.
func exported(dir string) map[string]bool {
	names := map[string]bool{}
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return nil
		}
		for name := range parsed.Scope.Objects {
			if ast.IsExported(name) {
				names[name] = true
			}
		}
	}
	return names
}

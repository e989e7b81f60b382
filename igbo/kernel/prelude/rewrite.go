package prelude

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// Rewrite adds the missing imports of a Go file, and removes unused ones. The set declared holds the names that other files of its package
// declare. The result elsewhere reports that the table is not sufficient: a name is in no table, or the file imports a package whose name
// is unknown.
//
// It returns an error if the file does not parse.
func Rewrite(name string, text []byte, declared map[string]bool) (out []byte, elsewhere bool, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.ParseComments)
	if err != nil {
		return nil, false, err
	}
	_, used := Uses(file)
	for name := range declared {
		delete(used, name)
	}
	changed := false
	for _, spec := range slices.Clone(file.Imports) {
		if spec.Name != nil && spec.Name.Name == "." {
			if !usesDot(file, pathOf(spec), path.Dir(filepath.ToSlash(name)), declared) {
				changed = astutil.DeleteNamedImport(files, file, ".", pathOf(spec)) || changed
			}
			continue
		}
		imported, known := importedName(spec)
		if known = known || used[imported] != nil; !known {
			elsewhere = true
			continue
		}
		if used[imported] == nil && imported != "_" && imported != "C" {
			changed = astutil.DeleteNamedImport(files, file, alias(spec), pathOf(spec)) || changed
		}
		delete(used, imported)
	}
	for name, symbols := range used {
		if p := Choose(name, symbols); p != "" {
			changed = astutil.AddImport(files, file, p) || changed
		} else {
			elsewhere = true
		}
	}
	if !changed {
		return text, elsewhere, nil
	}
	var b bytes.Buffer
	err = format.Node(&b, files, file)
	return b.Bytes(), elsewhere, err
}

// Uses returns the names that precede a dot and an exported name and that the file does not declare, in order, each with those exported
// names.
func Uses(file *ast.File) (names []string, symbols map[string][]string) {
	unresolved := map[*ast.Ident]bool{}
	for _, id := range file.Unresolved {
		unresolved[id] = true
	}
	symbols = map[string][]string{}
	for n := range ast.Preorder(file) {
		if s, is := n.(*ast.SelectorExpr); is {
			if id, is := s.X.(*ast.Ident); is && unresolved[id] && s.Sel.IsExported() {
				if symbols[id.Name] == nil {
					names = append(names, id.Name)
				}
				symbols[id.Name] = append(symbols[id.Name], s.Sel.Name)
			}
		}
	}
	return names, symbols
}

// Choose returns the import path for a name, by the symbols that are used of it, or "" if no table has the name.
func Choose(name string, symbols []string) string {
	for _, namesake := range Namesakes[name] {
		for _, s := range strings.Fields(namesake.Symbols) {
			if slices.Contains(symbols, s) {
				return namesake.Path
			}
		}
	}
	return table[name]
}

// importedName returns the name of an import in its file, and reports whether the name is certain.
func importedName(spec *ast.ImportSpec) (name string, certain bool) {
	p := pathOf(spec)
	name = nameOf(p)
	switch first, _, _ := strings.Cut(p, "/"); {
	case spec.Name != nil:
		return spec.Name.Name, true
	case !strings.Contains(first, "."): // of the standard library
		return name, true
	case table[name] == p, slices.ContainsFunc(Namesakes[name], func(r Namesake) bool { return r.Path == p }):
		return name, true
	}
	return name, false
}

func alias(spec *ast.ImportSpec) string {
	if spec.Name == nil {
		return ""
	}
	return spec.Name.Name
}

func pathOf(spec *ast.ImportSpec) string {
	p, _ := strconv.Unquote(spec.Path.Value)
	return path.Clean(p)
}

package cells

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tested returns the tests and benchmarks that a cell declares, with their lines.
func Tested(code string) map[string]int {
	found := map[string]int{}
	d := newSource(NewSession(nil), 0, code)
	if d.parse() != nil || d.body == nil {
		return found
	}
	f := &file{source: d}
	f.read()
	for _, one := range f.declarations {
		if one.tests() {
			found[one.name] = d.s.files.Position(one.node.Pos()).Line
		}
	}
	return found
}

// Tests returns the names of the tests and benchmarks of the session, sorted.
func (s *Session) Tests() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.declarations)), func(key string) bool {
		d := s.declarations[key]
		return !d.tests() || d.broken != ""
	})
}

// tests reports whether a declaration is a function that go test runs as a test or benchmark.
func (d *declaration) tests() bool {
	f, is := d.node.(*ast.FuncDecl)
	if !is || d.kind != token.FUNC || f.Recv != nil || f.Type.TypeParams != nil || f.Type.Results.NumFields() > 0 || f.Type.Params.NumFields() != 1 {
		return false
	}
	parameter := map[bool]string{true: "T", false: "B"}[strings.HasPrefix(d.name, "Test")]
	rest := strings.TrimPrefix(d.name, map[string]string{"T": "Test", "B": "Benchmark"}[parameter])
	if first, _ := utf8.DecodeRuneInString(rest); rest == d.name || unicode.IsLower(first) {
		return false
	}
	pointer, is := f.Type.Params.List[0].Type.(*ast.StarExpr)
	if !is {
		return false
	}
	selected, is := pointer.X.(*ast.SelectorExpr)
	if !is || selected.Sel.Name != parameter {
		return false
	}
	of, is := selected.X.(*ast.Ident)
	return is && of.Name == "testing"
}

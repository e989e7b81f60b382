// Package exported holds the exported functions of a package against a table
// of calls without arguments: nil, zero values and nonsense must give an error
// that says what is wrong, and a new function must be added to the table.
package exported

import (
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Call is what the table says of a function or method.
type Call struct {
	// Bad calls it with nil, zero values or nonsense. It must return an error, or
	// panic with one, that begins with the name of the package or of one of ours
	// below it.
	Bad []func() error
	// Total, where set, says why there is no bad call: every argument has an answer.
	Total string
}

// Bad is a Call with bad calls.
func Bad(calls ...func() error) Call { return Call{Bad: calls} }

// Total is a Call without one, and why.
func Total(why string) Call { return Call{Total: why} }

// prefix is how the library's errors begin.
var prefix = regexp.MustCompile(`^(igbo|assessor|attribution|faithfulness|fold|objective|oracle|projection|source|table|task|train|models|dag|expert|scan|rival|verdict|polytope|claims|contest|linear|ordered|posterior|boost): `)

// Check compares the table with the exported functions of the package in the
// current folder, but for those of the files left out, and makes its calls.
// Methods are named Type.Method.
func Check(t *testing.T, table map[string]Call, leftOut ...string) {
	t.Helper()
	name, functions, err := list(".", leftOut)
	if err != nil {
		t.Fatal(err)
	}
	for f := range functions {
		if _, ok := table[f]; !ok {
			t.Errorf("%s.%s is not in the table", name, f)
		}
	}
	_, all, err := list(".", nil)
	if err != nil {
		t.Fatal(err)
	}
	for f, call := range table {
		if !all[f] {
			t.Errorf("%s.%s is in the table and not in the package", name, f)
		}
		if (call.Total == "") == (len(call.Bad) == 0) {
			t.Errorf("%s.%s: the table wants either bad calls or why there are none", name, f)
		}
		for i, bad := range call.Bad {
			if err := run(bad); err == nil {
				t.Errorf("%s.%s: bad call %d gives no error", name, f, i)
			} else if broken := (*accident)(nil); errors.As(err, &broken) || !prefix.MatchString(err.Error()) {
				t.Errorf("%s.%s: bad call %d: %v, want an error that begins with a package's name", name, f, i, err)
			}
		}
	}
}

// accident is a panic that nobody meant: a run-time error, or one without an error value.
type accident struct{ value any }

func (a *accident) Error() string { return fmt.Sprintf("panic: %v", a.value) }

// run makes a call; a panic with an error value is that error.
func run(call func() error) (err error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case runtime.Error:
			err = &accident{value}
		case error:
			err = value
		default:
			err = &accident{value}
		}
	}()
	return call()
}

// list names the exported functions and methods of the package in a folder.
func list(folder string, leftOut []string) (name string, functions map[string]bool, err error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return "", nil, err
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, path := range paths {
		if base := filepath.Base(path); strings.HasSuffix(base, "_test.go") || slices.Contains(leftOut, base) {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return "", nil, err
		}
		file, err := parser.ParseFile(set, path, text, parser.ParseComments)
		if err != nil {
			return "", nil, err
		}
		files = append(files, file)
	}
	return collect(set, files)
}

func collect(set *token.FileSet, files []*ast.File) (name string, functions map[string]bool, err error) {
	p, err := doc.NewFromFiles(set, files, "package", doc.Mode(0))
	if err != nil {
		return "", nil, err
	}
	functions = map[string]bool{}
	add := func(receiver string, fs []*doc.Func) {
		for _, f := range fs {
			if ast.IsExported(f.Name) {
				functions[receiver+f.Name] = true
			}
		}
	}
	add("", p.Funcs)
	for _, t := range p.Types {
		add("", t.Funcs)
		if ast.IsExported(t.Name) {
			add(t.Name+".", t.Methods)
		}
	}
	return p.Name, functions, nil
}

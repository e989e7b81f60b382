// Package exported checks the exported functions of a package against a table of invalid calls. Called with nil, zero and invalid values,
// each function must return an error that describes the problem. New functions must be added to the table.
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

// Call is the entry of a function or method in the table.
type Call struct {
	// Bad holds calls with nil, zero or invalid values. Each must return an error, or panic with one, that begins with the name of the
	// package or of a package of this module below it.
	Bad []func() error
	// Total, if not empty, explains why there is no invalid call: the function accepts every argument.
	Total string
}

// Bad returns a Call with invalid calls.
func Bad(calls ...func() error) Call { return Call{Bad: calls} }

// Total returns a Call without invalid calls, and the reason.
func Total(why string) Call { return Call{Total: why} }

// prefix matches the start of the library's errors.
var prefix = regexp.MustCompile(`^(igbo|samples|settings|trained|evaluation|training|assessor|attribution|faithfulness|fold|objective|oracle|projection|source|table|task|train|models|dag|expert|scan|untrained|compare|explainer|polytope|claims|benchmark|linear|posterior|boost): `)

// names finds the packages of this module in the text of an error.
var names = regexp.MustCompile(`(?:^|[:\n(] ?)((?:` + strings.TrimSuffix(strings.TrimPrefix(prefix.String(), "^("), "): ") + `)): `)

// Twice returns the package that the text of an error names twice in one line, or "" if there is none. It ignores panics that GoMLX quotes.
func Twice(err error) string {
	for line := range strings.Lines(err.Error()) {
		line, _, _ = strings.Cut(line, " panicked: ")
		seen := map[string]bool{}
		for len(line) > 0 {
			m := names.FindStringSubmatchIndex(line)
			if m == nil {
				break
			}
			name := line[m[2]:m[3]]
			if seen[name] {
				return name
			}
			seen[name], line = true, line[m[3]:]
		}
	}
	return ""
}

// Check compares the table with the exported functions of the package in the current folder, except for the files left out, and
// makes its calls. Methods are named Type.Method.
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
			} else if twice := Twice(err); twice != "" {
				t.Errorf("%s.%s: bad call %d: %v names %s twice", name, f, i, err, twice)
			}
		}
	}
}

// accident is an unintended panic: a run-time error, or one without an error value.
type accident struct{ value any }

func (a *accident) Error() string { return fmt.Sprintf("panic: %v", a.value) }

// run makes a call; a panic with an error value is returned as that error.
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

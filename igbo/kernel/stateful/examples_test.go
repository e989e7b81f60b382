package stateful

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestExamplesFresh runs the examples of the standard library, those of each package in a new process.
func TestExamplesFresh(t *testing.T) {
	t.Parallel()
	runPrograms(t, "examples fresh", standardExamples(t), true)
}

// TestExamplesShared runs the examples of the standard library's packages as one cell that is edited.
func TestExamplesShared(t *testing.T) {
	t.Parallel()
	runPrograms(t, "examples shared", standardExamples(t), false)
}

// standardExamples lists the examples that compare their output with a comment and are complete programs.
func standardExamples(t *testing.T) (all []program) {
	t.Helper()
	src := filepath.Join(goRoot(t, "src"), "src")
	files := token.NewFileSet()
	err := filepath.WalkDir(src, func(dir string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		if name := e.Name(); name == "testdata" || name == "internal" || name == "vendor" || name == "cmd" {
			return filepath.SkipDir
		}
		tests, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
		var parsed []*ast.File
		for _, file := range tests {
			if fits, err := build.Default.MatchFile(dir, filepath.Base(file)); err != nil || !fits {
				continue
			}
			f, err := parser.ParseFile(files, file, nil, parser.ParseComments)
			if err != nil {
				return err
			}
			parsed = append(parsed, f)
		}
		folder, _ := filepath.Rel(src, dir)
		for _, example := range doc.Examples(parsed...) {
			if example.Play == nil || example.Output == "" && !example.EmptyOutput {
				continue
			}
			var text bytes.Buffer
			if err := format.Node(&text, files, example.Play); err != nil {
				return err
			}
			name := filepath.ToSlash(filepath.Join(folder, "Example"+example.Name))
			all = append(all, program{name: name, folder: dir, cell: programCell(text.String()), want: example.Output, example: true, unordered: example.Unordered})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// trimmed returns an example's output as go test compares it.
func trimmed(text string, unordered bool) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	if unordered { // an empty line of one stream can be the first or the last of both
		lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
		slices.Sort(lines)
	}
	return strings.Join(lines, "\n")
}

package main

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestSubpackages checks that a subpackage imports the package that all commands share, but no other family of commands, and that the
// shared package imports none.
func TestSubpackages(t *testing.T) {
	const internal, shared = "github.com/igbolab/igbolab/igbo/cmd/igbo/internal/", "cli"
	folders, err := filepath.Glob(filepath.Join("internal", "*"))
	if err != nil || len(folders) < 3 {
		t.Fatalf("subpackages %v, %v, want at least 3", folders, err)
	}
	for _, folder := range folders {
		files := must.Of(filepath.Glob(filepath.Join(folder, "*.go"))).In(t)
		for _, path := range files {
			file := must.Of(parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)).In(t)
			for _, i := range file.Imports {
				other, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), internal)
				if ours && (other != shared || filepath.Base(folder) == shared) {
					t.Errorf("%s imports the subpackage %s", path, other)
				}
			}
		}
	}
}

package sheet

import (
	"bytes"
	"encoding/csv"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestCell checks that formulas become text, and that numbers and other texts do not change.
func TestCell(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "size": "size", "-5": "-5", "+1.5e-3": "+1.5e-3", "-0": "-0", "NaN": "NaN", "-Inf": "-Inf", "it's": "it's", "a=b": "a=b", "'": "'", "'a": "'a",
		"=1+1": "'=1+1", "+cmd|' /C calc'!A0": "'+cmd|' /C calc'!A0", "-2+3": "'-2+3", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t'=1", "\r=1": "'\r'=1",
		"-": "'-", "＝1": "'＝1", "'=1": "''=1", "a;=1": "a;'=1", "a\n=1": "a\n'=1", "-1 to 5": "'-1 to 5", "=": "'=", "\xff": "\xff",
	} {
		if got := Cell(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if back := Text(want); back != text {
			t.Errorf("%q is read as %q, want %q", want, back, text)
		}
	}
}

// FuzzCell checks that no written cell begins a formula, and that each can be read back.
func FuzzCell(f *testing.F) {
	for _, text := range []string{"=1", "a;=1", "''\t=;=", "-5", "\n=", "＝", "a,\"=b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cell := Cell(text)
		if back := Text(cell); back != text {
			t.Errorf("%q becomes %q and is read as %q", text, cell, back)
		}
		if cell == text { // a number, or text that needs no change
			return
		}
		for part := range strings.FieldsFuncSeq(cell, func(r rune) bool { return r < 128 && separates(byte(r)) }) {
			if formula(part) {
				t.Errorf("%q holds the formula %q", cell, part)
			}
		}
		var b bytes.Buffer
		must.Do(t, NewWriter(&b).WriteAll([][]string{{"x", text}}))
		record, err := csv.NewReader(&b).Read()
		if err != nil || len(record) != 2 || strings.ReplaceAll(record[1], "\r\n", "\n") != strings.ReplaceAll(cell, "\r\n", "\n") {
			t.Errorf("%q is read as %q: %v", cell, record, err)
		}
	})
}

// TestOnlyWriter checks that the project writes CSV only with this package, except for the standard input of a program, which needs every
// cell unchanged.
func TestOnlyWriter(t *testing.T) {
	root, files := filepath.Join("..", "..", ".."), 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			if err == nil && entry.IsDir() && path != root && strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".." {
				return fs.SkipDir
			}
			return err
		}
		files++
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return nil // such as a template
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if ok && call.Sel.Name == "NewWriter" {
				if of, ok := call.X.(*ast.Ident); ok && of.Name == "csv" && filepath.Base(path) != "sheet.go" && filepath.Base(path) != "subprocess.go" {
					t.Errorf("%s writes CSV by itself, want package sheet", path)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files, %v", files, err)
	}
}

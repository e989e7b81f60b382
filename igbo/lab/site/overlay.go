package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// architecture is the only target of the compiler in the browser.
const architecture = "wasm"

// overlay writes modified sources of Go's tools, and the overlay file with which go build uses them instead of those in goroot. The
// compiler only supports one architecture, which makes it a quarter smaller. For the linker and the tools' runtime, see patches. It returns
// an error if the sources have changed.
func overlay(goroot, dir string) (path string, err error) {
	source, replace := filepath.Join(goroot, "src"), map[string]string{}
	put := func(name string, text []byte) error {
		to := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		replace[filepath.Join(source, filepath.FromSlash(name))] = to
		return os.WriteFile(to, text, 0o600)
	}
	for name, change := range map[string]func(*ast.File) int{
		"cmd/compile/main.go":                oneEntry,
		"cmd/compile/internal/ssa/config.go": oneCase,
	} {
		text, err := lessened(filepath.Join(source, filepath.FromSlash(name)), change)
		if err == nil {
			err = put(name, text)
		}
		if err != nil {
			return "", err
		}
	}
	for name, changes := range patches {
		text, err := patched(filepath.Join(source, filepath.FromSlash(name)), changes)
		if err == nil {
			err = put(name, text)
		}
		if err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path = filepath.Join(dir, "overlay.json")
	return path, os.WriteFile(path, text, 0o600)
}

// lessened returns a source after a change that removes something.
func lessened(path string, change func(*ast.File) int) ([]byte, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	file.Comments = nil // they would be in the wrong places
	if change(file) < 5 {
		return nil, fmt.Errorf("site: %s is not the file of Go 1.26: its table of architectures was not found", path)
	}
	var b bytes.Buffer
	err = format.Node(&b, files, file)
	return b.Bytes(), err
}

// oneEntry reduces the compiler's table of architectures, and its imports, to one entry. It returns the number of removed items.
func oneEntry(file *ast.File) (gone int) {
	ast.Inspect(file, func(n ast.Node) bool {
		table, is := n.(*ast.CompositeLit)
		if !is {
			return true
		}
		table.Elts = slices.DeleteFunc(table.Elts, func(e ast.Expr) bool {
			entry, is := e.(*ast.KeyValueExpr)
			drop := is && text(entry.Key) != "" && text(entry.Key) != architecture
			if drop {
				gone++
			}
			return drop
		})
		return false
	})
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, is := n.(*ast.SelectorExpr); is {
			if id, is := s.X.(*ast.Ident); is {
				used[id.Name] = true
			}
		}
		return true
	})
	for _, d := range file.Decls {
		if g, is := d.(*ast.GenDecl); is && g.Tok == token.IMPORT {
			g.Specs = slices.DeleteFunc(g.Specs, func(s ast.Spec) bool {
				p := text(s.(*ast.ImportSpec).Path)
				return !used[p[strings.LastIndex(p, "/")+1:]]
			})
		}
	}
	return gone
}

// oneCase reduces switches over architectures to one case and the default. It returns the number of removed cases.
func oneCase(file *ast.File) (gone int) {
	ast.Inspect(file, func(n ast.Node) bool {
		s, is := n.(*ast.SwitchStmt)
		if !is || !slices.ContainsFunc(s.Body.List, isOurs) {
			return true
		}
		s.Body.List = slices.DeleteFunc(s.Body.List, func(c ast.Stmt) bool {
			drop := len(c.(*ast.CaseClause).List) > 0 && !isOurs(c)
			if drop {
				gone++
			}
			return drop
		})
		return true
	})
	return gone
}

func isOurs(c ast.Stmt) bool {
	return slices.ContainsFunc(c.(*ast.CaseClause).List, func(e ast.Expr) bool { return text(e) == architecture })
}

// text returns the value of a string literal, or "" for another expression.
func text(e ast.Expr) string {
	if l, is := e.(*ast.BasicLit); is && l.Kind == token.STRING {
		s, _ := strconv.Unquote(l.Value)
		return s
	}
	return ""
}

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// errOther says that a folder is not that of an ordinary cell.
var errOther = errors.New("not an ordinary cell")

// state is a digest of all that a build of the cell depends on beside the cell's own
// code: its imports, the settings, the go command, and the modules of the workspace.
// What lies in the module cache does not change.
func state(dir, real string) (string, error) {
	sum := sha256.New()
	imports, err := importsOf(dir)
	if err != nil {
		return "", err
	}
	fmt.Fprintln(sum, imports)
	for _, pair := range slices.Sorted(slices.Values(os.Environ())) {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "GO") && !strings.HasPrefix(name, "GONB_") || strings.HasPrefix(name, "CGO_") || name == "CC" || name == "CXX" || name == "PATH" {
			fmt.Fprintln(sum, pair)
		}
	}
	if err := stamp(sum, real); err != nil {
		return "", err
	}
	modules, err := workspace(sum, dir)
	if err != nil {
		return "", err
	}
	for _, module := range modules {
		if err := stampTree(sum, module); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:32], nil
}

// importsOf are the imports of main.go, which is the only file of an ordinary cell.
func importsOf(dir string) (imports []string, err error) {
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, f := range files {
		switch name := filepath.Base(f); {
		case name == "main.go", name == "go.mod", name == "go.sum", name == "go.work", name == "go.work.sum":
		case slices.Contains([]string{".go", ".s", ".S", ".c", ".h", ".syso"}, filepath.Ext(name)):
			return nil, errOther
		}
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, "main.go"), nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	for _, spec := range file.Imports {
		if path := strings.Trim(spec.Path.Value, "\"`"); path == "C" || path == "embed" {
			return nil, errOther
		}
		imports = append(imports, spec.Path.Value)
	}
	slices.Sort(imports)
	return slices.Compact(imports), nil
}

// workspace writes the module files of the cell, and returns the folders of the workspace's modules.
func workspace(w io.Writer, dir string) (modules []string, err error) {
	for _, name := range []string{"go.mod", "go.sum", "go.work", "go.work.sum"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		fmt.Fprintf(w, "%s %d\n%s", name, len(text), text)
		switch {
		case err != nil:
		case name == "go.mod":
			f, err := modfile.Parse(name, text, nil)
			if err != nil {
				return nil, err
			}
			for _, r := range f.Replace {
				modules = append(modules, r.New.Path)
			}
		case name == "go.work":
			f, err := modfile.ParseWork(name, text, nil)
			if err != nil {
				return nil, err
			}
			for _, u := range f.Use {
				modules = append(modules, u.Path)
			}
			for _, r := range f.Replace {
				modules = append(modules, r.New.Path)
			}
		}
	}
	slices.Sort(modules)
	modules = slices.DeleteFunc(slices.Compact(modules), func(m string) bool { return m == "." || !modfile.IsDirectoryPath(m) })
	for i, m := range modules {
		if !filepath.IsAbs(m) {
			modules[i] = filepath.Join(dir, m)
		}
	}
	return modules, nil
}

// stamp writes what tells one state of a file from another.
func stamp(w io.Writer, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, path, info.Size(), info.ModTime().UnixNano())
	return err
}

// stampTree writes the state of a module's files: all of them, as any may be embedded, but for
// folders that hold no package.
func stampTree(w io.Writer, module string) error {
	return filepath.WalkDir(module, func(path string, e fs.DirEntry, err error) error {
		switch name := filepath.Base(path); {
		case err != nil:
			return err
		case e.IsDir() && path != module && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata"):
			return fs.SkipDir
		case e.IsDir() || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		return stamp(w, path)
	})
}

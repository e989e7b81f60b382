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

// errOther reports that a folder is not that of an ordinary cell.
var errOther = errors.New("not an ordinary cell")

// state returns a digest of everything that a build of the cell depends on, except the cell's code: its imports, the settings,
// the go command, and the modules of the workspace. Files in the module cache do not change.
func state(dir, real string) (string, error) {
	if !plain(os.Getenv("GOFLAGS")) {
		return "", errOther
	}
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
	for _, file := range goSettings(real) {
		_ = stamp(sum, file) // only few modules have one
	}
	modules, err := workspace(sum, dir)
	if err != nil {
		return "", err
	}
	seen := map[string]bool{}
	for _, folder := range append(modules, below(dir)...) {
		if err := stampTree(sum, folder, seen); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:32], nil
}

// plainFlags lists flags of GOFLAGS that name no file that a build depends on, and that do not change how it builds.
var plainFlags = []string{"ldflags", "gcflags", "asmflags", "buildvcs", "tags", "race", "msan", "asan", "cover", "trimpath", "p", "mod", "buildmode"}

// plain reports whether GOFLAGS has no other flags.
func plain(flags string) bool {
	return !slices.ContainsFunc(strings.Fields(flags), func(f string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		return !slices.Contains(plainFlags, name)
	})
}

// goSettings lists the files with settings of the go command: the user's and its own.
func goSettings(real string) []string {
	user := os.Getenv("GOENV")
	if config, err := os.UserConfigDir(); user == "" && err == nil {
		user = filepath.Join(config, "go", "env")
	}
	if path, err := filepath.EvalSymlinks(real); err == nil {
		real = path
	}
	return []string{user, filepath.Join(filepath.Dir(filepath.Dir(real)), "go.env")}
}

// below lists the folders next to the cell, which can contain packages that it imports.
func below(dir string) (folders []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if info, err := os.Stat(path); err == nil && info.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			folders = append(folders, path)
		}
	}
	return folders
}

// sources lists the extensions of files in a package, besides main.go.
var sources = []string{".go", ".s", ".S", ".sx", ".syso", ".pgo", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx",
	".m", ".f", ".F", ".for", ".f90", ".swig", ".swigcxx"}

// importsOf returns the imports of main.go, the only file of an ordinary cell.
func importsOf(dir string) (imports []string, err error) {
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, f := range files {
		switch name := filepath.Base(f); {
		case name == "main.go", name == "go.mod", name == "go.sum", name == "go.work", name == "go.work.sum":
		case slices.Contains(sources, filepath.Ext(name)):
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
	}
	used, err := folders(filepath.Join(dir, "go.work"))
	if err != nil {
		return nil, err
	}
	for _, module := range append(used, dir) { // their replacements apply to the workspace
		replaced, err := folders(filepath.Join(module, "go.mod"))
		if err != nil {
			return nil, err
		}
		modules = append(modules, replaced...)
	}
	modules = append(modules, used...)
	slices.Sort(modules)
	return slices.DeleteFunc(slices.Compact(modules), func(m string) bool { return m == filepath.Clean(dir) }), nil
}

// folders lists the folders that a go.mod or go.work uses, or that replace a module. A missing file has none.
func folders(file string) (found []string, err error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var replaces []*modfile.Replace
	if filepath.Base(file) == "go.work" {
		f, err := modfile.ParseWork(file, text, nil)
		if err != nil {
			return nil, err
		}
		for _, u := range f.Use {
			found = append(found, u.Path)
		}
		replaces = f.Replace
	} else {
		f, err := modfile.Parse(file, text, nil)
		if err != nil {
			return nil, err
		}
		replaces = f.Replace
	}
	for _, r := range replaces {
		if r.New.Version == "" {
			found = append(found, r.New.Path)
		}
	}
	for i, path := range found {
		if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(file), path)
		}
		found[i] = filepath.Clean(path)
	}
	return found, nil
}

// stamp writes what distinguishes two states of a file.
func stamp(w io.Writer, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, path, info.Size(), info.ModTime().UnixNano())
	return err
}

// stampTree writes the state of all files below a folder, also behind links, because any file can be embedded. It skips git's own
// files. Seen holds folders that were visited.
func stampTree(w io.Writer, folder string, seen map[string]bool) error {
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil || seen[folder] {
		return err
	}
	seen[folder] = true
	return filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == ".git" && path != folder:
			return fs.SkipDir
		case e.IsDir():
			return nil
		case e.Type()&fs.ModeSymlink != 0:
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				return stampTree(w, path, seen)
			} else if err != nil {
				return nil // a dangling link
			}
		}
		return stamp(w, path)
	})
}

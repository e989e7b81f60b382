package cells

import (
	"fmt"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/igbolab/igbolab/igbo/lab/kernel/prelude"
)

// Session is what the cells of a notebook have declared.
type Session struct {
	exports  map[string]string // of a package the compiler's file
	files    *token.FileSet
	packages map[string]*types.Package
	state    map[string]*declaration // by name, methods apart
	imported map[string]string       // name → path, as import lines said
	versions map[string]int
	main     *types.Package    // one for all checks, as fields that are not exported belong to it
	aliases  map[string]string // path → the package's name in what the compiler gets
	known    map[string]string // names of packages that are completed, each with its path
	show     string            // the path of the package whose function Show shows the value of a last expression; empty shows none
}

// notebookPackage shows values.
const notebookPackage = "github.com/igbolab/igbolab/igbo/notebook"

// Exports are the compiler's files of packages, by path, as a list has them: a line each, path=file or, as the compiler takes it,
// packagefile path=file.
func Exports(list []byte) map[string]string {
	files := map[string]string{}
	for line := range strings.Lines(string(list)) {
		if path, file, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "packagefile "), "="); ok {
			files[path] = file
		}
	}
	return files
}

// NewSession is a session in which cells may import packages, by path with the compiler's files.
func NewSession(exports map[string]string) *Session {
	s := &Session{
		exports: exports, files: token.NewFileSet(), packages: map[string]*types.Package{}, versions: map[string]int{}, aliases: map[string]string{},
		main: types.NewPackage("main", "main"), state: map[string]*declaration{}, imported: map[string]string{}, known: prelude.Names(),
	}
	if s.Has(notebookPackage) {
		s.show = notebookPackage
	}
	return s
}

// Import reads a package as the compiler left it.
func (s *Session) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := s.packages[path]; p != nil && p.Complete() {
		return p, nil
	}
	name, ok := s.exports[path]
	if !ok {
		return nil, fmt.Errorf("package %s is not linked into the living process", path)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(strings.NewReader(string(text)), s.files, s.packages, path)
}

// Has tells whether a package is linked into the host.
func (s *Session) Has(path string) bool { return path == "unsafe" || s.exports[path] != "" }

// Variables are the living variables: names, and the symbols that they have in the host.
func (s *Session) Variables() map[string]string {
	all := map[string]string{}
	for name, d := range s.state {
		if d.kind == token.VAR {
			all[name] = "main." + d.symbol
		}
	}
	return all
}

// Names are those that the cells have declared, sorted.
func (s *Session) Names() []string { return slices.Sorted(maps.Keys(s.state)) }

// symbol is one that was not there before; Commit takes it.
func (s *Session) symbol(name string) string {
	if n := s.versions[name] + 1; n > 1 || name == "main" || name == "init" {
		return fmt.Sprintf("%s%s%d", name, versionMark, n)
	}
	return name
}

// scope empties the package for another check. It stays the same one, and so does its scope, by which
// the checker tells what is declared in it.
func (s *Session) scope() *types.Package {
	*s.main.Scope() = *types.NewScope(types.Universe, token.NoPos, token.NoPos, "package main")
	s.main.SetImports(nil)
	return s.main
}

// alias is the name of a package in what the compiler gets, which no other name is.
func (s *Session) alias(path, name string) string {
	if s.aliases[path] == "" {
		s.aliases[path] = fmt.Sprintf("%sˣ%d", name, len(s.aliases))
	}
	return s.aliases[path]
}

// Fault is what is wrong with a cell, at its line and column.
type Fault struct {
	Cell, Line, Column int
	Text               string
}

func (f Fault) Error() string { return fmt.Sprintf("cell [%d], line %d: %s", f.Cell, f.Line, f.Text) }

// Faults are those of a cell.
type Faults []Fault

func (f Faults) Error() string {
	var all []string
	for _, one := range f {
		all = append(all, one.Error())
	}
	return strings.Join(all, "\n")
}

// Foreign is why a cell cannot live, and has to be a program.
type Foreign struct{ Reason string }

func (f Foreign) Error() string { return f.Reason }

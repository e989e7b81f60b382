package cells

import (
	"fmt"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/igbolab/igbolab/igbo/kernel/prelude"
)

// Session holds the package that the cells of a notebook form.
type Session struct {
	exports      map[string]string // path → file of the compiled package
	files        *token.FileSet
	packages     map[string]*types.Package
	declarations map[string]*declaration // by key
	imports      map[string]string       // name → path, for later cells
	holders      []holder                // holders of old code of functions and types
	versions     map[string]int          // number of symbols that a name has had
	main         *types.Package          // one for all checks, because unexported fields belong to it
	aliases      map[string]string       // path → the package's name in the compiler's input
	known        map[string]string       // names of packages for completion, each with its path
	show         string                  // path of the package whose function Result shows the last expression; empty shows nothing
	whole        bool                    // tests check all bodies
	committed    []committed             // the cells that have run, in the order of their first runs
	assigned     map[string]bool         // names of variables that statements may have set
	dropped      map[string]bool         // keys of declarations that the next cell removes
	language     string                  // the version of the language, such as go1.26
}

// notebookPackage is the package that shows values.
const notebookPackage = "github.com/igbolab/igbolab/igbo/notebook"

// Exports parses a list of compiled packages and returns the files by path. Each line has the form path=file or, as for the compiler,
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

// NewSession returns a session whose cells can import the packages in exports, a map from paths to compiled files. Packages that are added
// to the map later can be imported from then on.
func NewSession(exports map[string]string) *Session {
	s := &Session{
		exports: exports, files: token.NewFileSet(), packages: map[string]*types.Package{}, versions: map[string]int{}, assigned: map[string]bool{}, aliases: map[string]string{},
		main: types.NewPackage("main", "main"), declarations: map[string]*declaration{}, imports: map[string]string{}, known: prelude.Names(), language: "go1.26",
	}
	if s.Has(notebookPackage) {
		s.show = notebookPackage
	}
	return s
}

// Warm reads the packages that most cells need, so the first cell is not slower than later ones.
func (s *Session) Warm() { _, _ = s.Prepare(0, "fmt.Println()") } // the first cell reports errors of packages

// SetLanguage sets the version of the language of cells, such as go1.26.
func (s *Session) SetLanguage(version string) { s.language = version }

// Import reads a package from its compiled file.
func (s *Session) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := s.packages[path]; p != nil && p.Complete() {
		return p, nil
	}
	name, ok := s.exports[path]
	if !ok {
		return nil, fmt.Errorf("package %s is not linked into the stateful process", path)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	//lint:ignore SA1019 The go command lists archives.
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

// Has reports whether a package is linked into the host.
func (s *Session) Has(path string) bool { return path == "unsafe" || s.exports[path] != "" }

// Variables returns the variables of the session: names, and their symbols in the host.
func (s *Session) Variables() map[string]string {
	all := map[string]string{}
	for name, d := range s.declarations {
		if d.kind == token.VAR {
			all[name] = "main." + d.symbol
		}
	}
	return all
}

// Names returns the names that the cells have declared, sorted and without methods.
func (s *Session) Names() (all []string) {
	for key, d := range s.declarations {
		if _, is := d.method(); !is {
			all = append(all, key)
		}
	}
	slices.Sort(all)
	return all
}

// Drop makes the next cell remove declarations, by their keys.
func (s *Session) Drop(keys []string) {
	s.dropped = map[string]bool{}
	for _, key := range keys {
		s.dropped[key] = true
	}
}

// scope empties the package for another check. The package and its scope stay the same objects, because the checker identifies top-level
// declarations by the scope.
func (s *Session) scope() *types.Package {
	*s.main.Scope() = *types.NewScope(types.Universe, token.NoPos, token.NoPos, "package main")
	s.main.SetImports(nil)
	return s.main
}

// alias returns a unique name for a package in the compiler's input.
func (s *Session) alias(path, name string) string {
	if s.aliases[path] == "" {
		s.aliases[path] = fmt.Sprintf("%sˣ%d", name, len(s.aliases))
	}
	return s.aliases[path]
}

// Fault describes an error in a cell, at its line and column.
type Fault struct {
	Cell, Line, Column int
	Text               string
}

func (f Fault) Error() string { return fmt.Sprintf("cell [%d], line %d: %s", f.Cell, f.Line, f.Text) }

// Faults holds the faults of a cell.
type Faults []Fault

func (f Faults) Error() string {
	var all []string
	for _, one := range f {
		all = append(all, one.Error())
	}
	return strings.Join(all, "\n")
}

// Foreign is the error of a cell that cannot be stateful and must run as a program.
type Foreign struct{ Reason string }

func (f Foreign) Error() string { return f.Reason }

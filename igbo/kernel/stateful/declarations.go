package stateful

import (
	"slices"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// Declared describes a name that a cell has declared. Do not call it while a cell runs.
func (s *Session) Declared(name string) (cells.Insight, bool) {
	return s.cells.Inspect(name, len(name))
}

// Tests returns the names of the tests and benchmarks that cells have declared. Do not call it while a cell runs.
func (s *Session) Tests() []string {
	if !s.Begun() {
		return nil
	}
	return s.cells.Tests()
}

// Parts sets the number of parts of a cell of the front end; see [cells.Session.Parts]. Do not call it while a cell runs.
func (s *Session) Parts(cell string, n int) {
	if s.Begun() {
		s.cells.Parts(cell, n)
	}
}

// Check checks a cell that has not run, and changes nothing. Do not call it while a cell runs. It returns the errors of
// [cells.Session.PrepareCell], or a [cells.Foreign] if the cell imports packages that would first have to be loaded.
func (s *Session) Check(cell, code string) error {
	for path := range cells.Imports(code) {
		if !s.cells.Has(path) {
			return cells.Foreign{Reason: "package " + path + " is not loaded yet (run the cell to load it)"}
		}
	}
	_, err := s.cells.PrepareCell(cell, 0, code)
	return err
}

// Export returns the session as the files of a package; see [cells.Session.Export]. Do not call it while a cell runs.
func (s *Session) Export() (source, tests string, err error) { return s.cells.Export() }

// Declarations returns the source text of the functions, types and constants that cells have declared, sorted by name. Do not call it while
// a cell runs.
func (s *Session) Declarations() (all []string) {
	variables := s.cells.Variables()
	names := slices.DeleteFunc(s.cells.Names(), func(n string) bool { return variables[n] != "" })
	for _, name := range names {
		if i, found := s.cells.Inspect(name, len(name)); found {
			all = append(all, i.Declaration)
		}
	}
	return all
}

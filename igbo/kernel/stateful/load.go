package stateful

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/executor"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/verify"
)

// packages holds a session's state about packages other than those that its cells declare.
type packages struct {
	linked  map[string]string // files of the packages that the process has from its start, by import path
	broken  map[string]string // reason why the initialisation failed, by import path
	first   map[string]string // versions of the modules whose packages the process has from its start
	modules map[string]string // first, and the modules of packages that were loaded later
	root    string            // GOROOT, whose source lists the names that other packages may link to
	work    bool              // whether the work module has what the notebook requires
}

// PackageError reports a package that cells cannot import.
type PackageError struct{ Path, Text string }

func (e *PackageError) Error() string {
	return fmt.Sprintf("stateful: importing %q: %s", e.Path, e.Text)
}

// resetPackages restores the list of packages to that of a new process.
func (s *Session) resetPackages() {
	s.exports, s.importcfg = maps.Clone(s.packages.linked), s.made.file(packagesFile)
	s.packages.broken, s.packages.modules = map[string]string{}, maps.Clone(s.packages.first)
}

// loadImports loads the packages that a cell imports and that the process lacks. If an initialisation fails, the Result has an End.
func (s *Session) loadImports(ctx context.Context, number int, code string) (Result, error) {
	lines := cells.Imports(code)
	maps.DeleteFunc(lines, func(path string, _ int) bool { return s.cells.Has(path) || path == "C" || path == "embed" })
	if len(lines) == 0 {
		return Result{}, nil
	}
	r, err := s.load(ctx, slices.Sorted(maps.Keys(lines)))
	if e, is := err.(*PackageError); is {
		return r, cells.Faults{{Cell: number, Line: lines[e.Path], Text: e.Text}}
	}
	return r, err
}

// Load loads packages and all their imports into the process, and initialises them in import order. Later cells can import them. A package
// that the process already has is not loaded again.
//
// If the initialisation of a package fails, the package is broken and later ones are not loaded. Packages that were loaded before it stay.
//
// It returns a *[PackageError], a [cells.Foreign] if only a program can have one of the packages, or the error of ctx.
func (s *Session) Load(ctx context.Context, paths ...string) (executor.Result, error) {
	s.mu.Lock()
	s.interrupted = false
	s.mu.Unlock()
	r, err := s.load(ctx, paths)
	return r.Result, err
}

func (s *Session) load(ctx context.Context, paths []string) (r Result, err error) {
	paths = slices.DeleteFunc(slices.Clone(paths), s.cells.Has)
	if len(paths) == 0 {
		return r, nil
	}
	missing, err := s.missing(ctx, paths)
	if err != nil {
		return r, err
	}
	for _, l := range missing {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		if r, err = s.loadOne(ctx, l); err != nil || r.End != "" {
			return r, err
		}
	}
	return r, nil
}

// loadOne loads a package whose imports the process has, and initialises it.
func (s *Session) loadOne(ctx context.Context, l *listed) (r Result, err error) {
	if empty, err := verify.Empty(l.Export); err != nil {
		return r, fmt.Errorf("stateful: loading %s: %w", l.ImportPath, err)
	} else if empty {
		return r, s.loaded(l)
	}
	s.orders++
	part := part{object: l.Export, image: s.file(fmt.Sprintf("package_%d", s.orders)), path: l.ImportPath}
	if _, err := s.placeAgain(ctx, part, &r); err != nil {
		return r, fmt.Errorf("stateful: loading %s: %w", l.ImportPath, err)
	}
	switch r.End {
	case message.Done:
		return Result{Result: executor.Result{Notes: r.Notes}}, s.loaded(l)
	case Died:
		r.Text = fmt.Sprintf("loading %s: %s", l.ImportPath, r.Text)
		return r, s.revive(&r)
	case message.Twice, message.Refused:
		return r, &PackageError{l.ImportPath, "the package cannot be loaded: " + r.Text}
	}
	return s.ended(l, r)
}

// ended marks a package as broken if its initialisation did not complete.
func (s *Session) ended(l *listed, r Result) (Result, error) {
	why := "its initialisation was interrupted"
	switch {
	case r.End == message.Exited:
		why = fmt.Sprintf("its initialisation called os.Exit(%d)", r.Code)
	case r.End == message.Panicked:
		text, _, _ := strings.Cut(r.Text, "\n")
		why = "its initialisation ended with a " + text
	case !r.begun: // it was not loaded
		return r, nil
	}
	s.packages.broken[l.ImportPath] = why
	if r.End == message.Exited || r.End == message.Panicked {
		return Result{}, brokenError(l.ImportPath, l.ImportPath, why)
	}
	r.Notes = append(r.Notes, fmt.Sprintf("package %s is broken: %s (run %%reset, then import it again)", l.ImportPath, why))
	return r, nil
}

// brokenError returns the error for a package that is broken or imports a broken package.
func brokenError(importer, path, why string) error {
	return &PackageError{importer, fmt.Sprintf("package %s is broken: %s (other variables keep their values; to import the package again, run %%reset first)", path, why)}
}

// loaded lets later cells import a package that the process now has.
func (s *Session) loaded(l *listed) error {
	s.exports[l.ImportPath] = l.Export
	if l.Module != nil && !l.Module.Main {
		s.packages.modules[l.Module.Path] = l.Module.Version
	}
	var list strings.Builder
	for _, path := range slices.Sorted(maps.Keys(s.exports)) {
		fmt.Fprintf(&list, "packagefile %s=%s\n", path, s.exports[path])
	}
	if err := os.WriteFile(s.file(packagesFile), []byte(list.String()), 0o600); err != nil {
		return fmt.Errorf("stateful: %w", err)
	}
	s.importcfg = s.file(packagesFile)
	return nil
}

package stateful

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// listed is the go command's description of a package.
type listed struct {
	ImportPath, Name, Dir, Export      string
	Standard                           bool
	Module                             *listedModule
	GoFiles, SFiles, CgoFiles, Imports []string
	SysoFiles, SwigFiles               []string
	Error                              *struct{ Err string }
}

// listedModule is the go command's description of a module.
type listedModule struct {
	Path, Version string
	Main          bool
}

// listFields are the fields that the go command prints for a listed.
const listFields = "-json=ImportPath,Name,Dir,Export,Standard,Module,GoFiles,SFiles,CgoFiles,SysoFiles,SwigFiles,Imports,Error"

// list runs `go list` with the work module.
func (s *Session) list(ctx context.Context, cgo bool, args ...string) (all []*listed, err error) {
	out, err := s.workCommand(ctx, cgo, append([]string{"list"}, args...)...)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		l := new(listed)
		if err := d.Decode(l); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("stateful: reading the output of go list: %w", err)
		}
		all = append(all, l)
	}
}

// missing compiles packages and their imports. It returns those that the process does not have, in the order of their imports. It returns
// an error if the process cannot have one of them.
func (s *Session) missing(ctx context.Context, paths []string) ([]*listed, error) {
	if err := s.prepareWork(ctx); err != nil {
		return nil, err
	}
	all, err := s.compiled(ctx, paths)
	if err != nil {
		return nil, err
	}
	missing := slices.DeleteFunc(slices.Clone(all), func(l *listed) bool { return s.cells.Has(l.ImportPath) })
	for _, l := range all {
		if why := s.packages.broken[l.ImportPath]; why != "" {
			return nil, brokenError(importerOf(l.ImportPath, paths, all), l.ImportPath, why)
		}
		if err := s.conflict(l); err != nil {
			return nil, err
		}
	}
	if err := s.plainGo(ctx, paths, missing); err != nil {
		return nil, err
	}
	return missing, nil
}

// compiled returns packages and all their imports, compiled. It returns an error if a package is not found or does not compile.
func (s *Session) compiled(ctx context.Context, paths []string) ([]*listed, error) {
	args := append([]string{"-e", "-export", "-deps", listFields, "--"}, paths...)
	all, err := s.list(ctx, false, append([]string{"-mod=readonly"}, args...)...) // otherwise the go command would add modules that nobody requires
	reports := func(text string) bool {
		return slices.ContainsFunc(all, func(l *listed) bool { return l.Error != nil && strings.Contains(l.Error.Err, text) })
	}
	if reports("go.sum") && !slices.ContainsFunc(noModule, reports) {
		all, err = s.list(ctx, false, append([]string{"-mod=mod"}, args...)...) // the module graph has the module, but go.sum lacks its hash
	}
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		importer := importerOf(l.ImportPath, paths, all)
		switch {
		case l.Error != nil:
			if err := s.hasC(ctx, paths); err != nil { // without C it does not compile
				return nil, err
			}
			return nil, &PackageError{importer, s.explain(l)}
		case l.Name == "main" && slices.Contains(paths, l.ImportPath):
			return nil, &PackageError{importer, fmt.Sprintf("import %q is a program, not a package", l.ImportPath)}
		case strings.Contains("/"+l.ImportPath+"/", "/internal/") && slices.Contains(paths, l.ImportPath):
			return nil, &PackageError{importer, fmt.Sprintf("use of internal package %s not allowed", l.ImportPath)}
		}
	}
	return all, nil
}

// importerOf returns the first of paths that is the package or imports it.
func importerOf(path string, paths []string, all []*listed) string {
	above := map[string]bool{path: true}
	for _, l := range all { // imports come first
		above[l.ImportPath] = above[l.ImportPath] || slices.ContainsFunc(l.Imports, func(p string) bool { return above[p] })
	}
	if i := slices.IndexFunc(paths, func(p string) bool { return above[p] }); i >= 0 {
		return paths[i]
	}
	return paths[0]
}

// noModule holds the go command's messages about a package that no module of the graph provides.
var noModule = []string{"no required module provides package", "cannot find module providing package"}

// explain returns why a package is not available, and how to get it.
func (s *Session) explain(l *listed) string {
	text := strings.TrimSpace(l.Error.Err)
	switch {
	case slices.ContainsFunc(noModule, func(words string) bool { return strings.Contains(text, words) }):
		return fmt.Sprintf("no required module provides package %s: run %%require %s first", l.ImportPath, l.ImportPath)
	case strings.Contains(text, "is not in std"):
		return fmt.Sprintf("package %s is not in the standard library", l.ImportPath)
	}
	return text
}

// conflict returns an error if the process has another build of a package, or of its module.
func (s *Session) conflict(l *listed) error {
	if l.ImportPath == "unsafe" {
		return nil
	}
	file, has := s.exports[l.ImportPath]
	var linked, wanted string
	if l.Module != nil && !l.Module.Main {
		linked, wanted = s.packages.modules[l.Module.Path], l.Module.Version
	}
	switch {
	case linked != "" && linked != wanted:
		return cells.Foreign{Reason: fmt.Sprintf("the cell requires %s %s, but the stateful process has %s", l.Module.Path, wanted, linked)}
	case has && file != l.Export:
		return cells.Foreign{Reason: fmt.Sprintf("package %s has changed since the stateful process was built", l.ImportPath)}
	}
	return nil
}

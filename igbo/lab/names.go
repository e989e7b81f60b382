package lab

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// solutions is the folder of the notebooks that solve the exercises of others.
const solutions = "solutions"

// derived matches the names of notebooks that were run with parameters.
var derived = regexp.MustCompile(`-[\pL_][\pL\pN_]*=[^/]*\.ipynb$`)

// all lists the notebooks by their paths in the folder, with slashes: those of the
// folder, then the solutions.
func (l *Lab) all() ([]string, error) {
	names, err := namesIn(l.Notebooks)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("lab: no notebook in %s", l.Notebooks)
	}
	return names, nil
}

// Names lists the notebooks in a folder, including solutions, by their paths there. The list is empty if the folder cannot be
// read.
func Names(folder string) []string {
	names, _ := namesIn(folder)
	return names
}

func namesIn(folder string) (names []string, err error) {
	for _, dir := range []string{".", solutions} {
		entries, err := os.ReadDir(filepath.Join(folder, dir))
		if err != nil && (dir == "." || !errors.Is(err, fs.ErrNotExist)) {
			return nil, fmt.Errorf("lab: no folder of notebooks: %w", err)
		}
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".ipynb") && !strings.HasPrefix(e.Name(), ".") && !e.IsDir() {
				names = append(names, path.Join(dir, e.Name()))
			}
		}
	}
	return names, nil
}

// find lists the notebooks that the names select, in order, each once. A name with the extension .ipynb is that of one notebook;
// others are prefixes, which also select solutions. Copies that Refresh renamed, and notebooks that were run with parameters, are
// only selected by their full names.
func (l *Lab) find(names []string) ([]string, error) {
	all, err := l.all()
	if err != nil {
		return nil, err
	}
	ordinary := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return workcopy.Own(name) || derived.MatchString(name) })
	if len(names) == 0 {
		return ordinary, nil
	}
	chosen := map[string]bool{}
	for _, name := range names {
		before := len(chosen)
		for _, candidate := range all {
			if Selects(name, candidate) && (strings.HasSuffix(name, ".ipynb") || slices.Contains(ordinary, candidate)) {
				chosen[candidate] = true
			}
		}
		if len(chosen) == before && !slices.ContainsFunc(all, func(candidate string) bool { return chosen[candidate] && Selects(name, candidate) }) {
			return nil, fmt.Errorf("lab: notebook %q not found, want one of %s", name, strings.Join(ordinary, ", "))
		}
	}
	return slices.DeleteFunc(all, func(name string) bool { return !chosen[name] }), nil
}

// Selects reports whether a name from a command line selects a notebook, given by its path in the folder of the notebooks.
func Selects(name, notebook string) bool {
	name = path.Clean(filepath.ToSlash(name))
	in, base := path.Base(path.Dir(name)), path.Base(name)
	switch {
	case in == solutions && path.Dir(notebook) != solutions:
		return false
	case strings.HasSuffix(base, ".ipynb"):
		return base == path.Base(notebook) && (in == solutions) == (path.Dir(notebook) == solutions)
	}
	return strings.HasPrefix(path.Base(notebook), base)
}

// short names a notebook in messages: its file's name, and that it is a solution.
func short(notebook string) string {
	if filepath.Base(filepath.Dir(notebook)) == solutions {
		return solutions + "/" + filepath.Base(notebook)
	}
	return filepath.Base(notebook)
}

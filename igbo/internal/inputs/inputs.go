// Package inputs tells the go command what the outcome of a test depends on beside its own program. What go test keeps
// of a test serves until its program, or what it was seen to read within the module, is another; what it has
// compiled by the go command is read by that one, and not seen.
package inputs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Module says that a test depends on all of this module that programs, pages and notebooks are made of. A test that has a
// part of it compiled calls it, or its old outcome is taken for that of new source.
func Module(tb testing.TB) {
	tb.Helper()
	root, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(root, "go.mod")); missing == nil {
			break
		}
		if filepath.Dir(root) == root {
			err = errors.New("no go.mod above this folder")
		}
		root = filepath.Dir(root)
	}
	for _, name := range []string{"go.mod", "go.sum", "igbo", "plots", "datasets", "notebooks"} {
		if err == nil { // that a folder is read is what the go command sees: names, sizes and times of all that is in it
			err = filepath.WalkDir(filepath.Join(root, name), func(path string, _ fs.DirEntry, err error) error { return err })
		}
	}
	if err != nil {
		tb.Fatalf("inputs: %v", err)
	}
}

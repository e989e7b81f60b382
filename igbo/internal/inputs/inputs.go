// Package inputs declares to the go command which files the outcome of a test depends on. The go command caches the outcome until the test
// program changes, or a file that the test reads within the module. It does not see files that are read by a go command which the test
// runs.
package inputs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Module declares that a test depends on all files of this module from which programs, pages and notebooks are made. Call it in tests that
// compile a part of the module. Otherwise the go command reuses the outcome after changes of the source.
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
		if err == nil { // the go command records reads of folders: names, sizes and times of their files
			err = filepath.WalkDir(filepath.Join(root, name), func(path string, _ fs.DirEntry, err error) error { return err })
		}
	}
	if err != nil {
		tb.Fatalf("inputs: %v", err)
	}
}

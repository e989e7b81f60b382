package modeltest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// A Mutant is one way to damage a folder of files.
type Mutant struct {
	What string
	// File is changed to Content, or removed if Content is nil.
	File    string
	Content []byte
}

// Mutants returns many ways to damage files: flipping one bit of every byte, truncating at every length,
// appending a byte, removing a file, and adding a file.
func Mutants(good map[string][]byte) []Mutant {
	list := []Mutant{{"an alien file", "alien.txt", []byte("hello")}}
	for _, name := range slices.Sorted(maps.Keys(good)) {
		content := good[name]
		for i := range content {
			bad := bytes.Clone(content)
			bad[i] ^= 1 << (i % 8)
			list = append(list, Mutant{fmt.Sprintf("bit %d of %s flipped", 8*i+i%8, name), name, bad})
		}
		for n := range content {
			list = append(list, Mutant{fmt.Sprintf("%s cut to %d bytes", name, n), name, content[:n]})
		}
		list = append(list, Mutant{name + " a byte longer", name, append(bytes.Clone(content), 0)}, Mutant{name + " removed", name, nil})
	}
	return list
}

// Apply damages a folder of good files and returns a function that repairs it.
func (m Mutant) Apply(t testing.TB, dir string, good map[string][]byte) (mend func()) {
	t.Helper()
	path := filepath.Join(dir, m.File)
	put := func(content []byte) {
		if content == nil {
			must.Do(t, os.Remove(path))
			return
		}
		f := must.Of(os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o666)).In(t)
		_, err := f.WriteAt(content, 0)
		must.Do(t, errors.Join(err, f.Truncate(int64(len(content))), f.Close()))
	}
	put(m.Content)
	return func() { put(good[m.File]) }
}

// ReadAll returns the files of a folder, including the manifest.
func ReadAll(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// Reseal edits the files of a folder and writes a new manifest.
func Reseal(t testing.TB, dir string, edit func(files map[string][]byte)) {
	t.Helper()
	files := must.Of(durable.ReadFolder(dir)).In(t)
	edit(files)
	must.Do(t, durable.WriteFolderUnsynced(dir, func(temp string) error {
		for name, content := range files {
			if err := os.WriteFile(filepath.Join(temp, name), content, 0o666); err != nil {
				return err
			}
		}
		return nil
	}))
}

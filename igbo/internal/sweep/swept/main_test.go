package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFound: a test that has a sweep, one that comes to it through a function, a method or a variable, and none
// besides; a sweep that no test comes to is a fault.
func TestFound(t *testing.T) {
	const code = `package p

import "example.org/internal/sweep"

type kind struct{}

func (kind) cases() int { return sweep.Count(1, 2) }

var many = kind{}.cases()

func through() int { return many }

func TestDirect(t *testing.T)   { _ = sweep.Whole() }
func TestVariable(t *testing.T) { _ = many }
func FuzzThrough(f *testing.F)  { through() }
func TestOther(t *testing.T)    {}
func TestMain(m *testing.M)     { through() }
`
	root := t.TempDir()
	put := func(name, text string) {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("p/p_test.go", code)
	put("p/testdata/broken_test.go", "nothing")
	put("q/q_test.go", "package q\n\nfunc TestDirect(t *testing.T) {}\n")
	tests, err := found(root)
	if want := []string{"FuzzThrough", "TestDirect", "TestVariable"}; err != nil || len(tests) != 1 || !slices.Equal(tests["p"], want) {
		t.Errorf("found %v, %v, want %v in p alone", tests, err, want)
	}
	put("q/more_test.go", "package q\n\nimport s \"example.org/internal/sweep\"\n\nfunc unused() bool { return s.Whole() }\n")
	if _, err := found(root); err == nil || !strings.Contains(err.Error(), "q: no test comes to the sweep of unused") {
		t.Errorf("error %v, want one that names unused", err)
	}
}

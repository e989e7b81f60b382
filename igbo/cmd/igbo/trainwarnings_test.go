package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestTrainWarnsFirst checks that a column of names and one that contains the target are reported before the first fold, and that a plain
// table gives no warning.
func TestTrainWarnsFirst(t *testing.T) {
	workplace(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var names, plain strings.Builder
	names.WriteString("name,kg,y\n")
	plain.WriteString("a,b,y\n")
	for i := range 40 {
		fmt.Fprintf(&names, "n%d,%d,%d\n", i, i*i%41, 1000*(i*i%41))
		fmt.Fprintf(&plain, "%d,%d,%d\n", i*i%41, i*7%11, i*i%41+i*7%11+i%3)
	}
	must.Do(t, os.WriteFile("names.csv", []byte(names.String()), 0o666))
	must.Do(t, os.WriteFile("plain.csv", []byte(plain.String()), 0o666))
	run := func(file, out string) string {
		return performed("train", file, "--target", "y", "--folds", "2", "--set", "repeats=1", "--set", "steps=2", "--set", "inner_folds=2", "--backend", backendtest.Name(), "--out", out).must(t).stderr
	}
	text := run("names.csv", "one")
	start := strings.Index(text, "folds: ")
	for _, want := range []string{`warning: column "name" looks like an identifier`, `warning: column "kg" determines the target "y"`, "more than the 20 rows that a fold trains on"} {
		if at := strings.Index(text, want); at < 0 || start < 0 || at > start {
			t.Errorf("%q is not reported before the folds: %s", want, text)
		}
	}
	if text := run("plain.csv", "two"); strings.Contains(text, "warning:") {
		t.Errorf("a plain table has a warning: %s", text)
	}
}

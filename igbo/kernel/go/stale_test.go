package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// warmed returns a workshop in which both cells have been built, so the next build reuses a record.
func warmed(t *testing.T) *workshop {
	t.Helper()
	w := newWorkshop(t)
	w.built(printsX)
	w.built(printsY)
	if got := w.built(printsX); got != "x 1" || !used(w.memo()) {
		t.Fatalf("prints %q, built again %v", got, used(w.memo()))
	}
	return w
}

// TestGoCommandTellsCells checks that the go command does not take a program that was built here for that of another cell.
func TestGoCommandTellsCells(t *testing.T) {
	w := warmed(t) // printsY is the cell that the go command has built
	w.put("../other/notes.txt", "nothing that is compiled\n")
	if got := w.built(printsY); got != "y 1" {
		t.Errorf("prints %q, want y 1", got)
	}
}

// TestCellDependencies checks that a cell is built again if anything changes that it depends on.
func TestCellDependencies(t *testing.T) {
	const embeds = "package other\n\nimport _ \"embed\"\n\n//go:embed testdata/x.txt\nvar X string\n"
	for name, c := range map[string]struct {
		prepare, change func(w *workshop)
		want            string
	}{
		"an embedded file of a folder without packages": {
			func(w *workshop) { w.put("../other/other.go", embeds); w.put("../other/testdata/x.txt", "1") },
			func(w *workshop) { w.put("../other/testdata/x.txt", "2") }, "x 2",
		},
		"a package below the cell": {
			func(w *workshop) {
				w.put("other/other.go", "package other\n\nconst X = 1\n")
				w.put("go.work", "go 1.26\n\nuse .\n")
				w.put("go.mod", "module example.org\n\ngo 1.26\n")
			},
			func(w *workshop) { w.put("other/other.go", "package other\n\nconst X = 2\n") }, "x 2",
		},
		"a module that another one has replaced": {
			func(w *workshop) {
				w.put("../other/go.mod", "module example.org/other\n\ngo 1.26\n\nrequire example.org/third v1.0.0\n\nreplace example.org/third => ../third\n")
				w.put("../other/other.go", "package other\n\nimport \"example.org/third\"\n\nconst X = third.X\n")
				w.put("../third/go.mod", "module example.org/third\n\ngo 1.26\n")
				w.put("../third/third.go", "package third\n\nconst X = 1\n")
			},
			func(w *workshop) { w.put("../third/third.go", "package third\n\nconst X = 2\n") }, "x 2",
		},
		"a module behind a link": {
			func(w *workshop) {
				if err := os.Symlink(filepath.Join(w.dir, "../other"), filepath.Join(w.dir, "../link")); err != nil {
					w.t.Fatal(err)
				}
				w.put("go.work", "go 1.26\n\nuse (\n\t.\n\t../link\n)\n")
			},
			func(w *workshop) { w.put("../other/other.go", "package other\n\nconst X = 2\n") }, "x 2",
		},
		"the go command's own settings": {
			func(w *workshop) {
				w.env = append(w.env, "GOFLAGS=", "GOENV="+filepath.Join(w.dir, "env"))
				w.put("../other/other.go", "//go:build !two\n\npackage other\n\nconst X = 1\n")
				w.put("../other/more.go", "//go:build two\n\npackage other\n\nconst X = 2\n")
				w.put("env", "GOFLAGS=-tags=one\n")
			},
			func(w *workshop) { w.put("env", "GOFLAGS=-tags=two\n") }, "x 2",
		},
		"an overlay": {
			func(w *workshop) {
				w.env = append(w.env, "GOFLAGS=-buildvcs=false -overlay="+filepath.Join(w.dir, "overlay.json"))
				w.put("overlay.json", "{}")
			},
			func(w *workshop) {
				w.put("2", "package other\n\nconst X = 2\n")
				w.put("overlay.json", `{"Replace": {"`+filepath.Join(w.dir, "../other/other.go")+`": "`+filepath.Join(w.dir, "2")+`"}}`)
			}, "x 2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkshop(t)
			c.prepare(w)
			for _, code := range []string{printsX, printsY, printsX} {
				if got := w.built(code); !strings.HasSuffix(got, " 1") {
					t.Fatalf("prints %q, want 1", got)
				}
			}
			time.Sleep(10 * time.Millisecond)
			c.change(w)
			if got := w.built(printsX); got != c.want {
				t.Errorf("prints %q after the change, want %q", got, c.want)
			}
		})
	}
}

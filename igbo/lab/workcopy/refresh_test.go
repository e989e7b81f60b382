package workcopy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestRefreshLosesNothing checks that every former content has a separate name, also if two refreshes are in the same second.
func TestRefreshLosesNothing(t *testing.T) {
	from, dir := course(t)
	update(t, from, dir)
	for _, mine := range []string{source("first", "1"), source("second", "1"), source("a", "only run")} {
		write(t, dir, "01_one.ipynb", mine)
		refresh(t, from, dir, "01_one.ipynb")
	}
	names := []string{keptName, strings.Replace(keptName, "000.", "000-2.", 1), strings.Replace(keptName, "000.", "000-3.", 1)}
	for i, want := range []string{source("first", "1"), source("second", "1"), source("a", "only run")} {
		if got := read(t, dir, names[i]); got != want || !Own(names[i]) {
			t.Errorf("%s holds %s", names[i], got)
		}
	}
	if r := refresh(t, from, dir, ""); len(r.Kept)+len(r.Updated)+len(r.Added) > 0 {
		t.Errorf("a fresh copy of what is fresh: %+v", r)
	}
	if Own("01_one.ipynb") || Own("2026-03-01.ipynb") {
		t.Error("an ordinary name counts as a kept one")
	}
	if _, err := Refresh(t.Context(), from, dir, func(string) bool { return false }, noon); err == nil || !strings.Contains(err.Error(), "want one of 01_one.ipynb") {
		t.Errorf("nothing selected: %v", err)
	}
}

// TestLinksAreTheUsers checks that nothing is written through a symbolic link to a file or a folder.
func TestLinksAreTheUsers(t *testing.T) {
	from, dir := course(t)
	update(t, from, dir)
	outside := t.TempDir()
	write(t, outside, "precious.ipynb", "precious")
	write(t, outside, "01_one.ipynb", "precious")
	for link, to := range map[string]string{"01_one.ipynb": filepath.Join(outside, "precious.ipynb"), "solutions": outside} {
		path := filepath.Join(dir, link)
		must.Do(t, os.RemoveAll(path))
		if err := os.Symlink(to, path); err != nil {
			t.Skip(err)
		}
	}
	write(t, from, "01_one.ipynb", source("A", "1"))
	write(t, from, "solutions/01_one.ipynb", source("C", "1"))
	if r := update(t, from, dir); !slices.Equal(r.Foreign, []string{"01_one.ipynb", "solutions/01_one.ipynb"}) {
		t.Errorf("report %+v", r)
	}
	refresh(t, from, dir, "")
	for _, name := range []string{"precious.ipynb", "01_one.ipynb"} {
		if got := read(t, outside, name); got != "precious" {
			t.Errorf("%s outside holds %s", name, got)
		}
	}
	if got := read(t, dir, "solutions/01_one.ipynb"); got != source("C", "1") {
		t.Errorf("the fresh solution holds %s", got)
	}
}

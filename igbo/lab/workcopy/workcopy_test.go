package workcopy

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// noon is the time of refreshes in the tests.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const keptName = "01_one.2026-03-01_120000.ipynb"

// source returns a notebook of one cell, with the output of a run.
func source(text, output string) string {
	return fmt.Sprintf(`{"cells": [{"cell_type": "code", "source": ["%s"], "outputs": [{"text": "%s"}]}], "metadata": {}}`, text, output)
}

// course writes a read-only course, as in the module cache, and returns an empty folder for the working copy.
func course(t *testing.T) (from, dir string) {
	t.Helper()
	from, dir = filepath.Join(t.TempDir(), "course"), filepath.Join(t.TempDir(), "mine")
	for name, text := range map[string]string{
		"01_one.ipynb": source("a", "1"), "02_two.ipynb": source("b", "2"),
		"solutions/01_one.ipynb": source("c", "3"), "images/one.png": "picture", ".hidden": "no part",
	} {
		write(t, from, name, text)
		must.Do(t, os.Chmod(filepath.Join(from, name), 0o444))
	}
	return from, dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	_ = os.Remove(path)
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text := must.Of(os.ReadFile(filepath.Join(dir, name))).In(t)
	return string(text)
}

func update(t *testing.T, from, dir string) Report {
	t.Helper()
	return must.Of(Update(context.Background(), from, dir)).In(t)
}

func refresh(t *testing.T, from, dir, only string) Report {
	t.Helper()
	return must.Of(Refresh(context.Background(), from, dir, func(name string) bool { return only == "" || name == only }, noon)).In(t)
}

// TestFirstAndSecondStart checks that everything is copied once, and is writable.
func TestFirstAndSecondStart(t *testing.T) {
	from, dir := course(t)
	if r := update(t, from, dir); !slices.Equal(r.Added, []string{"01_one.ipynb", "02_two.ipynb", "images/one.png", "solutions/01_one.ipynb"}) {
		t.Errorf("added %v", r.Added)
	}
	info, err := os.Stat(filepath.Join(dir, "01_one.ipynb"))
	if err != nil || info.Mode().Perm()&0o200 == 0 {
		t.Errorf("mode %v (%v), want a file that can be written", info.Mode(), err)
	}
	record := filepath.Join(dir, ManifestFile)
	before, _ := os.Stat(record)
	r := update(t, from, dir)
	var reported bytes.Buffer
	r.Print(&reported)
	if strings.Count(reported.String(), "\n") != 1 || !strings.Contains(reported.String(), dir) {
		t.Errorf("the second start said\n%s", reported.String())
	}
	if after, err := os.Stat(record); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Error("the second start wrote the record again")
	}
}

// TestUpdateFollowsTheCourseAndKeepsTheUsers checks for each combination of changes by the course and the user what Update does.
func TestUpdateFollowsTheCourseAndKeepsTheUsers(t *testing.T) {
	for _, c := range []struct {
		name, here, course string // the new content of 01_one; empty keeps it, "-" deletes it
		want               string
		field              func(Report) []string
	}{
		{"changed in the course", "", source("A", "1"), source("A", "1"), func(r Report) []string { return r.Updated }},
		{"run here, changed in the course", source("a", "9"), source("A", "1"), source("A", "1"), func(r Report) []string { return r.Updated }},
		{"run here, run in the course", source("a", "9"), source("a", "8"), source("a", "9"), nil},
		{"other outputs in the course", "", source("a", "8"), source("a", "8"), func(r Report) []string { return r.Updated }},
		{"changed here", source("mine", "1"), "", source("mine", "1"), nil},
		{"changed in both", source("mine", "1"), source("A", "1"), source("mine", "1"), func(r Report) []string { return r.Conflicts }},
		{"changed in both alike", source("A", "1"), source("A", "1"), source("A", "1"), nil},
		{"no notebook any more", "{", source("A", "1"), "{", func(r Report) []string { return r.Conflicts }},
		{"gone from the course", "", "-", source("a", "1"), func(r Report) []string { return r.Dropped }},
	} {
		t.Run(c.name, func(t *testing.T) {
			from, dir := course(t)
			update(t, from, dir)
			if c.here != "" {
				write(t, dir, "01_one.ipynb", c.here)
			}
			if c.course == "-" {
				_ = os.Remove(filepath.Join(from, "01_one.ipynb"))
			} else if c.course != "" {
				write(t, from, "01_one.ipynb", c.course)
			}
			r := update(t, from, dir)
			if got := read(t, dir, "01_one.ipynb"); got != c.want {
				t.Errorf("the file holds %s", got)
			}
			named := slices.Concat(r.Added, r.Updated, r.Conflicts, r.Deleted, r.Foreign, r.Dropped)
			if c.field == nil && len(named) > 0 || c.field != nil && (len(named) != 1 || !slices.Equal(c.field(r), named)) {
				t.Errorf("report %+v", r)
			}
		})
	}
}

// TestDeletedStaysDeleted checks that a deleted file is copied again only by Refresh.
func TestDeletedStaysDeleted(t *testing.T) {
	from, dir := course(t)
	update(t, from, dir)
	gone := filepath.Join(dir, "01_one.ipynb")
	must.Do(t, os.Remove(gone))
	if r := update(t, from, dir); !slices.Equal(r.Deleted, []string{"01_one.ipynb"}) {
		t.Errorf("report %+v", r)
	}
	if _, err := os.Lstat(gone); err == nil {
		t.Error("a deleted notebook came back")
	}
	refresh(t, from, dir, "01_one.ipynb")
	if got := read(t, dir, "01_one.ipynb"); got != source("a", "1") {
		t.Errorf("the fresh copy holds %s", got)
	}
}

// TestFolderWithOtherThings checks that existing files are kept, also if they have a name of the course.
func TestFolderWithOtherThings(t *testing.T) {
	from, dir := course(t)
	write(t, dir, "01_one.ipynb", "thesis")
	write(t, dir, "notes.txt", "notes")
	write(t, dir, "images", "a file where the course has a folder")
	r := update(t, from, dir)
	if !slices.Equal(r.Foreign, []string{"01_one.ipynb", "images/one.png"}) || read(t, dir, "01_one.ipynb") != "thesis" || read(t, dir, "notes.txt") != "notes" {
		t.Errorf("report %+v", r)
	}
	r = refresh(t, from, dir, "")
	if read(t, dir, keptName) != "thesis" || read(t, dir, "01_one.ipynb") != source("a", "1") || read(t, dir, "images.2026-03-01_120000") == "" || read(t, dir, "images/one.png") != "picture" {
		t.Errorf("fresh: %+v", r)
	}
}

// TestInterruptedCopy checks files without a record, a damaged record, and a temporary file of a killed process.
func TestInterruptedCopy(t *testing.T) {
	from, dir := course(t)
	write(t, dir, "01_one.ipynb", source("a", "1")) // written before the kill, but not recorded
	write(t, dir, ".igbo-0123456789abcdef.tmp", "half")
	if r := update(t, from, dir); len(r.Added) != 3 || len(r.Foreign) > 0 {
		t.Errorf("after an interrupted copy: %+v", r)
	}
	write(t, dir, ManifestFile, "{")
	write(t, dir, "02_two.ipynb", source("mine", ""))
	write(t, from, "01_one.ipynb", source("A", ""))
	r := update(t, from, dir)
	if !r.Damaged || !slices.Equal(r.Foreign, []string{"01_one.ipynb", "02_two.ipynb"}) || read(t, dir, "02_two.ipynb") != source("mine", "") {
		t.Errorf("after a damaged record: %+v", r)
	}
}

// TestTwoLabsAtOnce checks that one process waits for the other, and that both find a complete copy.
func TestTwoLabsAtOnce(t *testing.T) {
	from, dir := course(t)
	var both sync.WaitGroup
	for range 4 {
		both.Go(func() {
			if _, err := Update(context.Background(), from, dir); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if r := update(t, from, dir); len(r.Added)+len(r.Updated)+len(r.Foreign)+len(r.Conflicts) > 0 {
		t.Errorf("afterwards: %+v", r)
	}
}

// TestPlace checks that the working copy is in the folder that the variable names, and never in the course or in a folder that Clean
// removes.
func TestPlace(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv(Variable, "")
	if dir, err := Folder(); err != nil || dir != filepath.Join(home, "igbolab-notebooks") {
		t.Errorf("%s, %v", dir, err)
	}
	t.Setenv(Variable, "here")
	if dir, err := Folder(); err != nil || !filepath.IsAbs(dir) || filepath.Base(dir) != "here" {
		t.Errorf("%s, %v", dir, err)
	}
	checkout := t.TempDir()
	link := filepath.Join(home, "link")
	if err := os.Symlink(checkout, link); err != nil {
		t.Skip(err)
	}
	for dir, fine := range map[string]bool{
		checkout: false, filepath.Join(checkout, "new", "deep"): false, filepath.Join(link, "new"): false, filepath.Join(home, "new"): true, checkout + "2": true,
	} {
		if err := Outside(dir, checkout, "the course itself"); (err == nil) != fine {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if _, err := Update(t.Context(), checkout, filepath.Join(home, "new")); err == nil {
		t.Error("an empty course was copied")
	}
}

// TestNoPlace checks that the error about a folder that cannot be created names the problem and the fix.
func TestNoPlace(t *testing.T) {
	from, dir := course(t)
	write(t, filepath.Dir(dir), "file", "")
	_, err := Update(context.Background(), from, filepath.Join(filepath.Dir(dir), "file", "mine"))
	if err == nil || !strings.Contains(err.Error(), Variable) {
		t.Errorf("%v, want a way out", err)
	}
}

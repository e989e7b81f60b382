package durable

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestSweep checks that temporary files of ended writers are removed, and that other files stay.
func TestSweep(t *testing.T) {
	needLocks(t)
	dir := t.TempDir()
	living := must.Of(newTemp(filepath.Join(dir, "living"))).In(t)
	must.Do(t, living.writeFolder(fill("living"), false))
	stay := []string{".igbo-mine.tmp", ".igbo-0123456789abcdef.txt", ".igbo-0123456789abcdeg.tmp", LockFile, ".hidden"}
	for _, name := range append(stay, ".igbo-0123456789abcdef.tmp", ".igbo-00000000deadbeef.lock") {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("\nfile\n"), 0o666))
	}
	must.Do(t, WriteFile(filepath.Join(dir, "file"), nil, 0o666))
	if left := hidden(t, dir); len(left) != len(stay)+2 {
		t.Errorf("left %v, want %v and the two of the living draft", left, stay)
	}
	if err := errors.Join(living.replaceFolder(filepath.Join(dir, "living")), living.close()); err != nil {
		t.Error(err)
	}
	wantFolder(t, filepath.Join(dir, "living"))
}

// TestRecover completes a replacement that was interrupted between its two renames, and does not change an existing folder.
func TestRecover(t *testing.T) {
	needLocks(t)
	for _, there := range []bool{false, true} {
		parent := t.TempDir()
		dir := filepath.Join(parent, "model")
		d := must.Of(newTemp(dir)).In(t)
		must.Do(t, d.writeFolder(fill("new"), false))
		must.Do(t, WriteFolder(filepath.Join(parent, "old"), fill("old")))
		must.Do(t, os.Rename(filepath.Join(parent, "old"), d.path(oldEnd)))
		want := "new"
		if there {
			want = "other"
			must.Do(t, WriteFolder(dir, fill(want)))
		}
		Recover(dir)
		if _, err := os.Stat(d.path(oldEnd)); err != nil {
			t.Errorf("the living writer's folder is gone: %v", err)
		}
		if err := d.lock.Unlock(); err != nil { // the writer dies
			t.Fatal(err)
		}
		Recover(dir)
		if got := wantFolder(t, dir); got != want {
			t.Errorf("recovered %q, want %q", got, want)
		}
		if left := hidden(t, parent); left != nil {
			t.Errorf("left behind: %v", left)
		}
	}
}

package ledger

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// place returns a folder with a separate ledger.
func place(t *testing.T) (dir, cache string) {
	t.Helper()
	cache = t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	if found := must.Of(os.UserCacheDir()).In(t); !strings.HasPrefix(found, cache) {
		t.Skip("the cache folder cannot be moved here")
	}
	return t.TempDir(), cache
}

// TestForeign checks that a file counts as igbo's while it has the content that igbo wrote, under any of its names.
func TestForeign(t *testing.T) {
	dir, _ := place(t)
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	put := func(text string) { must.Do(t, os.WriteFile(path, []byte(text), 0o666)) }
	check := func(why string, want bool) {
		t.Helper()
		for _, name := range []string{path, link, dir + "/./file"} {
			if Foreign(name) != want {
				t.Errorf("%s: %s is foreign: %t, want %t", why, name, !want, want)
			}
		}
	}
	must.Do(t, os.Symlink("file", link))
	check("nothing is there", false)
	put("")
	check("an empty file", false)
	put("mine")
	check("a file of the user's", true)
	must.Do(t, Wrote(path))
	check("igbo's file", false)
	put("mine, changed")
	check("a changed file", true)
	put("mine")
	must.Do(t, Announce(path, []byte("new")))
	check("before it is replaced", false)
	put("new")
	check("after it was replaced", false)
	must.Do(t, Announce(path, []byte("newer")))
	check("before it is replaced again", false)
	put("mine")
	check("an older file, put back", true)
	if !Knows(path) || Knows(dir) {
		t.Error("Knows is wrong")
	}
	if Foreign(dir) || Foreign(os.DevNull) {
		t.Error("a folder or a device is foreign")
	}
}

// TestPrune checks that records of missing files are removed.
func TestPrune(t *testing.T) {
	dir, cache := place(t)
	kept := filepath.Join(dir, "kept")
	must.Do(t, os.WriteFile(kept, []byte("x"), 0o666))
	must.Do(t, Wrote(kept))
	records := filepath.Join(cache, "igbolab", writtenFolder)
	for i := range mostRecords {
		must.Do(t, os.WriteFile(filepath.Join(records, fmt.Sprint(i)), []byte("0\n"+filepath.Join(dir, fmt.Sprint(i))+"\n"), 0o600))
	}
	must.Do(t, os.WriteFile(kept, []byte("y"), 0o666))
	must.Do(t, Wrote(kept))
	if left := must.Of(os.ReadDir(records)).In(t); len(left) != 1 || !Mine(kept) {
		t.Errorf("%d records are left, want 1 of %s", len(left), kept)
	}
}

// lockVariable makes the test program take a lock and wait.
const lockVariable = "IGBO_TEST_LEDGER_LOCK"

// TestLock checks that only one of two processes gets a path, by any of its names, and that a killed process holds no lock.
func TestLock(t *testing.T) {
	if path := os.Getenv(lockVariable); path != "" {
		unlock := must.Of(Lock(path)).In(t)
		fmt.Println("locked")
		time.Sleep(time.Minute) // it is killed
		unlock()
	}
	dir, cache := place(t)
	path := filepath.Join(dir, "folder", "out")
	must.Do(t, os.Mkdir(filepath.Join(dir, "folder"), 0o777))
	must.Do(t, os.Symlink("folder", filepath.Join(dir, "link")))
	child := exec.Command(os.Args[0], "-test.run=^TestLock$")
	child.Env = append(os.Environ(), lockVariable+"="+path)
	out := must.Of(child.StdoutPipe()).In(t)
	must.Do(t, child.Start())
	must.Of(out.Read(make([]byte, 6))).In(t)
	for _, name := range []string{path, filepath.Join(dir, "link", "out")} {
		_, err := Lock(filepath.Join(dir, "other"), name)
		var taken *durable.LockedError
		if !errors.As(err, &taken) || taken.Folder != name || taken.Holder != fmt.Sprintf("process %d", child.Process.Pid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	must.Do(t, child.Process.Kill())
	_ = child.Wait()
	unlock := must.Of(Lock(path, filepath.Join(dir, "other"), path)).In(t) // locks taken by failed attempts are free
	unlock()
	if left := must.Of(os.ReadDir(filepath.Join(cache, "igbolab", lockedFolder))).In(t); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestWithoutCache checks that without a cache folder nothing is locked, and every file counts as foreign.
func TestWithoutCache(t *testing.T) {
	dir, cache := place(t)
	must.Do(t, os.WriteFile(filepath.Join(cache, "igbolab"), nil, 0o666)) // a file in its place
	path := filepath.Join(dir, "file")
	must.Do(t, os.WriteFile(path, []byte("x"), 0o666))
	unlock := must.Of(Lock(path)).In(t)
	unlock()
	if Wrote(path) == nil || !Foreign(path) {
		t.Error("something is remembered")
	}
}

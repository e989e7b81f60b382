package durable

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestLockIsExclusive checks that the error of the second process names the first, and that no file is left.
func TestLockIsExclusive(t *testing.T) {
	needLocks(t)
	dir := t.TempDir()
	unlock := must.Of(Lock(dir)).In(t)
	_, err := Lock(dir)
	var locked *LockedError
	if !errors.As(err, &locked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d)", os.Getpid())) || !strings.Contains(err.Error(), dir) {
		t.Errorf("error %v, want one with the process and the folder", err)
	}
	must.Do(t, unlock())
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	again := must.Of(Lock(dir)).In(t)
	must.Do(t, again())
}

// needLocks skips a test in a browser, which has no locks and only one process, so files of interrupted writers stay there.
func needLocks(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("no locks on js")
	}
}

// TestStaleLock checks that the lock file of a killed process does not lock the folder.
func TestStaleLock(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, LockFile), []byte("\n99999999 elsewhere\n"), 0o666))
	unlock := must.Of(Lock(dir)).In(t)
	must.Do(t, unlock())
}

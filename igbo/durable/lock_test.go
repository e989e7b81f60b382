package durable

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestLockIsExclusive: the second one is told who holds the folder, and
// nothing stays behind.
func TestLockIsExclusive(t *testing.T) {
	needLocks(t)
	dir := t.TempDir()
	unlock, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Lock(dir)
	var locked *LockedError
	if !errors.As(err, &locked) || !strings.Contains(err.Error(), fmt.Sprintf("process %d)", os.Getpid())) || !strings.Contains(err.Error(), dir) {
		t.Errorf("error %v, want one with the process and the folder", err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	again, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := again(); err != nil {
		t.Fatal(err)
	}
}

// needLocks skips a test in a browser, which has no locks and one process; what a writer that was cut off left stays there.
func needLocks(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("no locks on js")
	}
}

// TestStaleLock: a lock's file that a killed process left holds nothing.
func TestStaleLock(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, LockFile), []byte("\n99999999 elsewhere\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	unlock, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
}

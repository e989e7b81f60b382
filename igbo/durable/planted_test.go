//go:build unix

package durable

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestPlantedLock checks that the error names a lock file that is not a regular file, and that no link is
// followed, not even to create a file.
func TestPlantedLock(t *testing.T) {
	for what, plant := range map[string]func(path string) error{
		"link":     func(path string) error { return os.Symlink("../victim", path) },
		"folder":   func(path string) error { return os.Mkdir(path, 0o777) },
		"pipe":     func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"dangling": func(path string) error { return os.Symlink("../none", path) },
	} {
		root := t.TempDir()
		dir, victim := filepath.Join(root, "out"), filepath.Join(root, "victim")
		path := filepath.Join(dir, LockFile)
		must.Do(t, errors.Join(os.Mkdir(dir, 0o777), os.WriteFile(victim, []byte("kept"), 0o666), plant(path)))
		_, err := Lock(dir)
		var locked *LockedError
		if err == nil || errors.As(err, &locked) || !strings.Contains(err.Error(), LockFile) || !strings.Contains(err.Error(), "regular file") {
			t.Errorf("%s: error %v, want one that names %s", what, err, LockFile)
		}
		if text, _ := os.ReadFile(victim); string(text) != "kept" {
			t.Errorf("%s: the file it names now holds %q", what, text)
		}
		if _, err := os.Lstat(filepath.Join(root, "none")); err == nil {
			t.Errorf("%s: a file was made through the link", what)
		}
	}
}

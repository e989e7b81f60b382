//go:build unix

package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

func writeUnderUmask(dir string) error {
	mask, err := strconv.ParseInt(os.Getenv("IGBO_TEST_UMASK"), 8, 32)
	if err != nil {
		return err
	}
	syscall.Umask(int(mask))
	return errors.Join(WriteFile(filepath.Join(dir, "file"), nil, 0o666), WriteFile(filepath.Join(dir, "tool"), nil, 0o777),
		WriteFolder(filepath.Join(dir, "folder"), fill("x")), MakeFolder(filepath.Join(dir, "new", "deep")))
}

// TestUmaskCounts checks the modes of files, folders and their contents.
func TestUmaskCounts(t *testing.T) {
	for _, mask := range []fs.FileMode{0o077, 0o022, 0o002, 0} {
		dir := t.TempDir()
		cmd := child("umask", dir, fmt.Sprintf("IGBO_TEST_UMASK=%o", mask))
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		for name, full := range map[string]fs.FileMode{
			"file": 0o666, "tool": 0o777, "folder": 0o777, "folder/a": 0o666, "folder/deep": 0o777, "folder/deep/b": 0o666,
			"folder/" + Manifest: 0o666, "new": 0o777, "new/deep": 0o777,
		} {
			info := must.Of(os.Stat(filepath.Join(dir, name))).In(t)
			if got, want := info.Mode().Perm(), full&^mask; got != want {
				t.Errorf("umask %03o: %s has the mode %03o, want %03o", mask, name, got, want)
			}
		}
	}
}

// writeBeyondLimit runs in a process with a file size limit of 4096 bytes.
func writeBeyondLimit(dir string) error {
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: 4096, Max: 4096}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	return wantErrors(dir, syscall.EFBIG)
}

// writeReadOnly runs in a process that must not write to the folder.
func writeReadOnly(dir string) error { return wantErrors(dir, fs.ErrPermission) }

// wantErrors writes a file and a folder, which must both fail with an error.
func wantErrors(dir string, want error) error {
	text := strings.Repeat("x", size)
	for path, err := range map[string]error{
		"file":   WriteFile(filepath.Join(dir, "file"), []byte(text), 0o666),
		"folder": WriteFolder(filepath.Join(dir, "folder"), fill(text)),
	} {
		if !errors.Is(err, want) {
			return fmt.Errorf("%s: error %v, want %v", path, err, want)
		}
	}
	return nil
}

// TestFullDiskAndReadOnlyFolder checks that a failed write returns an error and leaves the old state and no other files.
func TestFullDiskAndReadOnlyFolder(t *testing.T) {
	for _, role := range []string{"full disk", "read-only"} {
		dir := t.TempDir()
		must.Do(t, errors.Join(WriteFile(filepath.Join(dir, "file"), []byte("old"), 0o666), WriteFolder(filepath.Join(dir, "folder"), fill("old"))))
		cmd := child(role, dir)
		if role == "read-only" {
			must.Do(t, os.Chmod(dir, 0o555))
			if os.Getuid() == 0 { // root may write everywhere
				cmd.Path, cmd.SysProcAttr = asNobody(t), &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
				for up := dir; up != filepath.Dir(os.TempDir()) && up != "/"; up = filepath.Dir(up) {
					if info, err := os.Stat(up); err == nil && info.Mode().Perm()&0o055 != 0o055 {
						_ = os.Chmod(up, info.Mode()|0o055) // with its sticky bit
					}
				}
			}
		}
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", role, err, text)
		}
		must.Do(t, os.Chmod(dir, 0o755))
		wantContent(t, filepath.Join(dir, "file"), "old")
		if got := wantFolder(t, filepath.Join(dir, "folder")); got != "old" {
			t.Errorf("%s: the folder became %.10q", role, got)
		}
		if left := hidden(t, dir); left != nil {
			t.Errorf("%s left behind: %v", role, left)
		}
	}
	if info, err := os.Stat("/dev/full"); err == nil && info.Mode()&fs.ModeCharDevice != 0 {
		if err := WriteFile("/dev/full", []byte("x"), 0o666); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("error %v, want that no space is left", err)
		}
	}
}

// asNobody copies the test binary to where any user may run it.
func asNobody(t *testing.T) string {
	t.Helper()
	text := must.Of(os.ReadFile(os.Args[0])).In(t)
	dir := must.Of(os.MkdirTemp("", "durable-*")).In(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "test")
	must.Do(t, errors.Join(os.Chmod(dir, 0o755), os.WriteFile(path, text, 0o755)))
	return path
}

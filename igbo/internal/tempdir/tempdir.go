// Package tempdir puts the temporary folders of a package's tests into memory, where the machine has room there. Tests
// that write, rename and remove thousands of small files spend more time in a disk's file system than in
// what they test: what is killed leaves the same files in memory, and a cut of power, for which content is brought to
// the disk, is beyond any test. Tests of disks (igbo/durable) stay on one.
package tempdir

import (
	"os"
	"path/filepath"
	"testing"
)

// room is what must be free in memory's file system, in bytes: tests build programs there too.
const room = 4 << 30

// Run runs a package's tests, as testing.M's Run does, with temporary folders in memory. Where the caller has named a
// place for them (TMPDIR), where there is no such file system, it has less than 4 GiB left or runs no programs, they
// stay where they are.
func Run(m *testing.M) (code int) {
	place, ok := memory()
	if !ok || os.Getenv("TMPDIR") != "" {
		return m.Run()
	}
	dir, err := os.MkdirTemp(place, "igbo-tests-")
	if err != nil {
		return m.Run()
	}
	defer os.RemoveAll(dir)
	if err := os.Setenv("TMPDIR", dir); err != nil {
		return m.Run()
	}
	return m.Run()
}

// ConfigHome is a temporary folder for the settings of programs (XDG_CONFIG_HOME) in which the go command counts
// nothing: a child of it would write the counts when it has ended, while the folder is removed.
func ConfigHome(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	telemetry := filepath.Join(dir, "go", "telemetry")
	if err := os.MkdirAll(telemetry, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(telemetry, "mode"), []byte("off"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

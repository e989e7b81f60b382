// Package tempdir puts the temporary folders of a package's tests into memory, if the machine has enough. Tests that write, rename and
// remove thousands of small files spend more time in a disk's file system than in the code under test. No test depends on the disk: a
// killed process leaves the same files in memory, and no test covers a power failure. Tests of package igbo/durable use a disk.
package tempdir

import (
	"os"
	"path/filepath"
	"testing"
)

// space is the free space that the file system in memory must have, in bytes. Tests build programs there too.
const space = 4 << 30

// Run runs a package's tests, as testing.M's Run does, with temporary folders in memory. It does not change the folders if the
// caller has set TMPDIR, or if there is no such file system, it has less than 4 GiB left or cannot run programs.
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

// ConfigHome returns a temporary folder for the settings of programs (XDG_CONFIG_HOME) in which the go command's telemetry is off.
// Otherwise a child process would write counters after its end, while the folder is removed.
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

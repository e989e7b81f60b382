package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestHugeExpertFile checks that a file far beyond the limit is refused before it is read into memory.
func TestHugeExpertFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "huge.yaml")
	must.Do(t, os.WriteFile(path, nil, 0o666))
	must.Do(t, os.Truncate(path, 1<<30)) // a sparse file, which takes no disk space
	a := performed("dag", "--expert", path)
	if a.code != cli.ExitFailed || a.allocated > allocationLimit {
		t.Errorf("exit code %d and %d MB allocated: %.200s; want %d and at most %d MB", a.code, a.allocated>>20, a.stderr, cli.ExitFailed, allocationLimit>>20)
	}
}

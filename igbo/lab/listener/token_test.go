package listener

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

func TestReadToken(t *testing.T) {
	dir := t.TempDir()
	good, open, empty := filepath.Join(dir, "good"), filepath.Join(dir, "open"), filepath.Join(dir, "empty")
	put(t, good, "secret\n", 0o600)
	put(t, open, "secret\n", 0o644)
	put(t, empty, "\n", 0o600)
	huge, lines, binary := filepath.Join(dir, "huge"), filepath.Join(dir, "lines"), filepath.Join(dir, "binary")
	put(t, huge, "", 0o600)
	put(t, lines, "a\nb\n", 0o600)
	put(t, binary, "a\x00b", 0o600)
	must.Do(t, os.Truncate(huge, 1<<30))
	for path, want := range map[string]string{
		open: "mode is 0644", empty: "is empty", filepath.Join(dir, "none"): "no such file",
		huge: "max 4096 bytes", lines: "must be one line", binary: "must be one line",
	} {
		if _, err := ReadToken(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", filepath.Base(path), err, want)
		}
	}
	t.Setenv(TokenVariable, "two\nlines")
	if got, err := ReadToken(""); err == nil {
		t.Errorf("two lines in the environment give %q", got)
	}
	t.Setenv(TokenVariable, " of the environment\n")
	for path, want := range map[string]string{good: "secret", "": "of the environment"} {
		if got, err := ReadToken(path); got != want || err != nil {
			t.Errorf("%q: %q, %v", path, got, err)
		}
	}
}

// put writes a file with a mode.
func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	must.Do(t, os.WriteFile(path, []byte(text), mode))
}

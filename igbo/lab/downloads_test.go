package lab

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestDownloadsAreChecked checks that every Python package that a command or an image installs is pinned with its SHA-256, and that every
// installation checks hashes.
func TestDownloadsAreChecked(t *testing.T) {
	checkout, err := FindCheckout(".")
	if err != nil {
		t.Fatal(err)
	}
	lists := 0
	err = filepath.WalkDir(checkout, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (name == ".git" || name == ".venv" || name == "out"):
			return fs.SkipDir
		case strings.HasPrefix(name, "requirements") && filepath.Ext(name) == ".txt":
			lists++
			checkHashes(t, path)
		case strings.HasPrefix(name, "Dockerfile") && !strings.HasSuffix(name, "ignore"), name == "start":
			checkInstalls(t, path)
		}
		return nil
	})
	if err != nil || lists < 3 {
		t.Errorf("%d lists of packages (%v), want those of lab, bench and the CUDA image", lists, err)
	}
}

var pinned = regexp.MustCompile(`(?m)^[A-Za-z0-9._-]+==[^\s;]+(?: ;[^\\]+)? \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+`)

// checkHashes fails if a list contains anything except pinned packages with their hashes.
func checkHashes(t *testing.T, path string) {
	text := must.Of(os.ReadFile(path)).In(t)
	rest := pinned.ReplaceAllString(string(text), "")
	for line := range strings.Lines(rest) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			t.Errorf("%s: %q is not pinned with a hash", path, line)
		}
	}
}

// checkInstalls fails if pip runs without hashes.
func checkInstalls(t *testing.T, path string) {
	text := must.Of(os.ReadFile(path)).In(t)
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "pip install") && !strings.Contains(line, "--require-hashes") {
			t.Errorf("%s: %s", path, line)
		}
	}
}

package peer

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestSetupWantsItsPython: the hashes are of files for Python 3.11; another one is refused before anything is made.
func TestSetupWantsItsPython(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	python := filepath.Join(dir, "python3")
	script := "#!/bin/sh\necho \"$@\" >>" + dir + "/log\n[ \"$1\" = -c ] && echo $VERSION\n[ \"$2\" = venv ] && mkdir -p .venv/bin && cp \"$0\" .venv/bin/python\ntrue\n"
	if err := os.WriteFile(python, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("VERSION", "3.12")
	if _, err := Setup(t.Context(), python, io.Discard); err == nil || !strings.Contains(err.Error(), "is Python 3.12, expected 3.11") {
		t.Errorf("error %v, want the version that is expected", err)
	}
	t.Setenv("VERSION", "3.11")
	if _, err := Setup(t.Context(), python, io.Discard); err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil || !strings.Contains(string(log), "pip install --require-hashes --only-binary=:all:") {
		t.Errorf("the peers are installed without hashes (%v):\n%s", err, log)
	}
}

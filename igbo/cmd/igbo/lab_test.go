package main

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

// TestLabFlagsAreChecked checks that invalid flags are refused with the allowed values before anything is set up.
func TestLabFlagsAreChecked(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for line, want := range map[string]string{
		"--port -1":              "must be from 0 to 65535",
		"--port 70000":           "must be from 0 to 65535",
		"--listen nothing":       "want an address of this machine",
		"--listen 192.0.2.99":    "want one of 127.0.0.1",
		"--patience 0s":          "must be above 0",
		"--patience -3s":         "must be above 0",
		"--token-file nowhere":   "no such file",
		"--token-file main.go":   "must be 0600",
		"--notebooks main.go":    "must be a folder",
		"--token secret":         "unknown flag",
		"somewhere":              "require one of --execute, --check",
		"--clean --execute":      "use at most one of",
		"supervise and more":     "",
		"--setup --listen x --x": "unknown flag",
	} {
		a := performed(append([]string{"lab", "--no-browser"}, strings.Fields(line)...)...)
		if a.code == cli.ExitDone || !strings.Contains(a.stderr, want) || strings.Contains(a.stderr, "in use") {
			t.Errorf("%s: exit code %d, %s, want %q", line, a.code, a.stderr, want)
		}
		if strings.Contains(a.stdout+a.stderr, "setting up") {
			t.Errorf("%s: set up before the flags were read", line)
		}
	}
}

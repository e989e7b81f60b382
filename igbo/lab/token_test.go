package lab

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/lab/listener"
)

// TestTokenIsPrivate checks that the token is in no argument, no environment, and no file that others can read, and that it is nowhere
// after the lab has ended.
func TestTokenIsPrivate(t *testing.T) {
	t.Setenv(listener.TokenVariable, "of the environment")
	l, out, log := serving(t)
	const token = "Sesame-0815-Open"
	stop := start(t, l, StartOptions{Token: token})
	for _, file := range []string{log + ".args", log + ".env"} {
		if text := logged(t, file); text == "" || strings.Contains(text, token) || strings.Contains(text, "of the environment") {
			t.Errorf("%s:\n%s", filepath.Base(file), text)
		}
	}
	files := holding(t, l.Home, token)
	if len(files) == 0 {
		t.Error("JupyterLab cannot find the token")
	}
	for _, path := range files {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v (%v), want 0600", path, info.Mode(), err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(l.Home, "runtime", "*", "*-open.html")); len(left) > 0 {
		t.Errorf("%s with the token is left", left)
	}
	if info, err := os.Stat(l.Home); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the lab's folder has mode %v (%v), want 0700", info.Mode(), err)
	}
	if !strings.Contains(out.String(), "/lab\n") || strings.Contains(out.String(), token) {
		t.Errorf("the address is not said, or with the token that was given: %s", out)
	}
	must.Do(t, stop())
	if files := holding(t, l.Home, token); len(files) > 0 {
		t.Errorf("the token is left in %s", files)
	}
	if !strings.Contains(out.String(), "shutting down 1 kernel …") {
		t.Errorf("the end is not said: %s", out)
	}
}

// holding lists the files that contain a text.
func holding(t *testing.T, dir, text string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte(text)) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// TestLogHidesTheToken checks that JupyterLab's messages about a failure are shown without the token.
func TestLogHidesTheToken(t *testing.T) {
	l, _, _ := serving(t)
	put(t, l.python(), "#!/bin/sh\ncat $JUPYTER_CONFIG_PATH/jupyter_server_config.json >&2\nexit 3\n", 0o755)
	err := l.Start(t.Context(), StartOptions{Token: "Sesame"})
	if err == nil || strings.Contains(err.Error(), "Sesame") || !strings.Contains(err.Error(), `"token":"…"`) {
		t.Errorf("error %v, want the log without the token", err)
	}
}

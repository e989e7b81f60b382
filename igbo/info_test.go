package igbo

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestInfo checks that every line has a value, or "unknown".
func TestInfo(t *testing.T) {
	t.Setenv("GOMLX_BACKEND", "go:parallelism=1")
	t.Setenv("GONB_VERSION", "v1.2.3")
	text := Info().String()
	for _, want := range []string{"igbolab  ", "Go  ", "vectors", "GOMLX_BACKEND requests go:parallelism=1", "GoNB v1.2.3", "cores", "memory"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if nothing := (Information{}).String(); !strings.Contains(nothing, "unknown") || !strings.Contains(nothing, "none") {
		t.Errorf("of nothing it says\n%s", nothing)
	}
}

// TestInfoReadsTheBuild checks that a release reports its number, that a replaced module reports
// its replacement, and that a cell built in a workspace reports no number.
func TestInfoReadsTheBuild(t *testing.T) {
	var i Information
	i.read(&debug.BuildInfo{
		Main: debug.Module{Path: "gonb_1234", Version: "(devel)"},
		Deps: []*debug.Module{
			{Path: modulePath, Version: "v0.3.0"}, {Path: "gonum.org/v1/gonum", Version: "v0.1.0", Replace: &debug.Module{Version: "v0.2.0"}}, {Path: "example.org/x", Version: "v1.0.0"},
		},
	})
	if i.Version != "0.3.0" || i.Modules["gonum.org/v1/gonum"] != "v0.2.0" || len(i.Modules) != 1 {
		t.Errorf("%+v", i)
	}
	for built, want := range map[string]string{
		"v0.0.0-20261128070048-8bda4c67abcd":         " at 8bda4c67abcd",
		"v0.3.1-0.20261128070048-8bda4c67abcd+dirty": " at 8bda4c67abcd with changes",
	} {
		i.read(&debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: built}})
		if i.Version != Version+want {
			t.Errorf("version %q of %s", i.Version, built)
		}
	}
	i.read(&debug.BuildInfo{Deps: []*debug.Module{{Path: modulePath, Version: "(devel)"}}})
	if !strings.HasPrefix(i.Version, Version+", a checkout") || strings.Contains(i.Version, "v0.3.0") {
		t.Errorf("version %q of a checkout", i.Version)
	}
}

// TestRevision checks a checkout, one with packed refs, a worktree, and a folder without Git.
func TestRevision(t *testing.T) {
	const commit = "0123456789abcdef0123456789abcdef01234567"
	files := func(contents map[string]string) string {
		root := t.TempDir()
		for path, text := range contents {
			path = filepath.Join(root, path)
			must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
			must.Do(t, os.WriteFile(path, []byte(strings.ReplaceAll(text, "ROOT", root)), 0o644))
		}
		return root
	}
	for name, contents := range map[string]map[string]string{
		"detached": {".git/HEAD": commit + "\n"},
		"branch":   {".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": commit + "\n"},
		"packed":   {".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": "# pack-refs\n" + commit + " refs/heads/main\n"},
		"worktree": {".git": "gitdir: ROOT/other/worktrees/w\n", "other/worktrees/w/HEAD": "ref: refs/heads/w\n", "other/worktrees/w/commondir": "../..\n", "other/refs/heads/w": commit + "\n"},
	} {
		if got := revision(files(contents)); got != commit[:12] {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := revision(files(nil)); got != "" {
		t.Errorf("a folder without version control is at %q", got)
	}
}

// TestMovedSince checks that the commit of a checkout does not count if it changed after the
// program was built.
func TestMovedSince(t *testing.T) {
	root := t.TempDir()
	if movedSince(root) {
		t.Error("a folder without version control has moved")
	}
	log := filepath.Join(root, ".git", "logs", "HEAD")
	must.Do(t, os.MkdirAll(filepath.Dir(log), 0o755))
	must.Do(t, os.WriteFile(log, nil, 0o644))
	for want, at := range map[bool]time.Time{true: time.Now().Add(time.Hour), false: time.Now().Add(-1000 * time.Hour)} {
		must.Do(t, os.Chtimes(log, at, at))
		if got := movedSince(root); got != want {
			t.Errorf("the checkout's last move was %v: moved since the build: %v", at, got)
		}
	}
}

package provenance

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// replaced is the environment variable that gives a copy of the test program the file that replaces it.
const replaced = "IGBO_TEST_REPLACED"

// TestMain makes a copy of the program replace itself and print its identity, if it is started as one.
func TestMain(m *testing.M) {
	if other := os.Getenv(replaced); other != "" {
		self, err := os.Executable()
		if err == nil {
			err = os.Rename(other, self)
		}
		if err != nil {
			panic(err)
		}
		code, err := Code()
		if err != nil {
			code = "unknown"
		}
		os.Stdout.WriteString(code)
		return
	}
	os.Exit(m.Run())
}

// TestReplacedProgram checks that a program whose file is replaced while it runs is not identified as the new
// one. Otherwise parts of the new code would come from the old code.
func TestReplacedProgram(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("a program of WebAssembly has no file")
	}
	dir := t.TempDir()
	self := must.Of(os.Executable()).In(t)
	content := must.Of(os.ReadFile(self)).In(t)
	program, other := filepath.Join(dir, "program"), filepath.Join(dir, "other")
	if runtime.GOOS == "windows" {
		t.Skip("a running program cannot be replaced here")
	}
	for path, text := range map[string][]byte{program: content, other: []byte("another program")} {
		must.Do(t, os.WriteFile(path, text, 0o755))
	}
	reports := func(replacement string) string {
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), replaced+"="+replacement)
		return strings.TrimSpace(string(must.Of(cmd.Output()).In(t)))
	}
	want := reports(program) // its identity before the replacement
	if got := reports(other); want == "unknown" || got != want && (got != "unknown" || runtime.GOOS == "linux") {
		t.Errorf("the program takes itself for %s, want %s", got, want)
	}
}

// TestBuildID compares the build ID with that of the go command, and checks that a program without one is
// identified by its digest.
func TestBuildID(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the digest counts here")
	}
	content := must.Of(os.ReadFile(must.Of(os.Executable()).In(t))).In(t)
	path := filepath.Join(t.TempDir(), "program")
	must.Do(t, os.WriteFile(path, content, 0o755))
	id := buildID(path)
	if want := must.Of(exec.Command("go", "tool", "buildid", path).Output()).In(t); id == "" || id != strings.TrimSpace(string(want)) {
		t.Errorf("build ID %q, want %q", id, want)
	}
	for what, text := range map[string][]byte{
		"one's own words": bytes.Replace(content, []byte(id), []byte(strings.Repeat("own words", 10)[:len(id)]), 1),
		"cut":             content[:bytes.Index(content, []byte(id))+10],
		"a long note":     bytes.Replace(content, []byte("\x53\x00\x00\x00\x04\x00\x00\x00Go\x00\x00"), []byte("\x53\x00\x00\x7f\x04\x00\x00\x00Go\x00\x00"), 1),
		"another note":    bytes.Replace(content, []byte("\x04\x00\x00\x00Go\x00\x00"), []byte("\x05\x00\x00\x00Go\x00\x00"), 1),
		"nothing":         nil,
	} {
		if bytes.Equal(text, content) {
			t.Fatalf("%s: the program is the same", what)
		}
		must.Do(t, os.WriteFile(path, text, 0o755))
		if got := buildID(path); got != "" {
			t.Errorf("%s: build ID %q, want none", what, got)
		}
	}
	if got := buildID(filepath.Join(t.TempDir(), "none")); got != "" {
		t.Errorf("no file: build ID %q", got)
	}
}

package provenance

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/must"
)

// replaced names, to a copy of the test's program, the file that takes its place.
const replaced = "IGBO_TEST_REPLACED"

// TestMain lets a copy of the program replace itself and say what it takes itself for.
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

// TestReplacedProgram: a program whose file is replaced while it runs is not taken for
// the new one, whose parts would then answer for the old code.
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
	want := must.Of(durable.Digest(program)).In(t)
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), replaced+"="+other)
	said := must.Of(cmd.Output()).In(t)
	if got := strings.TrimSpace(string(said)); got != want && (got != "unknown" || runtime.GOOS == "linux") {
		t.Errorf("the program takes itself for %s, want %s", got, want)
	}
}

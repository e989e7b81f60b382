package lab

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/kernel"
)

// TestSetupIsDoneOnce checks that the first call installs everything with checked hashes, and that the second runs no command.
func TestSetupIsDoneOnce(t *testing.T) {
	l, _, log := fakeLab(t, "3.12")
	if l.Ready() {
		t.Error("ready before the set-up")
	}
	must.Do(t, l.Setup(context.Background()))
	if !l.Ready() {
		t.Error("not ready after the set-up")
	}
	first := logged(t, log)
	for _, want := range []string{"-m venv", "--require-hashes", "github.com/janpfeifer/gonb ./igbo/kernel/goimports ./igbo/kernel/go ./igbo/cmd/igbo", "gonum.org/v1/gonum/mat"} {
		if !strings.Contains(first, want) {
			t.Errorf("set-up lacks %q:\n%s", want, first)
		}
	}
	var spec kernel.Spec
	text, err := os.ReadFile(filepath.Join(l.share(), "kernels", kernel.Name, "kernel.json"))
	if err != nil || json.Unmarshal(text, &spec) != nil || !strings.HasPrefix(spec.Argv[0], l.Home) || spec.Argv[len(spec.Argv)-1] != "{connection_file}" {
		t.Errorf("kernel %+v (%v), want the lab's own", spec, err)
	}
	if all, _ := filepath.Glob(filepath.Join(l.share(), "kernels", "*")); len(all) != 1 {
		t.Errorf("kernels %q, want one", all)
	}
	must.Do(t, l.Setup(context.Background()))
	if again := logged(t, log); again != first {
		t.Errorf("the second set-up ran\n%s", strings.TrimPrefix(again, first))
	}
}

// TestHalfMadeEnvironmentIsMadeAgain checks that an installation that was killed or had no network leaves no stamp, so the next call starts
// over.
func TestHalfMadeEnvironmentIsMadeAgain(t *testing.T) {
	l, _, log := fakeLab(t, "3.12")
	put(t, log+".fail", "", 0o644)
	err := l.Setup(context.Background())
	if err == nil || !strings.Contains(err.Error(), "no network here") || !strings.Contains(err.Error(), "the first start requires a network connection") {
		t.Errorf("error %v, want pip's own words and what it means", err)
	}
	rubbish := filepath.Join(l.venv(), "rubbish")
	put(t, rubbish, "half", 0o644)
	must.Do(t, os.Remove(log+".fail"))
	must.Do(t, l.Setup(context.Background()))
	if _, err := os.Stat(rubbish); !errors.Is(err, os.ErrNotExist) {
		t.Error("the half-made environment was kept")
	}
}

func TestNoPythonAndOldPython(t *testing.T) {
	l, _, _ := fakeLab(t, "3.8")
	t.Setenv("PATH", filepath.Dir(mustLook(t, "python3")))
	if err := l.Setup(context.Background()); err == nil || !strings.Contains(err.Error(), "too old") || !strings.Contains(err.Error(), "version 3.10 or newer is required") {
		t.Errorf("old Python: %v", err)
	}
	broken := t.TempDir()
	put(t, filepath.Join(broken, "python3"), "#!/nowhere/sh\n", 0o755)
	t.Setenv("PATH", broken)
	if err := l.Setup(context.Background()); err == nil || !strings.Contains(err.Error(), "Python does not run ("+broken) {
		t.Errorf("broken Python: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if err := l.Setup(context.Background()); err == nil || !strings.Contains(err.Error(), "python3 not found on the PATH") {
		t.Errorf("no Python: %v", err)
	}
}

func mustLook(t *testing.T, name string) string {
	t.Helper()
	return must.Of(exec.LookPath(name)).In(t)
}

package reference

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestSetupWantsItsPython checks that another Python than 3.11 is rejected before anything is created, because the hashes are
// those of files for Python 3.11.
func TestSetupWantsItsPython(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	t.Setenv("HOME", filepath.Join(dir, "home"))
	python := filepath.Join(dir, "python3")
	script := "#!/bin/sh\necho \"$@\" >>" + dir + "/log\n[ \"$1\" = -c ] && echo $VERSION\n[ \"$2\" = venv ] && mkdir -p \"$3/bin\" && cp \"$0\" \"$3/bin/python\"\ntrue\n"
	must.Do(t, os.WriteFile(python, []byte(script), 0o755))
	t.Setenv("VERSION", "3.12")
	if _, err := Setup(t.Context(), python, io.Discard); err == nil || !strings.Contains(err.Error(), "is Python 3.12, but the other programs require Python 3.11") {
		t.Errorf("error %v, want the version that is expected", err)
	}
	t.Setenv("VERSION", "3.11")
	installed := must.Of(Setup(t.Context(), python, io.Discard)).In(t)
	if cache, err := os.UserCacheDir(); err != nil || !strings.HasPrefix(installed, cache+string(filepath.Separator)) || installed != DefaultPython() {
		t.Errorf("the peers are at %s, want them below %s (%v)", installed, cache, err)
	}
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil || !strings.Contains(string(log), "pip install --require-hashes --only-binary=:all:") {
		t.Errorf("the peers are installed without hashes (%v):\n%s", err, log)
	}
}

// TestInterruptEndsSetup checks that an interruption ends the setup at each step, including a process that the step started.
func TestInterruptEndsSetup(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	for _, step := range []string{"-c", "venv", "pip"} {
		dir := t.TempDir()
		t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
		t.Setenv("HOME", filepath.Join(dir, "home"))
		python := filepath.Join(dir, "python3")
		script := "#!/bin/sh\ncase \"$*\" in *" + step + "*) sleep 600 & echo >" + dir + "/begun; sleep 600;; esac\n" +
			"[ \"$1\" = -c ] && echo 3.11\n[ \"$2\" = venv ] && mkdir -p \"$3/bin\" && cp \"$0\" \"$3/bin/python\"\ntrue\n"
		must.Do(t, os.WriteFile(python, []byte(script), 0o755))
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := Setup(ctx, python, io.Discard)
			ended <- err
		}()
		for start := time.Now(); time.Since(start) < time.Minute; time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(filepath.Join(dir, "begun")); err == nil {
				break
			}
		}
		cancel()
		select {
		case err := <-ended:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: error %v, want that of the context", step, err)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s goes on after the interrupt", step)
		}
	}
}

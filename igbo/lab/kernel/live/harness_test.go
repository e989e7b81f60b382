package live

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/lab/kernel/prelude"
)

// making makes the host of the tests once, in the user's cache.
func making(t testing.TB) Made {
	t.Helper()
	if err := Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	if testing.Short() {
		t.Skip("links a host, which takes seconds")
	}
	inputs.Module(t)
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	source, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "GOFLAGS=")
	m, err := Open(Config{Go: filepath.Join(strings.TrimSpace(string(out)), "bin", "go"), Version: runtime.Version(), Source: source,
		Env: env, Cache: filepath.Join(cache, "igbolab", "live-test"), Packages: prelude.Paths(), Out: testWriter{t}})
	if err == nil && !m.Ready() && os.Getenv("LIVE_TESTS") == "" {
		t.Skip("no host is linked for this source, which takes a minute of CPU time; LIVE_TESTS=1 links it")
	}
	if err == nil {
		err = m.Make(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

type testWriter struct{ testing.TB }

func (w testWriter) Write(p []byte) (int, error) {
	w.Logf("%s", strings.TrimSpace(string(p)))
	return len(p), nil
}

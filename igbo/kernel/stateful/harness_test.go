package stateful

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/kernel/prelude"
	"github.com/igbolab/igbolab/igbo/kernel/stateful/linker"
)

// making builds the host of the tests once, in the user's cache.
func making(t testing.TB) Made {
	t.Helper()
	version := runtime.Version() // GOTOOLCHAIN=go1.27.4 go test checks another release
	if err := Supported(version); err != nil {
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
	source, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	env := append(os.Environ(), "GOFLAGS=")
	at, err := linker.Toolchain(t.Context(), "go", version, source, env)
	if err != nil {
		t.Fatal(err)
	}
	packages := prelude.Paths()
	if os.Getenv("LIVE_TESTS") == "few" { // the packages that the self-test uses compile in a fraction of the time
		packages = []string{module + "/igbo/notebook", "gonum.org/v1/gonum/mat"}
	}
	m, err := Open(Config{Go: at.Go, Version: version, Source: source,
		Env: env, Cache: filepath.Join(cache, "igbolab", "live-test"), Packages: packages, Out: testWriter{t}})
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

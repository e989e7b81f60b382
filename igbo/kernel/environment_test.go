package kernel

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// TestEnvironment checks that the kernel's programs come first, and that a user's settings of Go do not break the kernel.
func TestEnvironment(t *testing.T) {
	k := fakeKernel(t)
	user := []string{"PATH=/bin", "GOFLAGS=-mod=mod -tags=cuda -trimpath -race -modfile=x", "GOWORK=off", "GO111MODULE=off", "GOPROXY=https://example.org", "GOCACHE=/own", "HOME=/home/u"}
	env := k.Environment(user, false)
	for name, want := range map[string]string{
		"PATH":    strings.Join([]string{k.bin(), filepath.Dir(k.program("go")), "/bin"}, string(os.PathListSeparator)),
		"GOFLAGS": "-race -ldflags=-s -buildvcs=false -tags=noxla", "GOWORK": "auto", "GO111MODULE": "on", "GOTOOLCHAIN": "local",
		"GOMODCACHE": "/mods", "GOCACHE": "/own", "GOPROXY": "https://example.org", "HOME": "/home/u", HomeVariable: k.Home,
	} {
		if got := valueOf(env, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	seen := map[string]bool{}
	for _, pair := range env {
		name, _, _ := strings.Cut(pair, "=")
		if seen[name] {
			t.Errorf("%s stands twice", name)
		}
		seen[name] = true
	}
	if got := valueOf(k.Environment(nil, true), "GOFLAGS"); strings.Contains(got, "noxla") {
		t.Errorf("GOFLAGS are %s where XLA is there", got)
	}
}

// TestSource checks that the source is found as the folder of this package's module, and that another module's folder is refused.
func TestSource(t *testing.T) {
	here, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	source, err := FindSource(t.Context())
	if _, file, _, _ := runtime.Caller(0); !filepath.IsAbs(file) {
		if err == nil || !strings.Contains(err.Error(), "--source") {
			t.Errorf("of a test built with -trimpath: %s, %v", source, err)
		}
	} else if err != nil || source != here {
		t.Errorf("source %s, %v, want %s", source, err, here)
	}
	dir := emptyWorld(t)
	if err := CheckSource(dir); err == nil || !strings.Contains(err.Error(), "go.mod") {
		t.Errorf("no go.mod: %v", err)
	}
	put(t, filepath.Join(dir, "go.mod"), "module example.org/x\n")
	if _, err := Open(Options{Source: dir}); err == nil || !strings.Contains(err.Error(), "must declare module github.com/igbolab/igbolab") {
		t.Errorf("another module: %v", err)
	}
	if _, err := Open(Options{Home: filepath.Join(dir, "none")}); err == nil || !strings.Contains(err.Error(), "igbo kernel install") {
		t.Errorf("no kernel: %v", err)
	}
	t.Setenv("GOPROXY", "off")
	if _, err := download(t.Context(), "v0.0.0-none"); err == nil || !strings.Contains(err.Error(), "--source") {
		t.Errorf("a version that does not exist: %v", err)
	}
}

// TestPublished checks which versions of a main module the go command can download.
func TestPublished(t *testing.T) {
	for version, want := range map[string]bool{
		"v0.1.0": true, "v0.2.0-rc.1": true, "v0.1.0+dirty": false, "(devel)": false, "": false,
		"v0.0.0-20261128070048-8bda4c67abcd": false, "v0.1.1-0.20261128070048-8bda4c67abcd+dirty": false,
	} {
		if got := published(debug.Module{Path: module, Version: version}); got != want {
			t.Errorf("published %q: %v, want %v", version, got, want)
		}
	}
	if !published(debug.Module{Path: module, Version: "v0.0.0-20261128070048-8bda4c67abcd", Sum: "h1:="}) {
		t.Error("a pseudo-version that was downloaded is not published")
	}
	if published(debug.Module{Path: "example.org/x", Version: "v0.1.0", Sum: "h1:="}) {
		t.Error("another module is published")
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		times []time.Duration
		want  time.Duration
	}{{nil, 0}, {[]time.Duration{7}, 7}, {[]time.Duration{9, 1}, 5}, {[]time.Duration{9, 1, 2}, 2}, {[]time.Duration{9, 1, 3, 2}, 2}} {
		if got := (Latency{Times: c.times}).Median(); got != c.want {
			t.Errorf("median of %v is %d, want %d", c.times, got, c.want)
		}
	}
}

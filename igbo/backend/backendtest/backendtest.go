// Package backendtest opens the backend that tests run on, and holds what tests
// of models on it share.
package backendtest

import (
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/gomlx/compute"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// shared is one backend for all tests of a package: a tensor stays with the
// backend that first saw it.
var shared = sync.OnceValues(func() (compute.Backend, error) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // graphs are built again and again, and next to nothing of them is kept
	}
	return open(Name())
})

// Name is the backend that GOMLX_BACKEND names, XLA with the tag xla alone; without it the
// embedded one, whatever plugins are installed.
func Name() string {
	if name := os.Getenv(compute.ConfigEnvVar); name != "" {
		return name
	}
	return "go"
}

// Open returns the backend by Name, the same one at each call.
func Open(tb testing.TB) compute.Backend {
	tb.Helper()
	return must.Of(shared()).In(tb)
}

// Embedded reports whether tests run on the embedded backend, which alone has
// fused operations.
func Embedded() bool {
	kind, _, _ := strings.Cut(Name(), ":")
	return kind == "go"
}

// LongOnXLA skips a test where tests are -short and run on XLA: one whose
// graphs keep XLA's compiler busy for long, or that an embedded run covers as well; the reason says which.
func LongOnXLA(tb testing.TB, reason string) {
	tb.Helper()
	if ShortOnXLA() {
		tb.Skip("-short on XLA: " + reason)
	}
}

// ShortOnXLA reports whether tests are -short and run on XLA, whose compiler takes a second or more a graph.
func ShortOnXLA() bool { return testing.Short() && !Embedded() }

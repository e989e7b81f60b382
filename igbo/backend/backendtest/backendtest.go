// Package backendtest opens the backend that tests run on and provides helpers for tests of models.
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

// shared opens one backend for all tests of a package, because a tensor can be used only on the backend that first used
// it.
var shared = sync.OnceValues(func() (compute.Backend, error) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // graphs are built often and produce mostly garbage
	}
	return open(Name())
})

// Name returns the value of GOMLX_BACKEND, or "go", the embedded backend, if it is not set. Names other than "go" need
// the build tag xla. Installed plugins have no effect.
func Name() string {
	if name := os.Getenv(compute.ConfigEnvVar); name != "" {
		return name
	}
	return "go"
}

// Open returns the backend with the name returned by Name. Every call returns the same backend.
func Open(tb testing.TB) compute.Backend {
	tb.Helper()
	return must.Of(shared()).In(tb)
}

// Embedded reports whether tests run on the embedded backend. Only that backend has fused operations.
func Embedded() bool {
	kind, _, _ := strings.Cut(Name(), ":")
	return kind == "go"
}

// LongOnXLA skips a test in -short mode on XLA. Call it if XLA takes long to compile the graphs of the test, or if a run
// on the embedded backend covers the same code; reason explains which.
func LongOnXLA(tb testing.TB, reason string) {
	tb.Helper()
	if ShortOnXLA() {
		tb.Skip("-short on XLA: " + reason)
	}
}

// ShortOnXLA reports whether tests run in -short mode on XLA, which takes a second or more to compile a graph.
func ShortOnXLA() bool { return testing.Short() && !Embedded() }

package live

import (
	"runtime"
	"strings"
	"testing"
)

// TestExperiment: where Go is told to try something, a line says what to do, and nothing is made.
func TestExperiment(t *testing.T) {
	if err := Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	c := Config{Go: "go", Version: runtime.Version(), Env: []string{"HOME=/", "GOEXPERIMENT=simd"}}
	if _, err := Open(c); err == nil || err.Error() != "live: GOEXPERIMENT=simd is set, and living cells are proven without: unset it for the kernel" {
		t.Error(err)
	}
	c.Env = []string{"GOEXPERIMENT="}
	if _, err := Open(c); err != nil && strings.Contains(err.Error(), "EXPERIMENT") {
		t.Error(err)
	}
}

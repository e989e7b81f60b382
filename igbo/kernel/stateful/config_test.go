package stateful

import (
	"runtime"
	"strings"
	"testing"
)

// TestExperiment checks that with an experiment of Go the error names the fix, and nothing is built.
func TestExperiment(t *testing.T) {
	if err := Supported(runtime.Version()); err != nil {
		t.Skip(err)
	}
	c := Config{Go: "go", Version: runtime.Version(), Env: []string{"HOME=/", "GOEXPERIMENT=simd"}}
	if _, err := Open(c); err == nil || err.Error() != "stateful: stateful cells do not support GOEXPERIMENT=simd (unset it for the kernel)" {
		t.Error(err)
	}
	c.Env = []string{"GOEXPERIMENT="}
	if _, err := Open(c); err != nil && strings.Contains(err.Error(), "EXPERIMENT") {
		t.Error(err)
	}
}

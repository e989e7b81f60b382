package selftest

import (
	"strings"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph"

	"github.com/igbolab/igbolab/igbo/backend/backendtest"
)

// TestBackendPasses checks that the backend under test passes all checks, with positive durations.
func TestBackendPasses(t *testing.T) {
	checks := Run(backendtest.Open(t))
	if len(checks) != 3 {
		t.Fatalf("%d checks, want 3", len(checks))
	}
	for _, c := range checks {
		if c.Fault != "" || c.First <= 0 || c.Call <= 0 {
			t.Errorf("%s", c)
		}
	}
	t.Log(Summary(checks))
}

// TestFaultsAreFound checks that wrong results, a panicking graph and a nil backend are reported as faults.
func TestFaultsAreFound(t *testing.T) {
	a, x := matrix(1), matrix(2)
	for want, c := range map[string]Check{
		"want":  check(backendtest.Open(t), "product", func(a, x *Node) *Node { return Add(a, x) }, a, x, product(a, x)),
		"boom":  check(backendtest.Open(t), "product", func(a, x *Node) *Node { panic("boom") }, a, x, nil),
		"fails": check(compute.Backend(nil), "product", func(a, x *Node) *Node { return a }, a, x, nil),
	} {
		if c.Fault == "" || !strings.Contains(c.String(), want) {
			t.Errorf("%+v, want a fault with %q", c, want)
		}
	}
}

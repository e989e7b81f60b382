package live

import (
	"strings"
	"testing"
)

// TestSelftest: a host that was made is ready, its self-test passes, and one that expects something else does not.
func TestSelftest(t *testing.T) {
	m := making(t)
	if !m.Ready() {
		t.Error("not ready")
	}
	n, err := m.Selftest(t.Context())
	if err != nil || n < 100 {
		t.Errorf("%d cells: %v", n, err)
	}
	right := selftest
	defer func() { selftest = right }()
	selftest = strings.Replace(right, "[1 1 2 3]", "[1 1 2 4]", 1)
	if _, err := m.Selftest(t.Context()); err == nil || !strings.Contains(err.Error(), "cell 2 says") {
		t.Errorf("a wrong expectation passes: %v", err)
	}
}

package live

import "testing"

// TestMake makes the host; a second time it is there.
func TestMake(t *testing.T) {
	if m := making(t); !m.Ready() {
		t.Error("not ready")
	}
}

package wire

import (
	"context"
	"os/exec"
	"strings"
	"testing"
)

// TestStartAgain checks that a kernel that ends at once is started with other ports, and that ctx ends the attempts.
func TestStartAgain(t *testing.T) {
	var files []string
	fails := func(connection string) *exec.Cmd {
		files = append(files, connection)
		return exec.Command("false")
	}
	if _, err := Start(t.Context(), fails); err == nil || !strings.Contains(err.Error(), "the kernel has ended: exit status 1") {
		t.Errorf("%v", err)
	}
	if len(files) != attempts || files[0] == files[1] {
		t.Errorf("started with %q, want %d connection files", files, attempts)
	}
	files = nil
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Start(done, fails); err == nil || len(files) > attempts {
		t.Errorf("%v after %d starts", err, len(files))
	}
	if _, err := Start(t.Context(), func(string) *exec.Cmd { return exec.Command("/no/such/command") }); err == nil {
		t.Error("a command that does not exist started")
	}
}

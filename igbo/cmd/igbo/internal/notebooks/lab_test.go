//go:build unix

package notebooks

import (
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
)

// TestSecondInterrupt checks that a signal that arrives twice at once counts as one, and that a later one forces the end.
func TestSecondInterrupt(t *testing.T) {
	force, release := secondInterrupt()
	defer release()
	forced := func(within time.Duration) bool {
		select {
		case <-force:
			return true
		case <-time.After(within):
			return false
		}
	}
	for range 2 {
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
	}
	if forced(cli.Settle + 100*time.Millisecond) {
		t.Error("a signal sent twice at once counts as two")
	}
	for begin := time.Now(); ; { // the first interrupt may have been received late
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if forced(cli.Settle + 100*time.Millisecond) {
			break
		}
		if time.Since(begin) > time.Minute {
			t.Fatal("the second interrupt does not force the end")
		}
	}
}

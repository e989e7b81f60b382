//go:build unix

package derivative_test

import (
	"syscall"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// processorTime returns the user time of the process in seconds. On a shared machine, it is more meaningful
// than wall-clock time.
func processorTime(b *testing.B) float64 {
	var usage syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(usage.Utime.Sec) + float64(usage.Utime.Usec)/1e6
}

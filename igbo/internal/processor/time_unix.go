//go:build unix

package processor

import (
	"syscall"
	"time"
)

// Time returns the processor time of this process on all cores, user and system.
func Time() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

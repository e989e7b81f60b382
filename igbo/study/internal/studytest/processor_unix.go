//go:build unix

package studytest

import (
	"syscall"
	"time"
)

// Processor is the time that this process has taken of all cores.
func Processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

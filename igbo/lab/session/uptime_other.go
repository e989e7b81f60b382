//go:build !linux

package session

import "time"

// Uptime is how long the system runs, its sleep included; 0 where the start of a process is not known either.
func Uptime() time.Duration { return 0 }

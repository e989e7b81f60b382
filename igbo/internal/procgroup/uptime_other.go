//go:build !linux

package procgroup

import "time"

// Uptime returns 0, because start times of processes are unknown on this platform.
func Uptime() time.Duration { return 0 }

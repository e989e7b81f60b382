//go:build !linux

package pressure

// Left is not known here: a cell that takes all memory is left to the system.
func Left() (left, total float64, known bool) { return 0, 0, false }

// Threads is how many threads the system has: it is not known.
func Threads() (int, bool) { return 0, false }

// Limit bounds the processes of a process's user: it does nothing.
func Limit(pid, more int) error { return nil }

// Newest is the number that the system gave last to a process: it is not known.
func Newest() int { return 0 }

// StartedSince tells whether a process has started since: that may be.
func StartedSince(int) bool { return true }

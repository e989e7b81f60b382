//go:build !linux

package pressure

// Left reports that the available memory is unknown. The system handles cells that use all memory.
func Left() (left, total float64, known bool) { return 0, 0, false }

// Threads reports that the number of threads is unknown.
func Threads() (int, bool) { return 0, false }

// Limit does nothing on this platform.
func Limit(pid, more int) error { return nil }

// Newest returns 0: the last process ID is unknown.
func Newest() int { return 0 }

// StartedSince returns true, because new processes cannot be excluded.
func StartedSince(int) bool { return true }

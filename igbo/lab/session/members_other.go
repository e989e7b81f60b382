//go:build unix && !linux

package session

// members lists what runs or has just ended, as the system tells it.
func members(id string) ([]member, error) { return processes(id) }

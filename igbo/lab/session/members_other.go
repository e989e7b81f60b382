//go:build unix && !linux

package session

// members lists what runs, as the system tells it.
func members(id string) ([]member, error) {
	all, err := processes(id)
	found := make([]member, len(all))
	for i, p := range all {
		found[i] = member{Process: Process{PID: p.pid, Parent: p.parent}, marked: p.marked}
	}
	return found, err
}

//go:build unix && !linux

package procgroup

// members returns processes that run or have just ended, as the system reports them.
func members(id string) ([]member, error) { return processes(id) }

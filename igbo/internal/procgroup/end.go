package procgroup

import (
	"fmt"
	"os"
	"time"
)

// Marker is the environment variable that every process of a session has.
const Marker = "IGBOLAB_SESSION"

func mark(id string) string { return Marker + "=" + id }

// forceLimit is the maximum time for killed processes to end. A process that waits for a device can take longer.
const forceLimit = 10 * time.Second

// endAll kills every process of a session until none is left: processes with its mark, descendants of root (0 = none), and descendants of
// both. It does not kill root itself. It returns an error with the processes that do not end.
func endAll(id string, root int) error {
	h := hunt{root: root}
	for start := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		all, err := processes(id)
		if err != nil {
			return fmt.Errorf("procgroup: %w", err)
		}
		left, sure := h.look(all)
		if sure {
			return nil
		}
		if time.Since(start) > forceLimit {
			return fmt.Errorf("procgroup: processes %v did not end", left)
		}
		for _, pid := range left {
			if p, err := os.FindProcess(pid); err == nil {
				_ = p.Kill() // fails only if it has just ended
			}
		}
		if root != 0 { // otherwise another process waits for the children, such as the supervisor of another session
			bury(0)
		}
	}
}

// hunt looks for the processes of a session repeatedly. A single look is not a snapshot: a process may be read while its parent runs, and
// the parent after its end. A process may also start after the list was made, from one that ends before it is read.
type hunt struct {
	root    int
	inside  map[int]bool // members of the session in the last look
	orphans map[int]int  // processes whose parents were not found in the last look
	empty   bool         // the last look found no running process
}

// look returns the running processes. The result "none" is sure if the last look found none either, and both knew the parents of all
// processes. A parent that the system hides must be the same in both.
func (h *hunt) look(all []member) (left []int, sure bool) {
	known := map[int]bool{0: true, h.root: true}
	for _, p := range all {
		known[p.PID] = true
	}
	orphans, whole := map[int]int{}, true
	for i, p := range all {
		if p.Ended && h.inside[p.PID] { // its environment can no longer be read
			all[i].marked = true
		}
		if !known[p.Parent] {
			orphans[p.PID] = p.Parent
			whole = whole && h.orphans[p.PID] == p.Parent
		}
	}
	inside := belonging(all, h.root)
	for _, p := range all {
		if inside[p.PID] && !p.Ended {
			left = append(left, p.PID)
		}
	}
	sure = len(left) == 0 && h.empty && whole
	h.inside, h.orphans, h.empty = inside, orphans, len(left) == 0
	return left, sure
}

// belonging returns the marked processes, the descendants of root, and theirs, without root and the caller. It includes those
// that have ended, because their children may not have a new parent yet.
func belonging(all []member, root int) map[int]bool {
	inside := map[int]bool{}
	if root != 0 {
		inside[root] = true
	}
	for _, p := range all {
		if p.marked {
			inside[p.PID] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if inside[p.Parent] && !inside[p.PID] {
				inside[p.PID], grown = true, true
			}
		}
	}
	delete(inside, root)
	delete(inside, os.Getpid())
	return inside
}

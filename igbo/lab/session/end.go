package session

import (
	"fmt"
	"os"
	"time"
)

// Marker is the environment variable that every process of a session carries.
const Marker = "IGBOLAB_SESSION"

func mark(id string) string { return Marker + "=" + id }

// forceLimit bounds how long processes may take to die once they are killed; one
// that waits for a device can take any time.
const forceLimit = 10 * time.Second

// endAll kills every process of a session, until none is left: those that carry
// its mark, those that descend from root (0: nothing does), and what descends
// from these. Root itself is left. Errors: the processes that would not die.
func endAll(id string, root int) error {
	h := hunt{root: root}
	for start := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		all, err := processes(id)
		if err != nil {
			return fmt.Errorf("session: %w", err)
		}
		left, sure := h.look(all)
		if sure {
			return nil
		}
		if time.Since(start) > forceLimit {
			return fmt.Errorf("session: processes %v do not end", left)
		}
		for _, pid := range left {
			if p, err := os.FindProcess(pid); err == nil {
				_ = p.Kill() // one that has just ended is no failure
			}
		}
		if root != 0 { // else children are another's to wait for, such as the supervisor of a session beside
			bury(0)
		}
	}
}

// hunt looks for the processes of a session again and again. No look is of one moment:
// a process may be read while its parent runs, and the parent after its end, or start
// after the list was made, by one that ends before it is read.
type hunt struct {
	root    int
	inside  map[int]bool // of the look before, those that belonged to the session
	orphans map[int]int  // of the look before, processes whose parents it did not find
	empty   bool         // the look before found none that runs
}

// look lists those that run. It is sure that none does when the look before found none
// either, and when both knew the parents of all processes: a parent that the system hides is the same one again.
func (h *hunt) look(all []member) (left []int, sure bool) {
	known := map[int]bool{0: true, h.root: true}
	for _, p := range all {
		known[p.PID] = true
	}
	orphans, whole := map[int]int{}, true
	for i, p := range all {
		if p.Ended && h.inside[p.PID] { // what it carried cannot be read any more
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

// belonging are the marked processes, the descendants of root, and theirs, without root
// and the caller; those among them that have ended too, as their children may not have a new parent yet.
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

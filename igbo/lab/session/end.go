package session

import (
	"fmt"
	"os"
	"time"
)

// Marker is the environment variable that every process of a session carries.
const Marker = "IGBOLAB_SESSION"

func mark(id string) string { return Marker + "=" + id }

// process is one that runs; a zombie does not.
type process struct {
	pid, parent int
	marked      bool // carries the session's mark
}

// forceLimit bounds how long processes may take to die once they are killed; one
// that waits for a device can take any time.
const forceLimit = 10 * time.Second

// endAll kills every process of a session, until none is left: those that carry
// its mark, those that descend from root (0: nothing does), and what descends
// from these. Root itself is left. Errors: the processes that would not die.
func endAll(id string, root int) error {
	for start := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		all, err := processes(id)
		if err != nil {
			return fmt.Errorf("session: %w", err)
		}
		left := belonging(all, root)
		if len(left) == 0 {
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
		bury(0)
	}
}

// belonging lists the marked processes, the descendants of root, and theirs, without root and the caller.
func belonging(all []process, root int) []int {
	inside := map[int]bool{}
	if root != 0 {
		inside[root] = true
	}
	for _, p := range all {
		if p.marked {
			inside[p.pid] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if inside[p.parent] && !inside[p.pid] {
				inside[p.pid], grown = true, true
			}
		}
	}
	var left []int
	for _, p := range all {
		if inside[p.pid] && p.pid != root && p.pid != os.Getpid() {
			left = append(left, p.pid)
		}
	}
	return left
}

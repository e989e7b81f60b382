package session

import (
	"errors"
	"fmt"
	"time"
)

// Process is one of a session that runs.
type Process struct {
	// PID is its number, and Parent that of the process it is a child of.
	PID, Parent int
	// Name is that of its program, cut short on some systems; empty where the system does not tell.
	Name string
	// Ended tells that it has ended, and that its parent has not asked how.
	Ended bool
	// Resident is how many bytes of memory it holds; 0 where the system does not tell.
	Resident int64
	// Started is when it was started, on the clock of [Uptime] and in steps of its hundredth of a second; 0 where the system
	// does not tell. That of two processes the younger has the higher number is not so: numbers begin anew.
	Started time.Duration
}

// Processes lists the processes of a session that was started, without its
// supervisor. Those of the command's own environment are found by descent on
// Linux, where none can leave it, elsewhere also by the session's mark; Windows lists none.
func (s *Session) Processes() ([]Process, error) {
	if s.cmd == nil || s.cmd.Process == nil {
		return nil, errors.New("session: not started")
	}
	all, err := members(s.id)
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	inside := belonging(all, s.cmd.Process.Pid)
	var found []Process
	for _, p := range all {
		if inside[p.PID] {
			found = append(found, p.Process)
		}
	}
	return found, nil
}

// Beside lists the processes that carry the session's mark, and what descends from them, without those of
// [Session.Processes]: what the caller has started itself, and what that has started.
func (s *Session) Beside() ([]Process, error) {
	all, err := processes(s.id)
	if err != nil {
		return nil, fmt.Errorf("session: %w", err)
	}
	marked, own := belonging(all, 0), map[int]bool{}
	if s.cmd != nil && s.cmd.Process != nil {
		for i := range all {
			all[i].marked = false
		}
		own = belonging(all, s.cmd.Process.Pid)
	}
	var found []Process
	for _, p := range all {
		if marked[p.PID] && !own[p.PID] {
			found = append(found, p.Process)
		}
	}
	return found, nil
}

// member is a process that may be one of a session.
type member struct {
	Process
	marked bool // carries the session's mark
}

// killLimit bounds how long processes are stopped before they are killed; what forks without end takes a few rounds.
const killLimit = 2 * time.Second

// KillOthers ends by force all processes of the session but those that keep keeps.
// They are stopped first, until no new one comes, so that none starts another
// meanwhile. It returns how many there were, and does not wait until they are gone.
func (s *Session) KillOthers(keep func(all []Process) map[int]bool) (killed int, err error) {
	return kill(s.Processes, keep)
}

// KillBeside does the same with those of [Session.Beside].
func (s *Session) KillBeside(keep func(all []Process) map[int]bool) (killed int, err error) {
	return kill(s.Beside, keep)
}

func kill(list func() ([]Process, error), keep func(all []Process) map[int]bool) (killed int, err error) {
	stopped := map[int]bool{}
	for end := time.Now().Add(killLimit); ; {
		all, err := list()
		if err != nil {
			return 0, err
		}
		kept, fresh := keep(all), 0
		var others []int
		for _, p := range all {
			if kept[p.PID] || p.Ended {
				continue
			}
			others = append(others, p.PID)
			if !stopped[p.PID] {
				stopped[p.PID] = true
				fresh++
				halt(p.PID)
			}
		}
		if fresh > 0 && time.Now().Before(end) {
			continue
		}
		for _, pid := range others {
			force(pid)
		}
		return len(others), nil
	}
}

// PauseOthers stops all processes of the session but those that keep keeps, and returns
// their numbers for Resume; Windows has nothing of the kind.
func (s *Session) PauseOthers(keep func(all []Process) map[int]bool) (paused []int, err error) {
	all, err := s.Processes()
	if err != nil {
		return nil, err
	}
	kept := keep(all)
	for _, p := range all {
		if !kept[p.PID] && !p.Ended {
			halt(p.PID)
			paused = append(paused, p.PID)
		}
	}
	return paused, nil
}

// Freeze stops the session at once, its supervisor too, but for processes that left its
// process group: one call, however many there are and however busy they keep the machine.
// Thaw must follow soon: a session that is frozen does not notice that its caller dies.
func (s *Session) Freeze() { signalGroup(s.cmd.Process.Pid, true) }

// Thaw lets a session go on that was frozen.
func (s *Session) Thaw() { signalGroup(s.cmd.Process.Pid, false) }

// Resume lets processes go on that were stopped.
func Resume(paused []int) {
	for _, pid := range paused {
		goOn(pid)
	}
}

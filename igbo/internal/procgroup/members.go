package procgroup

import (
	"errors"
	"fmt"
	"time"
)

// Process is a running process of a session.
type Process struct {
	// PID is its process ID, and Parent that of its parent.
	PID, Parent int
	// Name is the name of its program, which some systems truncate, or "" if it is unknown.
	Name string
	// Ended reports that it has ended, and that its parent has not read its status.
	Ended bool
	// Resident is its resident memory in bytes, or 0 if it is not known.
	Resident int64
	// Started is its start time on the clock of [Uptime], in hundredths of a second, or 0 if it is unknown. Process IDs do not show the age
	// of processes, because they are reused.
	Started time.Duration
}

// Processes returns the processes of a started session, without its supervisor. On Linux it finds them by descent, which no process can
// leave. On other systems it also uses the session's mark, except on Windows, where it finds none.
func (s *Session) Processes() ([]Process, error) {
	if s.cmd == nil || s.cmd.Process == nil {
		return nil, errors.New("procgroup: not started")
	}
	all, err := members(s.id)
	if err != nil {
		return nil, fmt.Errorf("procgroup: %w", err)
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

// Beside returns the processes with the session's mark, and their descendants, without those of [Session.Processes]: processes that the
// caller has started itself, and their descendants.
func (s *Session) Beside() ([]Process, error) {
	all, err := processes(s.id)
	if err != nil {
		return nil, fmt.Errorf("procgroup: %w", err)
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

// member is a process that may belong to a session.
type member struct {
	Process
	marked bool // has the session's mark
}

// killLimit limits the time for stopping processes before they are killed. Processes that keep forking take a few rounds.
const killLimit = 2 * time.Second

// KillOthers kills all processes of the session except those that keep selects. It first stops processes until no new ones appear, so none
// can start another one. It returns their number, and does not wait until they have ended.
func (s *Session) KillOthers(keep func(all []Process) map[int]bool) (killed int, err error) {
	return kill(s.Processes, keep)
}

// KillBeside works like KillOthers on the processes of [Session.Beside].
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

// PauseOthers stops all processes of the session except those that keep selects, and returns their numbers for Resume. Windows
// has no such function.
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

// Freeze stops the session at once, including its supervisor, except for processes that left its process group. It is one system
// call, however many processes there are and however busy the machine is. Thaw must follow soon: a frozen session does not notice
// that its caller dies.
func (s *Session) Freeze() { signalGroup(s.cmd.Process.Pid, true) }

// Thaw continues a session that was frozen.
func (s *Session) Thaw() { signalGroup(s.cmd.Process.Pid, false) }

// Resume continues processes that were stopped.
func Resume(paused []int) {
	for _, pid := range paused {
		goOn(pid)
	}
}

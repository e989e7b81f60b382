//go:build unix && !linux && !darwin

package procgroup

import (
	"fmt"
	"os/exec"
	"strings"
	"syscall"
)

func adopt() error { return nil }

func bound() *syscall.SysProcAttr { return nil }

// processes lists from ps what runs or has just ended. Not every ps shows environments, so only descent determines what belongs
// to a session.
func processes(string) ([]member, error) {
	text, err := exec.Command("ps", "-A", "-o", "pid=", "-o", "ppid=", "-o", "state=").Output()
	if err != nil {
		return nil, err
	}
	var all []member
	for line := range strings.Lines(string(text)) {
		var p member
		var state string
		if _, err := fmt.Sscan(line, &p.PID, &p.Parent, &state); err == nil {
			p.Ended = strings.HasPrefix(state, "Z")
			all = append(all, p)
		}
	}
	return all, nil
}

func bury(int) {}

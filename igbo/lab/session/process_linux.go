package session

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// adopt makes this process the parent of every orphan below it.
func adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// bound makes the command die with its supervisor.
func bound() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// bury takes the exit codes of children that have ended, all but keep's, which
// somebody waits for; without it adopted orphans would stay as zombies. 0
// takes every child's.
func bury(keep int) {
	all, _ := members("")
	for _, p := range all {
		if p.Ended && p.Parent == os.Getpid() && p.PID != keep {
			_, _ = unix.Wait4(p.PID, nil, unix.WNOHANG, nil)
		}
	}
}

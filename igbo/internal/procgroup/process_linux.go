package procgroup

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// adopt makes this process the parent of every orphan below it.
func adopt() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// bound makes the command end with its supervisor.
func bound() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

// bury reaps children that have ended, except keep, for which another caller waits. Otherwise adopted orphans would stay as zombies. With 0
// it reaps every child.
func bury(keep int) {
	all, _ := members("")
	for _, p := range all {
		if p.Ended && p.Parent == os.Getpid() && p.PID != keep {
			_, _ = unix.Wait4(p.PID, nil, unix.WNOHANG, nil)
		}
	}
}

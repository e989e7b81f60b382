//go:build unix

package subprocess

import (
	"os/exec"
	"syscall"
)

// alone starts the program in a new process group, and ends the whole group when the context ends.
func alone(p *exec.Cmd) {
	p.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.Cancel = func() error { return syscall.Kill(-p.Process.Pid, syscall.SIGKILL) }
}

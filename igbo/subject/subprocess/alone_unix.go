//go:build unix

package subprocess

import (
	"os/exec"
	"syscall"
)

// alone gives a program a group of its own, which ends with it.
func alone(p *exec.Cmd) {
	p.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.Cancel = func() error { return syscall.Kill(-p.Process.Pid, syscall.SIGKILL) }
}

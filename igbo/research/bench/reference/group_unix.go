//go:build unix

package reference

import (
	"os/exec"
	"syscall"
)

// alone gives a command its own process group, so the command's context also ends helpers that a peer started.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

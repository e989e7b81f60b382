//go:build unix

package reference

import (
	"os/exec"
	"syscall"
)

// alone gives a command a separate process group, which ends as a whole with
// the command's context: a peer may have started helpers.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

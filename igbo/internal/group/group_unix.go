//go:build unix

package group

import (
	"os/exec"
	"syscall"
)

// Lead makes a command the leader of a new process group, and ends the whole group if the command's context ends. Call it before the command
// starts. The command must have a context. On platforms without process groups, Lead does nothing.
func Lead(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

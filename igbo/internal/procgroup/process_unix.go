//go:build unix

package procgroup

import (
	"bytes"
	"os"
	"syscall"
)

// childSignals lists the signals for the end of a child.
var childSignals = []os.Signal{syscall.SIGCHLD}

// Apart keeps the terminal's signals from the supervisor and its processes.
func Apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

func askToEnd(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

func killedCode(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return 1
}

// carries reports whether the strings of an environment, ended by zeros, contain the mark.
func carries(environ []byte, id string) bool {
	wanted := append([]byte(mark(id)), 0)
	return bytes.HasPrefix(environ, wanted) || bytes.Contains(environ, append([]byte{0}, wanted...))
}

// halt stops a process; it ignores processes that have just ended.
func halt(pid int) { _ = syscall.Kill(pid, syscall.SIGSTOP) }

// goOn continues a process that was stopped.
func goOn(pid int) { _ = syscall.Kill(pid, syscall.SIGCONT) }

// force kills a process. It ignores processes that have just ended.
func force(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }

// signalGroup stops or continues the process group that a supervisor leads, as [Apart] makes it.
func signalGroup(leader int, stop bool) {
	sig := syscall.SIGCONT
	if stop {
		sig = syscall.SIGSTOP
	}
	_ = syscall.Kill(-leader, sig) // fails only if it has just ended
}

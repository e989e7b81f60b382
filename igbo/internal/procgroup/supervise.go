package procgroup

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// Supervise is the supervisor of one session. It runs the job in the input and forwards its output. It returns the job's exit code when the
// job and all its processes have ended and the session's folder is removed. If the input ends, the caller has died, and Supervise kills
// everything at once.
func Supervise(in io.Reader) (code int, err error) {
	runtime.LockOSThread() // the command ends with the thread that started it
	orders := bufio.NewReader(in)
	line, err := orders.ReadBytes('\n')
	if err != nil {
		return 1, fmt.Errorf("procgroup: reading the job: %w", err)
	}
	var j job
	if err := json.Unmarshal(line, &j); err != nil {
		return 1, fmt.Errorf("procgroup: decoding the job: %w", err)
	}
	if len(j.Argv) == 0 {
		return 1, errors.New("procgroup: the job has no command")
	}
	if err := adopt(); err != nil {
		return 1, fmt.Errorf("procgroup: %w", err)
	}
	s := &supervisor{job: j}
	return s.run(orders)
}

type supervisor struct {
	job job
	cmd *exec.Cmd
}

func (s *supervisor) run(orders io.ByteReader) (code int, err error) {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, append([]os.Signal{os.Interrupt, syscall.SIGTERM}, childSignals...)...)
	s.cmd = exec.Command(s.job.Argv[0], s.job.Argv[1:]...)
	s.cmd.Dir, s.cmd.Env = s.job.Dir, append(s.job.Env, mark(s.job.ID))
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = newInput(s.job.Stdin), os.Stdout, os.Stderr
	s.cmd.SysProcAttr = bound()
	s.cmd.WaitDelay = time.Second
	if err := s.cmd.Start(); err != nil {
		return 127, errors.Join(fmt.Errorf("procgroup: %w", err), removeFolder(s.job.Folder))
	}
	done := make(chan error, 1)
	go func() { done <- s.cmd.Wait() }()
	reported := listen(orders)
	for {
		select {
		case <-done:
			return exitCode(s.cmd.ProcessState), s.end()
		case what := <-reported:
			if what == orderStop {
				_ = askToEnd(s.cmd.Process)
				continue
			}
			reported = nil
			_ = s.cmd.Process.Kill()
		case sig := <-signals:
			if sig == os.Interrupt || sig == syscall.SIGTERM {
				_ = askToEnd(s.cmd.Process)
			} else {
				bury(s.cmd.Process.Pid)
			}
		}
	}
}

// end ends what the command leaves, and removes the session's folder.
func (s *supervisor) end() error {
	return errors.Join(endAll(s.job.ID, os.Getpid()), removeFolder(s.job.Folder))
}

// listen passes orders on. The end of the input is an order to kill.
func listen(orders io.ByteReader) <-chan byte {
	reported := make(chan byte)
	go func() {
		for {
			what, err := orders.ReadByte()
			if err != nil {
				what = orderKill
			}
			reported <- what
			if what == orderKill {
				return
			}
		}
	}()
	return reported
}

// newInput returns nil, the null device, if there is no input.
func newInput(text []byte) io.Reader {
	if len(text) == 0 {
		return nil
	}
	return bytes.NewReader(text)
}

// exitCode returns the command's exit code. For a killed command it is 128 plus the signal, as in a shell.
func exitCode(state *os.ProcessState) int {
	if state == nil {
		return 127
	}
	if code := state.ExitCode(); code >= 0 {
		return code
	}
	return killedCode(state)
}

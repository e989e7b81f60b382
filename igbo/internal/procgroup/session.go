package procgroup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/gofrs/flock"
)

// Command describes what a session runs.
type Command struct {
	// Argv is the program and its arguments.
	Argv []string
	// Env is its environment; the session's mark is added.
	Env []string
	// Dir is its working directory.
	Dir string
	// Stdin is its whole input.
	Stdin []byte
	// Stdout and Stderr receive its output. If they are nil, the output is dropped.
	Stdout, Stderr io.Writer
}

// Session is a command and everything that it starts.
type Session struct {
	// Folder is the session's own folder, of mode 0700; it is removed with its content when the session ends.
	Folder string
	// Temp is the session's folder for temporary files, of mode 0700; it is removed too.
	Temp string

	id         string
	supervisor []string
	lock       *flock.Flock
	cmd        *exec.Cmd
	orders     io.WriteCloser
}

// job is the first message to the supervisor.
type job struct {
	ID, Folder, Dir string
	Argv, Env       []string
	Stdin           []byte
}

const (
	orderStop = 's' // the command should end
	orderKill = 'k' // everything is killed
)

// Start runs the command below a supervisor. It returns an error if the supervisor does not start. If the command does not start, Wait
// returns the error.
func (s *Session) Start(c Command) error {
	if len(s.supervisor) == 0 {
		return errors.New("procgroup: the supervisor requires a command that calls Supervise")
	}
	text, err := json.Marshal(job{ID: s.id, Folder: s.Folder, Dir: c.Dir, Argv: c.Argv, Env: c.Env, Stdin: c.Stdin})
	if err != nil {
		return fmt.Errorf("procgroup: %w", err)
	}
	s.cmd = exec.Command(s.supervisor[0], s.supervisor[1:]...)
	s.cmd.Stdout, s.cmd.Stderr = c.Stdout, c.Stderr
	s.cmd.SysProcAttr = Apart()
	s.cmd.WaitDelay = time.Second
	if s.orders, err = s.cmd.StdinPipe(); err != nil {
		return fmt.Errorf("procgroup: %w", err)
	}
	if err := s.cmd.Start(); err != nil {
		s.cmd = nil
		return fmt.Errorf("procgroup: starting the supervisor: %w", err)
	}
	if _, err := s.orders.Write(append(text, '\n')); err != nil {
		return errors.Join(fmt.Errorf("procgroup: sending the job to the supervisor: %w", err), s.Wait())
	}
	return nil
}

// Stop asks the command to end.
func (s *Session) Stop() { s.order(orderStop) }

// Kill ends everything by force.
func (s *Session) Kill() { s.order(orderKill) }

// order sends an order to the supervisor. It ignores supervisors that have ended.
func (s *Session) order(what byte) { _, _ = s.orders.Write([]byte{what}) }

// Wait waits until the command and everything that it started have ended, and removes the session's folder. It returns an [exec.ExitError]
// with the command's exit code if the command failed.
func (s *Session) Wait() error {
	err := s.cmd.Wait()
	_ = s.orders.Close()
	if left := s.Close(); left != nil {
		return left
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

// Close ends what is left of the session and removes its folder. Wait does this too, so Close is for a session that was never
// started.
func (s *Session) Close() error {
	err := endAll(s.id, 0)
	return errors.Join(err, removeFolder(s.Folder), s.lock.Unlock())
}

// Ending configures the end of a session after its context ends.
type Ending struct {
	// Patience is how long the command can take to end by itself.
	Patience time.Duration
	// Now kills everything when it is closed. If it is nil, that never happens.
	Now <-chan struct{}
	// Tell, if not nil, is called when the command is asked to end, and again when it is killed.
	Tell func(forced bool)
}

// Run starts the command and waits for it. When ctx ends, it asks the command to end, and after the patience kills everything. It returns
// the errors of Start and Wait or, after the end of ctx, the error of ctx.
func (s *Session) Run(ctx context.Context, c Command, e Ending) error {
	if err := ctx.Err(); err != nil {
		return errors.Join(err, s.Close())
	}
	if err := s.Start(c); err != nil {
		if s.cmd == nil {
			err = errors.Join(err, s.Close())
		}
		return err
	}
	done := make(chan error, 1)
	go func() { done <- s.Wait() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	tell := e.Tell
	if tell == nil {
		tell = func(bool) {}
	}
	tell(false)
	s.Stop()
	select {
	case err := <-done:
		return interrupted(ctx, err)
	case <-time.After(e.Patience):
	case <-e.Now:
	}
	tell(true)
	s.Kill()
	return interrupted(ctx, <-done)
}

// interrupted returns the context's error, unless something could not be ended. The result of the command does not matter.
func interrupted(ctx context.Context, err error) error {
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	return ctx.Err()
}

// Mark returns an environment variable for processes that the caller starts itself. A process with the variable belongs to the session and
// ends with it.
func (s *Session) Mark() string { return mark(s.id) }

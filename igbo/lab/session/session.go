package session

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

// Command is what a session runs.
type Command struct {
	// Argv is the program and its arguments.
	Argv []string
	// Env is its environment; the session's mark is added.
	Env []string
	// Dir is the folder it runs in.
	Dir string
	// Stdin is its whole input.
	Stdin []byte
	// Stdout and Stderr get its output; nil drops it.
	Stdout, Stderr io.Writer
}

// Session is a command and everything it starts.
type Session struct {
	// Folder is the session's own, of mode 0700; it is removed with all that it holds when the session ends.
	Folder string
	// Temp is the session's folder for temporary files, of mode 0700; it is removed too.
	Temp string

	id         string
	supervisor []string
	lock       *flock.Flock
	cmd        *exec.Cmd
	orders     io.WriteCloser
}

// job is what the supervisor is told first.
type job struct {
	ID, Folder, Dir string
	Argv, Env       []string
	Stdin           []byte
}

const (
	orderStop = 's' // the command is asked to end
	orderKill = 'k' // everything ends by force
)

// Start runs the command below a supervisor. Errors: the supervisor does not start; a
// command that does not start is an error of Wait.
func (s *Session) Start(c Command) error {
	if len(s.supervisor) == 0 {
		return errors.New("session: no command for the supervisor, expected one that calls Supervise")
	}
	text, err := json.Marshal(job{ID: s.id, Folder: s.Folder, Dir: c.Dir, Argv: c.Argv, Env: c.Env, Stdin: c.Stdin})
	if err != nil {
		return fmt.Errorf("session: %w", err)
	}
	s.cmd = exec.Command(s.supervisor[0], s.supervisor[1:]...)
	s.cmd.Stdout, s.cmd.Stderr = c.Stdout, c.Stderr
	s.cmd.SysProcAttr = Apart()
	s.cmd.WaitDelay = time.Second
	if s.orders, err = s.cmd.StdinPipe(); err != nil {
		return fmt.Errorf("session: %w", err)
	}
	if err := s.cmd.Start(); err != nil {
		s.cmd = nil
		return fmt.Errorf("session: the supervisor does not start: %w", err)
	}
	if _, err := s.orders.Write(append(text, '\n')); err != nil {
		return errors.Join(fmt.Errorf("session: the supervisor takes no orders: %w", err), s.Wait())
	}
	return nil
}

// Stop asks the command to end.
func (s *Session) Stop() { s.order(orderStop) }

// Kill ends everything by force.
func (s *Session) Kill() { s.order(orderKill) }

// order tells the supervisor; one that is gone needs no order.
func (s *Session) order(what byte) { _, _ = s.orders.Write([]byte{what}) }

// Wait waits until the command and all it started have ended, and removes the
// session's folder. Errors: an [exec.ExitError] with the command's exit code.
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

// Close ends what is left of the session and removes its folder; Wait does so
// by itself, so that Close is for a session that was never started.
func (s *Session) Close() error {
	err := endAll(s.id, 0)
	return errors.Join(err, removeFolder(s.Folder), s.lock.Unlock())
}

// Ending says how a session ends once its context does.
type Ending struct {
	// Patience is how long the command may take to end by itself.
	Patience time.Duration
	// Now ends everything by force when it is closed; nil never does.
	Now <-chan struct{}
	// Tell, where set, is called when the command is asked to end, and again when force is used.
	Tell func(forced bool)
}

// Run starts the command and waits for it. When the context ends the command is
// asked to end, and after the ending's patience everything is ended by force.
// Errors: those of Start and Wait; once the context has ended, its error.
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

// interrupted is the context's error, unless something is left; how the command itself ended does not matter.
func interrupted(ctx context.Context, err error) error {
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	return ctx.Err()
}

// Mark is what the environment of a process has to hold that is the session's and that the caller
// starts itself: it ends with the session.
func (s *Session) Mark() string { return mark(s.id) }

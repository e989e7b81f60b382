package stateful

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// Arrange changes the working directory and the environment of the process, and returns their new values. A process that replaces this one
// gets the same changes. Do not call it while a cell runs.
//
// It returns an error if the directory cannot be entered, a name cannot be set, the process has ended, or ctx is done.
func (s *Session) Arrange(ctx context.Context, c message.Change) (message.Surroundings, error) {
	now, err := s.arrange(ctx, c)
	if err == nil && c.Dir != "" {
		s.Dir = now.Dir
	}
	if err == nil {
		s.Env = append(s.Env[:len(s.Env):len(s.Env)], c.Set...)
	}
	return now, err
}

func (s *Session) arrange(ctx context.Context, c message.Change) (now message.Surroundings, err error) {
	a, err := s.request(ctx, message.Order{Do: message.Arrange, Change: c})
	if err == nil && a.End == message.Refused {
		err = errors.New(a.Text)
	}
	return a.Surroundings, err
}

// Started returns the environment with which the process was started.
func (s *Session) Started() ([]string, error) {
	p := s.alive()
	if p == nil {
		return nil, ErrEnded
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.cmd.Process.Pid))
	if err != nil {
		return nil, err
	}
	return splitNull(text), nil
}

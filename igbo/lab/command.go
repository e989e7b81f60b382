package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/session"
)

// run runs a command with the lab's environment, in a session, so that nothing of
// it is left when the context ends. Its lines go to watch, where that is set; its
// last ones are shown where it fails.
func (l *Lab) run(ctx context.Context, dir string, watch func(line string), name string, args ...string) error {
	s, err := l.newSession()
	if err != nil {
		return err
	}
	log := &recent{keep: 20, each: watch}
	err = s.Run(ctx, session.Command{
		Argv: append([]string{name}, args...), Env: l.sessionEnvironment(s), Dir: dir, Stdout: log, Stderr: log,
	}, session.Ending{Patience: time.Second, Now: l.Force})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("lab: %s: %w\n%s", filepath.Base(name), err, strings.TrimSpace(log.String()))
	}
	return err
}

// tail keeps the last lines of a text.
func tail(text string, lines int) string {
	all := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

func executable(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// replaceFile writes a file under a temporary name and renames it.
func replaceFile(path string, content []byte) error {
	draft, err := os.CreateTemp(filepath.Dir(path), ".lab-*.tmp")
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(content)
	if err = errors.Join(err, draft.Chmod(0o644), draft.Close()); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if err := os.Rename(draft.Name(), path); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}

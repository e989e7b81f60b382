package lab

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/durable"
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

// writeFile writes a file whole or not at all.
func writeFile(path string, content []byte) error {
	if err := durable.WriteFile(path, content, 0o666); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}

package setup

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/lab/session"
)

// Runner runs the commands of a set-up, each in a session, so that nothing of
// it is left when the context ends.
type Runner struct {
	// Runtime holds the sessions.
	Runtime session.Runtime
	// Env is the environment of every command; their temporary files go into the session's folder.
	Env []string
	// Force ends a command by force when it is closed; nil never does.
	Force <-chan struct{}
}

// Run runs a command in a folder. Its lines go to watch, where that is set; its
// last ones are part of the error where it fails.
func (r Runner) Run(ctx context.Context, dir string, watch func(line string), name string, args ...string) error {
	s, err := r.Runtime.New()
	if err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	log := &Recent{Keep: 20, Each: watch}
	err = s.Run(ctx, session.Command{
		Argv: append([]string{name}, args...), Env: Within(s, r.Env), Dir: dir, Stdout: log, Stderr: log,
	}, session.Ending{Patience: time.Second, Now: r.Force})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("setup: %s: %w\n%s", filepath.Base(name), err, strings.TrimSpace(log.String()))
	}
	return err
}

// Within is an environment that puts key files and temporary files into a session's folders.
func Within(s *session.Session, env []string) []string {
	return append(slices.Clone(env), "JUPYTER_RUNTIME_DIR="+s.Folder, "TMPDIR="+s.Temp, "TMP="+s.Temp, "TEMP="+s.Temp)
}

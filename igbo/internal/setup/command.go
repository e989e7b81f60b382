package setup

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/igbolab/igbolab/igbo/internal/procgroup"
)

// Runner runs the commands of a set-up, each in a session, so no processes remain when ctx ends.
type Runner struct {
	// Runtime holds the sessions.
	Runtime procgroup.Runtime
	// Env is the environment of every command; their temporary files are in the session's folder.
	Env []string
	// Force kills the command when it is closed. If it is nil, that never happens.
	Force <-chan struct{}
}

// Run runs a command in a folder. It passes the lines of its output to watch, if that is not nil. If the command fails, the error contains
// its last lines.
func (r Runner) Run(ctx context.Context, dir string, watch func(line string), name string, args ...string) error {
	s, err := r.Runtime.New()
	if err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	log := &Recent{Keep: 20, Each: watch}
	err = s.Run(ctx, procgroup.Command{
		Argv: append([]string{name}, args...), Env: Within(s, r.Env), Dir: dir, Stdout: log, Stderr: log,
	}, procgroup.Ending{Patience: time.Second, Now: r.Force})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("setup: %s: %w\n%s", filepath.Base(name), err, strings.TrimSpace(log.String()))
	}
	return err
}

// Within returns an environment that puts key files and temporary files into a session's folders.
func Within(s *procgroup.Session, env []string) []string {
	return append(slices.Clone(env), "JUPYTER_RUNTIME_DIR="+s.Folder, "TMPDIR="+s.Temp, "TMP="+s.Temp, "TEMP="+s.Temp)
}

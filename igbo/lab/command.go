package lab

import (
	"context"
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/igbo/internal/setup"
)

// run runs a command of the set-up; see [setup.Runner].
func (l *Lab) run(ctx context.Context, dir string, watch func(line string), name string, args ...string) error {
	return setup.Runner{Runtime: l.runtime(), Env: l.env, Force: l.Force}.Run(ctx, dir, watch, name, args...)
}

// tail returns the last lines of a text.
func tail(text string, lines int) string {
	all := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// writeFile writes a file atomically.
func writeFile(path string, content []byte) error {
	if err := durable.WriteFile(path, content, 0o666); err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return nil
}

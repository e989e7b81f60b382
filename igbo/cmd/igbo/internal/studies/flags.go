package studies

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
)

// checkpoints holds the flags of a run and of a task for unfinished trainings.
type checkpoints struct{ every int }

func (c *checkpoints) flags(cmd *cobra.Command, of string) {
	cmd.Flags().IntVar(&c.every, "checkpoint-every", 500, "training steps between checkpoints"+of+" (0 = none)")
}

func (c checkpoints) check() error {
	if c.every < 0 {
		return fmt.Errorf("--checkpoint-every must be at least 0 (0 = no checkpoints), got %d", c.every)
	}
	return nil
}

// options returns options that save parts and checkpoints in a folder, and that report damaged checkpoints.
func (c checkpoints) options(cmd *cobra.Command, dir string) workflow.Options {
	return workflow.Options{Dir: dir, Checkpoints: c.every, OnDamaged: func(_ string, err error) {
		fmt.Fprintf(cmd.ErrOrStderr(), "taking an older checkpoint: %v\n", err)
	}}
}

// printed sets how much a command prints.
type printed struct{ json, quiet bool }

func (p *printed) flags(cmd *cobra.Command, file, progress string) {
	cmd.Flags().BoolVar(&p.json, "json", false, "print "+file+" to standard output instead of tables")
	cmd.Flags().BoolVarP(&p.quiet, "quiet", "q", false, "suppress "+progress+"tables")
}

// backendFlag defines --backend.
func backendFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "backend", "", fmt.Sprintf("backend, one of %v or xla:/path/plugin.so (default: the one with the shorter estimated time)", backend.Names()))
}

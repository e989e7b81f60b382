package studies

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/study"
)

// checkpoints are those of unfinished trainings, as the flags of a run and of a task say.
type checkpoints struct{ every int }

func (c *checkpoints) flags(cmd *cobra.Command, of string) {
	cmd.Flags().IntVar(&c.every, "checkpoint-every", 500, "training steps between checkpoints"+of+"; 0 keeps none")
}

func (c checkpoints) check() error {
	if c.every < 0 {
		return fmt.Errorf("--checkpoint-every %d: expected 0 (none) or more steps", c.every)
	}
	return nil
}

// options keep parts and checkpoints in a folder, and say where a checkpoint is damaged.
func (c checkpoints) options(cmd *cobra.Command, dir string) study.Options {
	return study.Options{Dir: dir, Checkpoints: c.every, OnDamaged: func(_ string, err error) {
		fmt.Fprintf(cmd.ErrOrStderr(), "taking an older checkpoint: %v\n", err)
	}}
}

// printed is how much a command prints.
type printed struct{ json, quiet bool }

func (p *printed) flags(cmd *cobra.Command, file, progress string) {
	cmd.Flags().BoolVar(&p.json, "json", false, "print "+file+" to standard output and no table")
	cmd.Flags().BoolVarP(&p.quiet, "quiet", "q", false, progress+"no table")
}

// backendFlag is --backend.
func backendFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "backend", "", fmt.Sprintf("one of %v, or xla:/path/plugin.so (default: the one that does the work sooner, by an estimate)", backend.Names()))
}

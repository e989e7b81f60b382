package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/tabular/compare"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/encode"
)

// prepareGrace is the additional time for making the folds, so a run with a very short budget can still read the result of a finished run.
const prepareGrace = 2 * time.Second

// prepare prepares the problem within the budget, which includes the time to read the table.
func (r *training) prepare(cmd *cobra.Command, c compare.Config, t *table.Table, order compare.Order) (compare.Problem, *encode.Encoding, error) {
	ctx := cmd.Context()
	if r.budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, r.start.Add(r.budget+prepareGrace))
		defer cancel()
	}
	p, e, err := compare.FromTable(ctx, c, t, r.spec, r.split(t, c), order)
	if errors.Is(err, context.DeadlineExceeded) {
		return p, e, fmt.Errorf("--budget %s was used up while the table was read, so nothing was saved; use a longer --budget", r.budget)
	}
	return p, e, err
}

// unfinished explains an error that a budget caused, and how to resume.
func (r *training) unfinished(cmd *cobra.Command, err error) error {
	if err == nil || r.budget == 0 || cmd.Context().Err() != nil || time.Since(r.start) < r.budget {
		return err
	}
	const need = "run the same command again to resume, or use a longer --budget if no fold is completed (unfinished folds are not saved)"
	return fmt.Errorf("--budget %s was used up before a model was written; %s: %w", r.budget, need, err)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/encode"
	"github.com/igbolab/igbolab/igbo/verdict"
)

// prepareGrace is the time beyond a budget for making the folds: with a budget that is over at once, a run that was finished before still
// finds its result.
const prepareGrace = 2 * time.Second

// prepare makes the problem within the budget, of which reading the table was a part.
func (r *training) prepare(cmd *cobra.Command, c verdict.Config, t *table.Table, order verdict.Order) (verdict.Problem, *encode.Encoding, error) {
	ctx := cmd.Context()
	if r.budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, r.start.Add(r.budget+prepareGrace))
		defer cancel()
	}
	p, e, err := verdict.FromTable(ctx, c, t, r.spec, r.split(t, c), order)
	if errors.Is(err, context.DeadlineExceeded) {
		return p, e, fmt.Errorf("--budget %s ended while the table was read and its folds were made, and nothing is kept of that: use a longer --budget", r.budget)
	}
	return p, e, err
}

// unfinished explains an error that a budget caused, and how to resume.
func (r *training) unfinished(cmd *cobra.Command, err error) error {
	if err == nil || r.budget == 0 || cmd.Context().Err() != nil || time.Since(r.start) < r.budget {
		return err
	}
	const need = "run the same command again to resume; if it ends here again, use a longer --budget, because a fold that was begun is not kept"
	return fmt.Errorf("--budget %s ended and no model was written: %s (%w)", r.budget, need, err)
}

package subjects

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/explain"
)

// checking holds the flags of the command check.
type checking struct {
	reading
	order string
}

// NewCheckCommand is the command check.
func NewCheckCommand() *cobra.Command {
	c := &checking{reading: reading{config: explain.DefaultConfig()}}
	cmd := &cobra.Command{
		Use:   "check MODEL DATA | --command PROGRAM DATA",
		Short: "Check whether a model follows an order of importance, statement by statement",
		Long: `Compares the mean scores of a model over DATA with an order, statement by
statement: it holds where the whole interval of the mean is within what the
statement asks for, fails where it is outside, and is undecided in between. A direction of
the order, a rise of x raises the output, is held against R, the part of x in the output with
the sign of its slope, as a share of all parts: its mean, and the share of samples that keep it.
Each interval belongs to one statement. It includes the randomness of the samples, which
are taken to be independent, and of what is computed from them: the background of trees and
programs, and a baseline that is the mean of DATA. The model is fixed, and so is a baseline
that belongs to it. The line below the table names what is random and what is fixed; the
next one judges all statements together (Holm's method).

The score is the absolute one, and the baseline the training mean where the model
knows it, else the mean of DATA. The order is a file of expert statements or what
` + "`igbo dag --format json`" + ` wrote (see ` + "`igbo dag --help`" + `).

` + modelHelp + `

It exits with 0 where every statement holds, with 3 where one fails, with 4 where
none fails and one is undecided.`,
		Example: `  igbo check model data.csv --order order.yaml
  igbo check model.onnx data.csv --target price --order order.yaml --level 0.99 --json`,
		Args:    twoArguments,
		PreRunE: func(cmd *cobra.Command, args []string) error { return c.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	c.flags(cmd)
	cmd.Flags().StringVar(&c.order, "order", "", "file of the order: expert statements, or a graph as JSON")
	cmd.Flags().Float64Var(&c.config.Level, "level", c.config.Level, "level of the intervals, in (0, 1)")
	return cmd
}

func (c *checking) settle(cmd *cobra.Command, args []string) error {
	if c.order == "" {
		return errors.New("no --order, expected a file of expert statements or a graph as JSON")
	}
	if err := c.reading.settle(cmd, args); err != nil {
		return err
	}
	paths := c.paths()
	paths.Reads("order", c.order)
	return cmp.Or(cli.ReadableFile("--order", c.order), paths.Check(cmd))
}

func (c *checking) run(cmd *cobra.Command) error {
	var found *explain.Check
	err := cli.UnlessCancelled(cmd, func(ctx context.Context) error {
		return c.with(ctx, cmd, func(s *explain.Subject) (err error) {
			found, err = c.check(ctx, cmd, s)
			return err
		})
	})
	if err != nil {
		return cli.Leaving(err, "nothing was written")
	}
	if err := print(cmd, c.reading, found, found.Text()); err != nil {
		return err
	}
	says := fmt.Sprintf("of %d statements %d fail and %d are undecided", len(found.Statements), found.Failing, found.Open)
	switch found.Answer {
	case explain.Fails:
		return cli.Answer(cli.ExitFails, says)
	case explain.Undecided:
		return cli.Answer(cli.ExitUndecided, says)
	}
	return nil
}

func (c *checking) check(ctx context.Context, cmd *cobra.Command, s *explain.Subject) (*explain.Check, error) {
	d, err := s.Order(c.order, c.config)
	if err != nil {
		return nil, err
	}
	bar := cli.NewProgress(cmd.ErrOrStderr(), "scores", c.quiet)
	defer bar.Finish()
	found, err := s.Check(ctx, c.config, d, bar.Update)
	if err == nil {
		found.Order = c.order
	}
	return found, err
}

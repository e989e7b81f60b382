package subjects

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/tabular/explain"
)

// checking holds the flags of the command check.
type checking struct {
	reading
	order string
}

// NewCheckCommand returns the command check.
func NewCheckCommand() *cobra.Command {
	c := &checking{reading: reading{config: explain.DefaultConfig()}}
	cmd := &cobra.Command{
		Use:   "check MODEL DATA | --command PROGRAM DATA",
		Short: "Check whether a model follows an order of importance",
		Long: `Compare the mean scores of a model on DATA with an order, statement by statement. A
statement holds if the whole confidence interval satisfies it, fails if the whole
interval violates it, and is undecided otherwise. The order is a file of expert
statements, or a graph as JSON (see igbo dag). A note below the table lists which answers
remain if all statements are tested jointly (Holm's method).

By default the score is absolute, and the baseline is the training mean if it is known,
else the mean of DATA. Notes below the table list the sources of randomness that the
intervals cover.

` + modelHelp + `

Exit codes: 0 if every statement holds, 3 if one fails, 4 if none fails and one is
undecided.`,
		Example: `  igbo check model data.csv --order order.yaml
  igbo check model.onnx data.csv --target price --order order.yaml --set level=0.99 --json`,
		Args:    twoArguments,
		PreRunE: func(cmd *cobra.Command, args []string) error { return c.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	}
	groups, settings := c.flags()
	groups.Add("Order").StringVar(&c.order, "order", "", "file with the order: expert statements, or a graph as JSON")
	settings.Float64Var(&c.config.Level, "level", c.config.Level, "confidence level, in (0, 1)")
	c.to(cmd, groups, settings)
	return cmd
}

func (c *checking) settle(cmd *cobra.Command, args []string) error {
	if c.order == "" {
		return errors.New("--order is required: a file of expert statements, or a graph as JSON")
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
		return c.with(ctx, cmd, func(s *explain.Explainer) (err error) {
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
	reports := fmt.Sprintf("of %d statements %d fail and %d are undecided", len(found.Statements), found.Failing, found.Open)
	switch found.Answer {
	case explain.Fails:
		return cli.Answer(cli.ExitFails, reports)
	case explain.Undecided:
		return cli.Answer(cli.ExitUndecided, reports)
	}
	return nil
}

func (c *checking) check(ctx context.Context, cmd *cobra.Command, s *explain.Explainer) (*explain.Check, error) {
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

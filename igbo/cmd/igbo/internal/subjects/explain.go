package subjects

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/tabular/explain"
)

// explanation holds the flags of the command explain.
type explanation struct {
	reading
	out string
}

// NewExplainCommand returns the command explain.
func NewExplainCommand() *cobra.Command {
	e := &explanation{reading: reading{config: explain.DefaultConfig()}}
	cmd := &cobra.Command{
		Use:   "explain MODEL DATA | --command PROGRAM DATA",
		Short: "Compute the importance scores of a model, and their accuracy",
		Long: `Compute H, the importance score of each feature in each sample. Write to --out:

  report.html   all tables and figures; the first line is the main result
  scores.csv    one row per sample, with a header of feature names
  explain.json  all results, and the completeness gap: the difference between the sum of
                the attributions and the change of the output
  importance    mean absolute shares, permutation importance, and the shares of the same
                model with random parameters
  direction     for tables: the direction in which each feature moves the output
  beeswarm      for tables: the effect of each feature in each sample
  dependence    for tables: the contributions of features against their values
  heatmap       for series: attributions over time

Figures are written as .png and .svg. --interactions adds pairwise Shapley interactions.

` + modelHelp,
		Example: `  igbo explain model data.csv
  igbo explain model.onnx data.csv --target price --out explained
  igbo explain model data.csv --interactions 200
  igbo explain model.onnx data.csv --columns age,income --set class=1 --set score=signed --json
  igbo explain --command 'python predict.py' data.csv --target price`,
		Args:    twoArguments,
		PreRunE: func(cmd *cobra.Command, args []string) error { return e.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return e.run(cmd) },
	}
	groups, settings := e.flags()
	f := groups.Add("Output")
	f.IntVar(&e.config.Interactions, "interactions", 0, "number of samples for interactions of pairs of features (0 = none)")
	f.StringVar(&e.out, "out", "explained", "folder for the results")
	settings.IntVar(&e.config.Repeats, "repeats", e.config.Repeats, "permutations per feature for permutation importance (0 = none)")
	settings.Uint64Var(&e.config.Seed, "seed", e.config.Seed, "random seed of permutations and random parameters")
	e.to(cmd, groups, settings)
	return cmd
}

func (e *explanation) settle(cmd *cobra.Command, args []string) error {
	if err := e.reading.settle(cmd, args); err != nil {
		return err
	}
	paths := e.paths()
	paths.Fills("out", e.out, explain.FileNames()...)
	return cmp.Or(cli.NotEmpty(cmd, "out"), paths.Check(cmd))
}

func (e *explanation) run(cmd *cobra.Command) error {
	err := cli.UnlessCancelled(cmd, func(ctx context.Context) error {
		return e.with(ctx, cmd, func(s *explain.Explainer) error { return e.explain(ctx, cmd, s) })
	})
	return cli.Leaving(err, "nothing was written")
}

func (e *explanation) explain(ctx context.Context, cmd *cobra.Command, s *explain.Explainer) error {
	bar := cli.NewProgress(cmd.ErrOrStderr(), "scores", e.quiet)
	found, err := s.Explain(ctx, e.config, bar.Update)
	bar.Finish()
	if err != nil {
		return err
	}
	defer found.Close()
	if err := ctx.Err(); err != nil {
		return err
	}
	out, err := cli.OpenFolder(e.out)
	if err != nil {
		return err
	}
	defer out.Close()
	if err := found.Save(out.Path); err != nil {
		return err
	}
	return print(cmd, e.reading, found, found.Text()+found.Sentence()+"\nWritten to "+e.out+"; the page is "+filepath.Join(e.out, "report.html")+"\n")
}

// print prints a result as JSON, or its text.
func print(cmd *cobra.Command, r reading, result any, text string) error {
	if r.json {
		return cli.PrintJSON(cmd, result)
	}
	if r.quiet {
		return nil
	}
	_, err := fmt.Fprint(cmd.OutOrStdout(), text)
	return err
}

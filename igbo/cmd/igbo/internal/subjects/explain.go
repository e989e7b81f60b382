package subjects

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/explain"
)

// explanation holds the flags of the command explain.
type explanation struct {
	reading
	out string
}

// NewExplainCommand is the command explain.
func NewExplainCommand() *cobra.Command {
	e := &explanation{reading: reading{config: explain.DefaultConfig()}}
	cmd := &cobra.Command{
		Use:   "explain MODEL DATA | --command PROGRAM DATA",
		Short: "Explain a model: scores by sample, importances, and how exact they are",
		Long: `Computes the importance scores H of every sample, and leaves in --out

  report.html             a page with all tables and figures, which needs no network;
                          its first line says what the model looks at
  scores.csv              a header of the features' names, one row a sample; a name
                          that a spreadsheet would take for a formula gets an
                          apostrophe before it, which igbo dag takes away again
  importance.png, .svg    the mean absolute shares, permutation importance beside
                          them, and the shares of the model with random parameters
  direction.png, .svg     of tables, which way each feature moves the output
  beeswarm.png, .svg      and what it does in each sample, coloured by its value
  dependence.png, .svg    and its part in the output against its value, of the first four
  heatmap.png, .svg       of series, the attributions over time
  explain.json            all of it, with the completeness gap: how far the
                          attributions miss the change of the output

With --interactions N the page and explain.json say, too, what pairs of features do together
beyond what each does by itself, on N samples of a table: Shapley interactions against
--background samples, exact of trees, else sampled by --pairs sets of predictions.

` + modelHelp,
		Example: `  igbo explain model data.csv
  igbo explain model.onnx data.csv --target price --out explained
  igbo explain model data.csv --interactions 200
  igbo explain model.onnx data.csv --columns age,income --class 1 --score absolute --json
  igbo explain --command 'python predict.py' data.csv --target price`,
		Args:    twoArguments,
		PreRunE: func(cmd *cobra.Command, args []string) error { return e.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return e.run(cmd) },
	}
	e.flags(cmd)
	cmd.Flags().StringVar(&e.out, "out", "explained", "folder for the results")
	cmd.Flags().IntVar(&e.config.Repeats, "repeats", e.config.Repeats, "how often each feature is permuted; 0 leaves permutation importance out")
	cmd.Flags().IntVar(&e.config.Interactions, "interactions", 0, "on how many samples to look at what pairs of features do together; 0 leaves that out")
	cmd.Flags().Uint64Var(&e.config.Seed, "seed", e.config.Seed, "seed of permutations and random parameters")
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
		return e.with(ctx, cmd, func(s *explain.Subject) error { return e.explain(ctx, cmd, s) })
	})
	return cli.Leaving(err, "nothing was written")
}

func (e *explanation) explain(ctx context.Context, cmd *cobra.Command, s *explain.Subject) error {
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

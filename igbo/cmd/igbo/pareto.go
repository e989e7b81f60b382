package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/experiment"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/plots"
)

// paretoCommand holds the flags of `igbo pareto`.
type paretoCommand struct {
	cfg         experiment.ParetoConfig
	backend     string
	out         string
	json, quiet bool
}

func newParetoCommand() *cobra.Command {
	p := &paretoCommand{cfg: experiment.DefaultParetoConfig()}
	cmd := &cobra.Command{
		Use:   "pareto",
		Short: "Trace the trade-off between task loss and interpretability loss",
		Long: `Trains linear students of the paper's task by several projection rules, at
several trade-offs λ, from the same unconstrained start and with the same
number of steps. Each point starts from the last one's model. It prints the
area that each rule's front dominates (the hypervolume) and leaves pareto.json,
pareto.csv, pareto.png and pareto.svg.

L is in units of least squares, the best a linear student can do, and H in
units of the unconstrained student's.`,
		Example: `  igbo pareto
  igbo pareto --rules weighted-sum,continuous --lambdas 0.9,0.5,0.1 --seeds 10
  igbo pareto --json | jq '.rows[] | {rule, hv: .hypervolume.mean}'`,
		Args:    noArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error { return p.settle(cmd) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return p.run(cmd) },
	}
	f, c := cmd.Flags(), &p.cfg
	f.IntVar(&c.Base.Seeds, "seeds", c.Base.Seeds, "number of seeds")
	f.Int64Var(&c.Base.Seed0, "seed0", c.Base.Seed0, "first seed")
	f.StringSliceVar(&c.Rules, "rules", c.Rules, fmt.Sprintf("projection rules, of %v", projection.Names()))
	f.Float64SliceVar(&c.Lambdas, "lambdas", c.Lambdas, "trade-offs λ in the order of the sweep, in (0, 1)")
	f.IntVar(&c.Steps, "steps", c.Steps, "full-batch steps for each point")
	f.Float64Var(&c.Base.Alpha, "alpha", c.Base.Alpha, "threshold α of the DAG rule, in [0.5, 1)")
	f.StringVar(&p.backend, "backend", "", fmt.Sprintf("one of %v, or xla:/path/plugin.so (default: XLA where its plugin is there, else go)", backend.Names()))
	f.StringVar(&p.out, "out", "out", "folder for the results")
	f.BoolVar(&p.json, "json", false, "print pareto.json to standard output and no table")
	f.BoolVarP(&p.quiet, "quiet", "q", false, "no progress, no table")
	return cmd
}

// settle checks flags and configuration.
func (p *paretoCommand) settle(cmd *cobra.Command) error {
	if err := firstOf(notEmpty(cmd, "out"), creatableFolder("out", p.out), backend.Check(p.backend)); err != nil {
		return err
	}
	return p.cfg.Validate()
}

func (p *paretoCommand) run(cmd *cobra.Command) error {
	engine, choice, err := backend.Select(p.backend)
	if err != nil {
		return err
	}
	defer engine.Finalize()
	out, err := openFolder(p.out)
	if err != nil {
		return err
	}
	defer out.close()
	if !p.quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), choice)
	}
	bar := newProgress(cmd.ErrOrStderr(), "Pareto sweeps", p.quiet)
	result, err := experiment.StudyPareto(cmd.Context(), engine, p.cfg, bar.update)
	bar.finish()
	if err != nil {
		return leaving(err, "nothing was written")
	}
	if err := p.write(out, result); err != nil {
		return err
	}
	if p.json {
		text, err := indented(result)
		if err != nil {
			return err
		}
		_, err = cmd.OutOrStdout().Write(text)
		return err
	}
	if !p.quiet {
		fmt.Fprintf(cmd.OutOrStdout(), "%s\nWritten to %s\n", paretoTable(result), filepath.Clean(p.out))
	}
	return nil
}

// write makes all files, and only then writes them.
func (p *paretoCommand) write(out folder, result *experiment.Pareto) error {
	var files contents
	files.addJSON("pareto.json", result)
	files.add("pareto.csv", paretoCSV(result), nil)
	figure, err := paretoFigure(result)
	if err != nil {
		return err
	}
	files.addFigure("pareto", figure)
	return files.writeTo(out)
}

// paretoFigure draws the sweeps of the first seed.
func paretoFigure(result *experiment.Pareto) (plots.Figure, error) {
	seed := result.Seeds[0]
	var sets []plots.ParetoSet
	for _, sweep := range seed.Sweeps {
		set := plots.ParetoSet{Name: sweep.Rule}
		for _, q := range sweep.Points {
			set.L, set.H = append(set.L, q.L), append(set.H, q.H)
		}
		sets = append(sets, set)
	}
	marks := []plots.ParetoMark{
		{Name: "unconstrained", L: seed.Unconstrained.L, H: seed.Unconstrained.H},
		{Name: "least squares", L: seed.LeastSquares.L, H: seed.LeastSquares.H},
	}
	return plots.ParetoFront(sets, marks, nil, plots.Title(fmt.Sprintf("Task against order, seed %d", seed.Seed)),
		plots.XLabel("L, in units of least squares"), plots.YLabel("H, in units of the unconstrained student"))
}

// paretoTable is the table by rule, mean ± sample deviation over seeds.
func paretoTable(result *experiment.Pareto) string {
	var text bytes.Buffer
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "rule\thypervolume\tleast H\tat L\tpoints on the front")
	for _, row := range result.Rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s of %d\n", row.Rule, plusMinus(row.Hypervolume, "%.3f"), plusMinus(row.LeastH, "%.4f"),
			plusMinus(row.OfL, "%.4f"), plusMinus(row.OnFront, "%.1f"), len(result.Config.Lambdas))
	}
	w.Flush()
	return text.String()
}

// paretoCSV has one line a point, in the order of training.
func paretoCSV(result *experiment.Pareto) []byte {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	line := func(seed int64, name, lambda string, q experiment.ParetoPoint) {
		_ = w.Write([]string{strconv.FormatInt(seed, 10), name, lambda, number(q.L), number(q.H), number(q.ValMSE), number(q.Kept), strconv.FormatBool(q.Front)})
	}
	_ = w.Write([]string{"seed", "rule", "lambda", "l", "h", "val_mse", "kept", "front"}) // a buffer takes every write
	for _, s := range result.Seeds {
		line(s.Seed, "unconstrained", "", s.Unconstrained)
		line(s.Seed, "least_squares", "", s.LeastSquares)
		for _, sweep := range s.Sweeps {
			for _, q := range sweep.Points {
				line(s.Seed, sweep.Rule, number(q.Lambda), q)
			}
		}
	}
	w.Flush()
	return text.Bytes()
}

package studies

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/research/study/pareto"
	"github.com/igbolab/igbolab/igbo/train"
)

// paretoCommand holds the flags of `igbo pareto`.
type paretoCommand struct {
	cfg     pareto.Config
	backend string
	out     string
	printed
}

// NewParetoCommand returns the command pareto.
func NewParetoCommand() *cobra.Command {
	p := &paretoCommand{cfg: pareto.DefaultConfig()}
	cmd := &cobra.Command{
		Use:   "pareto",
		Short: "Trace the trade-off between task loss and interpretability loss",
		Long: `Train linear students of the paper's task with several projection rules and trade-offs
λ. The first point of each rule starts from the same student, which was trained without
an order; each later point starts from the previous one. All points have the same number
of steps. The command prints the area that the front of each rule dominates
(hypervolume), and writes pareto.json, pareto.csv, and two figures as .png and .svg:
pareto (the fronts) and pareto-lambda (H against λ).

L, the task loss, is divided by the least-squares loss, the best that a linear student
can reach. H, the interpretability loss, is divided by that of the unconstrained student.`,
		Example: `  igbo pareto
  igbo pareto --rules weighted-sum,continuous --lambdas 0.9,0.5,0.1 --seeds 10
  igbo pareto --json | jq '.rows[] | {rule, hv: .hypervolume.mean}'`,
		Args:    cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error { return p.settle(cmd) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return p.run(cmd) },
	}
	f, c := cmd.Flags(), &p.cfg
	f.IntVar(&c.Base.Seeds, "seeds", c.Base.Seeds, "number of seeds")
	f.Int64Var(&c.Base.Seed0, "seed0", c.Base.Seed0, "first seed")
	f.StringSliceVar(&c.Rules, "rules", c.Rules, fmt.Sprintf("projection rules, from %v, or weighted sums, from %v", projection.Names(), train.Scalarizations()))
	f.Float64SliceVar(&c.Lambdas, "lambdas", c.Lambdas, "trade-offs λ in the order of the sweep, in (0, 1)")
	f.IntVar(&c.Steps, "steps", c.Steps, "full-batch steps per point")
	f.Float64Var(&c.Base.Alpha, "alpha", c.Base.Alpha, "threshold α of the DAG rule, in [0.5, 1)")
	backendFlag(cmd, &p.backend)
	f.StringVar(&p.out, "out", "out", "folder for the results")
	p.printed.flags(cmd, "pareto.json", "progress and ")
	return cmd
}

// paths returns the files that pareto writes.
func (p *paretoCommand) paths() *cli.Paths {
	paths := &cli.Paths{}
	paths.Fills("out", p.out, "pareto.json", "pareto.csv", "pareto.png", "pareto.svg", "pareto-lambda.png", "pareto-lambda.svg")
	return paths
}

// settle checks flags and configuration.
func (p *paretoCommand) settle(cmd *cobra.Command) error {
	if err := cmp.Or(cli.NotEmpty(cmd, "out"), p.paths().Check(cmd), backend.Check(p.backend)); err != nil {
		return err
	}
	return p.cfg.Validate()
}

func (p *paretoCommand) run(cmd *cobra.Command) error {
	engine, out, err := cli.Begin(cmd, p.backend, p.out, p.cfg.Work(), true, p.quiet)
	if err != nil {
		return err
	}
	defer engine.Close()
	defer out.Close()
	bar := cli.NewProgress(cmd.ErrOrStderr(), "Pareto sweeps", p.quiet)
	result, err := workflow.Run(cmd.Context(), engine.Backend, p.cfg, workflow.Options{Unkept: true, Progress: bar.Update})
	bar.Finish()
	if err != nil {
		return cli.Leaving(err, "nothing was written")
	}
	var files cli.Contents
	files.AddJSON("pareto.json", result)
	files.AddTables(result, ".csv")
	files.AddFigures(result)
	if err := files.WriteTo(out); err != nil {
		return err
	}
	return cli.PrintResult(cmd, result, p.out, p.json, p.quiet)
}

package studies

import (
	"cmp"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/cmd/igbo/internal/cli"
	"github.com/igbolab/igbolab/igbo/durable/workflow"
	"github.com/igbolab/igbolab/igbo/research/study/saved"
	"github.com/igbolab/igbolab/igbo/research/study/teacherstudent"
)

// reproduction holds the flags of `igbo reproduce`.
type reproduction struct {
	cfg              teacherstudent.Config
	quadrature       string
	score, optimizer string
	lr               float64
	backend, out     string
	// logbook is the folder of the logbook, or "".
	logbook string
	checkpoints
	resume   bool
	ablation bool
	printed
	options workflow.Options
}

// NewReproduceCommand returns the command reproduce.
func NewReproduceCommand() *cobra.Command {
	r := &reproduction{cfg: teacherstudent.DefaultConfig()}
	cmd := &cobra.Command{
		Use:   "reproduce",
		Short: "Run the paper's teacher-student experiment and print its Table I",
		Long: `Train the teacher, baseline and IGBO students of the paper's synthetic task and print
Table I next to the paper's numbers. For each optimiser setting, a baseline and an IGBO
student are trained identically. The first row is least squares, the best linear
student. Below the table, the command prints two things: comparisons of pairs of
students, and whether the DAG's edges recur on new data. The paper reports 71 % less
error with IGBO; here, only students with different optimisers differ by about that
much.

The same flags, seeds and backend give the same result.json, byte for byte, also after
an interruption: to continue a run that was stopped, add --resume. The output folder is
locked during the run.

--logbook DIR also writes logbook.html and logbook.md. They contain scope, machine, time
and cost, a verdict and a command for each claim, results for longer training, unit
checks, and a letter to the authors. DIR must be new, empty, or hold a logbook.`,
		Example: `  igbo reproduce
  igbo reproduce --seeds 20 --score absolute --out out/absolute
  igbo reproduce --optimizer sgd --lr 0.01 --json | jq .comparisons
  igbo reproduce --logbook logbook
  igbo reproduce --ablation
  igbo reproduce --ablation --resume`,
		Args:    cli.NoArgument,
		PreRunE: func(cmd *cobra.Command, _ []string) error { return r.settle(cmd) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return r.run(cmd) },
	}
	r.flags(cmd)
	return cmd
}

func (r *reproduction) flags(cmd *cobra.Command) {
	f, c := cmd.Flags(), &r.cfg
	f.IntVar(&c.Seeds, "seeds", c.Seeds, "number of seeds; the paper has 5")
	f.Int64Var(&c.Seed0, "seed0", c.Seed0, "first seed")
	f.Float64Var(&c.Alpha, "alpha", c.Alpha, "threshold α of the DAG rule, in [0.5, 1)")
	f.Float64Var(&c.Lambda, "lambda", c.Lambda, "trade-off λ, in (0, 1)")
	f.Float64Var(&c.R, "r", c.R, "half width r of the intervals, in standard deviations σ")
	f.IntVar(&c.Attribution.Points, "points", c.Attribution.Points, "quadrature points M on the integration path")
	f.StringVar(&r.quadrature, "quadrature", string(c.Attribution.Quadrature), fmt.Sprintf("quadrature rule, one of %v", attribution.Rules()))
	f.IntVar(&c.Epochs, "epochs", c.Epochs, "epochs of teacher and students")
	f.IntVar(&c.Batch, "batch", c.Batch, "training batch size")
	f.IntVar(&c.DAGBatch, "dag-batch", c.DAGBatch, "size of the batches for the DAG")
	f.IntVar(&c.DAGBatches, "dag-batches", c.DAGBatches, "number of batches for the DAG")
	f.StringVar(&r.optimizer, "optimizer", "", fmt.Sprintf("single optimiser of the students, one of %v; requires --lr", igbo.Optimizers()))
	f.Float64Var(&r.lr, "lr", 0, "learning rate, with --optimizer")
	f.StringVar(&c.Rule, "rule", c.Rule, "projection rule")
	f.StringVar(&r.score, "score", string(c.Attribution.Score), "importance score in training: signed (as in the paper) or absolute")
	backendFlag(cmd, &r.backend)
	f.StringVar(&r.out, "out", "out", "folder for the results")
	f.StringVar(&r.logbook, "logbook", "", "folder `DIR` for a logbook of the reproduction, as HTML and Markdown")
	f.BoolVar(&r.ablation, "ablation", false, "also repeat the experiment for several values of α, λ and r (an ablation, one to two minutes); writes ablation.csv")
	f.BoolVar(&r.resume, "resume", false, "resume an interrupted run with the same settings in --out")
	r.checkpoints.flags(cmd, "")
	r.printed.flags(cmd, saved.ResultFile, "progress and ")
}

// settle converts flags into the configuration and checks it.
func (r *reproduction) settle(cmd *cobra.Command) error {
	if err := cmp.Or(cli.NotEmpty(cmd, "out", "optimizer"), owned(cmd, "out", r.out), free("out", r.out, teacherstudent.Definition().Name), backend.Check(r.backend)); err != nil {
		return err
	}
	if err := r.settleLogbook(cmd); err != nil {
		return err
	}
	if r.ablation {
		if err := cmp.Or(owned(cmd, "out", r.out, "ablation.csv"), owned(cmd, "out", filepath.Join(r.out, ablationFolder))); err != nil {
			return err
		}
		if err := free("out", filepath.Join(r.out, ablationFolder), teacherstudent.AblationDefinition().Name); err != nil {
			return err
		}
	}
	r.cfg.Attribution.Quadrature = attribution.Rule(r.quadrature)
	r.cfg.Attribution.Score = attribution.ScoreKind(r.score)
	if cmd.Flags().Changed("optimizer") != cmd.Flags().Changed("lr") {
		return fmt.Errorf("--optimizer and --lr require each other: use both, such as --optimizer sgd --lr 0.01")
	}
	if err := r.checkpoints.check(); err != nil {
		return err
	}
	if r.optimizer != "" {
		r.cfg.Optimizers = []igbo.Optimizer{{Name: r.optimizer, LearningRate: r.lr}}
	}
	return r.cfg.Validate()
}

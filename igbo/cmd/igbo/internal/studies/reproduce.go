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
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/saved"
	"github.com/igbolab/igbolab/igbo/study/teacherstudent"
)

// reproduction holds the flags of `igbo reproduce`.
type reproduction struct {
	cfg              teacherstudent.Config
	quadrature       string
	score, optimizer string
	lr               float64
	backend, out     string
	checkpoints
	resume   bool
	ablation bool
	printed
	options study.Options
}

// NewReproduceCommand is the command reproduce.
func NewReproduceCommand() *cobra.Command {
	r := &reproduction{cfg: teacherstudent.DefaultConfig()}
	cmd := &cobra.Command{
		Use:   "reproduce",
		Short: "Run the paper's teacher-student experiment and print its Table I",
		Long: `Trains teacher, baseline and IGBO students on the paper's synthetic task and
prints Table I with the paper's numbers beside ours. Each optimiser setting
trains a baseline and an IGBO student identically; least squares, the best a
linear student can do, heads the table. Below it stand the comparisons, among
them the one pair that comes near the paper's 71 % by mixing optimisers, and a
check whether the DAG's edges recur on fresh data.

Same flags, same seeds, same backend: the same result.json, byte for byte
(another backend draws other initial weights), also after an interruption: a run
that was stopped or killed leaves its checkpoints in the output folder, and the
same command with --resume goes on where it was. While it runs the folder holds
.igbo.lock, and another igbo that is to write there ends with an error.`,
		Example: `  igbo reproduce
  igbo reproduce --seeds 20 --score absolute --out out/absolute
  igbo reproduce --optimizer sgd --lr 0.01 --json | jq .comparisons
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
	f.IntVar(&c.Seeds, "seeds", c.Seeds, "number of seeds, 5 in the paper")
	f.Int64Var(&c.Seed0, "seed0", c.Seed0, "first seed")
	f.Float64Var(&c.Alpha, "alpha", c.Alpha, "threshold α of the DAG rule, in [0.5, 1)")
	f.Float64Var(&c.Lambda, "lambda", c.Lambda, "trade-off λ, in (0, 1)")
	f.Float64Var(&c.R, "r", c.R, "half width r of the intervals, in deviations σ")
	f.IntVar(&c.Attribution.Points, "points", c.Attribution.Points, "quadrature points M on the integration path")
	f.StringVar(&r.quadrature, "quadrature", string(c.Attribution.Quadrature), fmt.Sprintf("quadrature rule, one of %v", attribution.Rules()))
	f.IntVar(&c.Epochs, "epochs", c.Epochs, "epochs of teacher and students")
	f.IntVar(&c.Batch, "batch", c.Batch, "training batch size")
	f.IntVar(&c.DAGBatch, "dag-batch", c.DAGBatch, "size of the batches that make the DAG")
	f.IntVar(&c.DAGBatches, "dag-batches", c.DAGBatches, "number of batches that make the DAG")
	f.StringVar(&r.optimizer, "optimizer", "", fmt.Sprintf("train the students with this optimiser alone, one of %v (with --lr)", igbo.Optimizers()))
	f.Float64Var(&r.lr, "lr", 0, "learning rate for --optimizer")
	f.StringVar(&c.Rule, "rule", c.Rule, "projection rule")
	f.StringVar(&r.score, "score", string(c.Attribution.Score), "importance score to train with, signed (the paper's) or absolute")
	backendFlag(cmd, &r.backend)
	f.StringVar(&r.out, "out", "out", "folder for the results")
	f.BoolVar(&r.ablation, "ablation", false, "also run the ablation over α, λ and r (a minute or two), print its summary and write ablation.csv")
	f.BoolVar(&r.resume, "resume", false, "go on with an interrupted run of the same settings in --out")
	r.checkpoints.flags(cmd, "")
	r.printed.flags(cmd, saved.ResultFile, "no progress, ")
}

// settle turns flags into the configuration and checks it.
func (r *reproduction) settle(cmd *cobra.Command) error {
	if err := cmp.Or(cli.NotEmpty(cmd, "out", "optimizer"), owned(cmd, "out", r.out), free("out", r.out, teacherstudent.Definition().Name), backend.Check(r.backend)); err != nil {
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
		return fmt.Errorf("got one of --optimizer and --lr, expected both, such as --optimizer sgd --lr 0.01")
	}
	if err := r.checkpoints.check(); err != nil {
		return err
	}
	if r.optimizer != "" {
		r.cfg.Optimizers = []igbo.Optimizer{{Name: r.optimizer, LearningRate: r.lr}}
	}
	return r.cfg.Validate()
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/attribution"
	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/experiment"
)

// reproduction holds the flags of `igbo reproduce`.
type reproduction struct {
	cfg              experiment.Config
	quadrature       string
	score, optimizer string
	lr               float64
	backend, out     string
	every            int
	resume           bool
	ablation         bool
	json, quiet      bool
}

func newReproduceCommand() *cobra.Command {
	r := &reproduction{cfg: experiment.DefaultConfig()}
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
same command with --resume goes on where it was.`,
		Example: `  igbo reproduce
  igbo reproduce --seeds 20 --score absolute --out out/absolute
  igbo reproduce --optimizer sgd --lr 0.01 --json | jq .comparisons
  igbo reproduce --ablation
  igbo reproduce --ablation --resume`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return r.run(cmd) },
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
	f.StringVar(&r.backend, "backend", "", fmt.Sprintf("one of %v, or xla:/path/plugin.so (default: XLA where its plugin is there, else go)", backend.Names()))
	f.StringVar(&r.out, "out", "out", "folder for the results")
	f.BoolVar(&r.ablation, "ablation", false, "also run the ablation over α, λ and r (a minute or two)")
	f.BoolVar(&r.resume, "resume", false, "go on with an interrupted run of the same settings in --out")
	f.IntVar(&r.every, "checkpoint-every", 500, "training steps between checkpoints; 0 keeps none")
	f.BoolVar(&r.json, "json", false, "print result.json to standard output and no table")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "no progress, no table")
}

// settle turns flags into the configuration.
func (r *reproduction) settle() error {
	r.cfg.Attribution.Quadrature = attribution.Rule(r.quadrature)
	r.cfg.Attribution.Score = attribution.ScoreKind(r.score)
	if (r.optimizer == "") != (r.lr == 0) {
		return fmt.Errorf("--optimizer and --lr go together, such as --optimizer sgd --lr 0.01")
	}
	if r.every < 0 {
		return fmt.Errorf("--checkpoint-every %d: expected 0 (none) or more steps", r.every)
	}
	if r.optimizer != "" {
		r.cfg.Optimizers = []igbo.Optimizer{{Name: r.optimizer, LearningRate: r.lr}}
	}
	return r.cfg.Validate()
}

func (r *reproduction) run(cmd *cobra.Command) error {
	if err := r.settle(); err != nil {
		return err
	}
	engine, choice, err := backend.Select(r.backend)
	if err != nil {
		return err
	}
	defer engine.Finalize()
	out, err := openFolder(r.out)
	if err != nil {
		return err
	}
	defer out.close()
	if !r.quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), choice)
	}
	if err := r.openCheckpoints(cmd, out); err != nil {
		return err
	}
	spent := map[string]float64{}
	var result *experiment.Result
	err = r.timed(cmd, "teacher-student", spent, func(ctx context.Context, p experiment.Progress) (err error) {
		result, err = experiment.Run(ctx, engine, r.cfg, p)
		return err
	})
	if err != nil {
		return err
	}
	if err := r.write(out, result); err != nil {
		return err
	}
	if r.ablation {
		err = r.timed(cmd, "ablation", spent, func(ctx context.Context, p experiment.Progress) error {
			rows, err := experiment.Ablate(ctx, engine, experiment.DefaultAblationConfig(r.cfg), p)
			if err != nil {
				return err
			}
			return out.write("ablation.csv", ablationCSV(rows))
		})
		if err != nil {
			return err
		}
	}
	if err := out.writeJSON("timings.json", timings{spent, choice, runtime.GOMAXPROCS(0), runtime.Version()}); err != nil {
		return err
	}
	if err := os.RemoveAll(r.cfg.Checkpoints.Dir); err != nil {
		return err
	}
	return r.report(cmd, result)
}

// checkpointFolder is where an unfinished run keeps its state.
const checkpointFolder = "igbo-checkpoints"

// openCheckpoints says where checkpoints go, and clears those of an earlier
// run that is not to be resumed.
func (r *reproduction) openCheckpoints(cmd *cobra.Command, out folder) error {
	dir := filepath.Join(out.path, checkpointFolder)
	say := func(text string) {
		if !r.quiet {
			fmt.Fprintln(cmd.ErrOrStderr(), text)
		}
	}
	_, err := os.Stat(dir)
	switch {
	case err == nil && !r.resume:
		say("starting anew; --resume would have gone on with the interrupted run in " + dir)
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	case err != nil && r.resume:
		say("nothing to resume in " + out.path + ", starting from the beginning")
	}
	if r.every == 0 && !r.resume {
		return nil
	}
	r.cfg.Checkpoints = igbo.Checkpoints{Dir: dir, Every: r.every, Resume: true}
	return nil
}

// errResumable says that a run was interrupted after its last checkpoints.
var errResumable = errors.New("interrupted")

// timed runs one study with its progress and keeps its seconds.
func (r *reproduction) timed(cmd *cobra.Command, title string, spent map[string]float64, study func(context.Context, experiment.Progress) error) error {
	bar := newProgress(cmd.ErrOrStderr(), title, r.quiet)
	start := time.Now()
	err := study(cmd.Context(), bar.update)
	bar.finish()
	if errors.Is(err, context.Canceled) && r.cfg.Checkpoints.Dir != "" {
		err = errResumable
	}
	spent[title] = time.Since(start).Seconds()
	return err
}

// timings is what may differ between two runs of one configuration.
type timings struct {
	Seconds map[string]float64 `json:"seconds"`
	Backend backend.Choice     `json:"backend"`
	Cores   int                `json:"cores"`
	Go      string             `json:"go"`
}

// write leaves the files of the main experiment.
func (r *reproduction) write(out folder, result *experiment.Result) error {
	if err := out.writeJSON("result.json", result); err != nil {
		return err
	}
	if err := out.write("table1.md", []byte(tableMarkdown(result))); err != nil {
		return err
	}
	if err := out.write("table1.csv", tableCSV(result)); err != nil {
		return err
	}
	return writeFigure(out.path, result)
}

// report prints the table, or the result as JSON.
func (r *reproduction) report(cmd *cobra.Command, result *experiment.Result) error {
	w := cmd.OutOrStdout()
	switch {
	case r.json:
		text, err := indented(result)
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	case !r.quiet:
		fmt.Fprintf(w, "%s\nWritten to %s\n", tableText(result), filepath.Clean(r.out))
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/durable"
	"github.com/igbolab/igbolab/plots"
)

// dagBuild holds the flags of `igbo dag`.
type dagBuild struct {
	opts                dag.Options
	fdr, fwer, prior    float64
	estimator           string
	repair, form        string
	expert, comparisons string
	format, svg, out    string
	formGiven           bool
}

func newDAGCommand() *cobra.Command {
	b := &dagBuild{opts: dag.DefaultOptions()}
	cmd := &cobra.Command{
		Use:   "dag [SCORES.csv]",
		Short: "Build a graph of importance from scores, expert statements or comparisons",
		Long: `Builds a directed acyclic graph of importance, an edge u → v where u is more
important than v, with an interval [ε, δ] for H_u − H_v. It reads one of

  SCORES.csv          a header row of feature names, then one row of scores a
                      sample; - reads standard input
  --expert FILE       ranks, tiers, edges, intervals, ties and bounds as YAML or
                      JSON (--schema prints the format)
  --comparisons FILE  winner,loser[,weight[,tie]] as CSV, by Bradley–Terry

Scores are cut into consecutive batches of --batch rows, or with --batches N into
N batches drawn with replacement. Build errors leave existing files untouched.`,
		Example: `  igbo dag scores.csv --alpha 0.7 --batch 32
  igbo dag scores.csv --estimator auto --fdr 0.05 --format json --out dag.json
  igbo dag --expert clinic.yaml --svg clinic.svg`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if printed, err := printSchema(cmd); printed || err != nil {
				return err
			}
			b.formGiven = cmd.Flags().Changed("form")
			return b.run(cmd, args)
		},
	}
	b.flags(cmd)
	return cmd
}

func (b *dagBuild) flags(cmd *cobra.Command) {
	f, o := cmd.Flags(), &b.opts
	f.Float64Var(&o.Alpha, "alpha", o.Alpha, "threshold α: an edge needs P > α, in [0.5, 1)")
	f.IntVar(&o.BatchSize, "batch", o.BatchSize, "rows in a batch")
	f.IntVar(&o.Batches, "batches", o.Batches, "0: consecutive batches; N: N batches drawn with replacement")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "seed of drawn batches and of resampling")
	f.Float64Var(&o.R, "r", o.R, "half width r of the intervals, in deviations σ")
	f.Float64Var(&o.MinEpsilon, "min-epsilon", o.MinEpsilon, "least ε")
	f.StringVar(&b.estimator, "estimator", string(o.Estimator), fmt.Sprintf("of P(s_u > s_v), one of %v", dag.Estimators()))
	f.IntVar(&o.Resamples, "resamples", o.Resamples, "resamples of bootstrap and permutation")
	f.Float64Var(&o.ScoreMin, "score-min", o.ScoreMin, "lower end of the scores' range (absolute scores: 0)")
	f.Float64Var(&o.ScoreMax, "score-max", o.ScoreMax, "upper end of the scores' range")
	f.Float64Var(&b.fdr, "fdr", 0, "keep edges at this false discovery rate (Benjamini–Hochberg)")
	f.Float64Var(&b.fwer, "fwer", 0, "keep edges at this family-wise error rate (Holm)")
	f.StringVar(&b.repair, "repair", string(o.Repair), "cycles: none (an error), drop (the weakest edges), alpha (drop, then lower α for implied edges)")
	f.StringVar(&b.form, "form", string(o.Form), "drawn, reduction (fewest edges) or closure (all implied edges)")
	f.StringVar(&b.expert, "expert", "", "file of expert statements instead of scores")
	f.StringVar(&b.comparisons, "comparisons", "", "file of pairwise comparisons instead of scores")
	f.Float64Var(&b.prior, "prior", 0, "with --comparisons: wins and losses of every feature against a virtual one of strength 1")
	f.StringVar(&b.format, "format", "table", "table, json or dot")
	f.StringVar(&b.svg, "svg", "", "also draw the graph into this file (its transitive reduction, unless --form is given)")
	f.StringVar(&b.out, "out", "", "write to this file instead of standard output")
	f.String("schema", "", "print the JSON Schema of a format, expert or dag, and stop")
}

func printSchema(cmd *cobra.Command) (bool, error) {
	name, err := cmd.Flags().GetString("schema")
	if err != nil || !cmd.Flags().Changed("schema") {
		return false, err
	}
	text, ok := map[string][]byte{"expert": dag.ExpertSchema(), "dag": dag.Schema()}[name]
	if !ok {
		return false, fmt.Errorf("--schema %q: expected expert or dag", name)
	}
	_, err = cmd.OutOrStdout().Write(text)
	return true, err
}

// settle turns flags into options and checks what needs no data.
func (b *dagBuild) settle(cmd *cobra.Command, args []string) error {
	sources := 0
	for _, given := range []bool{len(args) > 0, b.expert != "", b.comparisons != ""} {
		if given {
			sources++
		}
	}
	if sources != 1 {
		return fmt.Errorf("got %d inputs, expected exactly one of SCORES.csv, --expert FILE and --comparisons FILE", sources)
	}
	if b.format != "table" && b.format != "json" && b.format != "dot" {
		return fmt.Errorf("--format %q: expected table, json or dot", b.format)
	}
	if b.svg != "" && !strings.EqualFold(filepath.Ext(b.svg), ".svg") {
		return fmt.Errorf("--svg %s: expected a file name that ends in .svg", b.svg)
	}
	b.opts.Estimator, b.opts.Repair, b.opts.Form = dag.Estimator(b.estimator), dag.RepairMode(b.repair), dag.Form(b.form)
	fdr, fwer := cmd.Flags().Changed("fdr"), cmd.Flags().Changed("fwer")
	switch {
	case fdr && fwer:
		return errors.New("got --fdr and --fwer, expected one of them")
	case fdr:
		b.opts.Multiplicity, b.opts.Level = dag.BenjaminiHochberg, b.fdr
	case fwer:
		b.opts.Multiplicity, b.opts.Level = dag.Holm, b.fwer
	}
	return b.opts.Check()
}

func (b *dagBuild) run(cmd *cobra.Command, args []string) error {
	if err := b.settle(cmd, args); err != nil {
		return err
	}
	d, text, err := b.make(cmd, args)
	if err != nil {
		return err
	}
	if b.svg != "" {
		if err := b.draw(d); err != nil {
			return err
		}
	}
	if b.out == "" {
		_, err = cmd.OutOrStdout().Write(text)
		return err
	}
	if err := durable.WriteFile(b.out, text, 0o666); err != nil {
		return fmt.Errorf("--out %s: %w", b.out, err)
	}
	return nil
}

// make builds and encodes the graph, and gives up when the command is interrupted:
// nothing has been written by then.
func (b *dagBuild) make(cmd *cobra.Command, args []string) (d *dag.DAG, text []byte, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if d, err = b.build(cmd, args); err == nil {
			text, err = b.encode(d)
		}
	}()
	ctx := cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	select {
	case <-done:
		return d, text, err
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

func (b *dagBuild) build(cmd *cobra.Command, args []string) (*dag.DAG, error) {
	switch {
	case b.expert != "":
		return b.fromExpert()
	case b.comparisons != "":
		return b.fromComparisons()
	}
	in, name := cmd.InOrStdin(), "standard input"
	if args[0] != "-" {
		file, err := os.Open(args[0])
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in, name = file, args[0]
	}
	return b.fromScores(name, in)
}

func (b *dagBuild) fromScores(name string, in io.Reader) (*dag.DAG, error) {
	scores, features, err := dag.ReadScores(name, in)
	if err != nil {
		return nil, err
	}
	b.opts.Features = features
	return dag.Build(scores, b.opts)
}

func (b *dagBuild) fromExpert() (*dag.DAG, error) {
	data, err := os.ReadFile(b.expert)
	if err != nil {
		return nil, err
	}
	expert, err := dag.ParseExpert(b.expert, data)
	if err != nil {
		return nil, err
	}
	return expert.Build(dag.ExpertOptions{
		MinEpsilon: b.opts.MinEpsilon, ScoreMin: b.opts.ScoreMin, ScoreMax: b.opts.ScoreMax,
		Repair: b.opts.Repair, Form: b.opts.Form,
	})
}

func (b *dagBuild) fromComparisons() (*dag.DAG, error) {
	file, err := os.Open(b.comparisons)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	comparisons, err := dag.ReadComparisons(b.comparisons, file)
	if err != nil {
		return nil, err
	}
	opts := dag.DefaultBradleyTerryOptions()
	opts.Alpha, opts.R, opts.MinEpsilon, opts.Prior = b.opts.Alpha, b.opts.R, b.opts.MinEpsilon, b.prior
	strengths, err := dag.BradleyTerry(comparisons, opts)
	if err != nil {
		return nil, err
	}
	d, err := strengths.DAG(opts)
	if err == nil && b.opts.Form == dag.Reduction {
		d = d.TransitiveReduction()
	}
	return d, err // already transitive: its closure is itself
}

func (b *dagBuild) encode(d *dag.DAG) ([]byte, error) {
	switch b.format {
	case "json":
		return indented(d)
	case "dot":
		return d.DOT(), nil
	}
	return []byte(dagTable(d)), nil
}

// draw writes the figure.
func (b *dagBuild) draw(d *dag.DAG) error {
	if !b.formGiven {
		d = d.TransitiveReduction()
	}
	edges := make([]plots.DAGEdge, len(d.Edges))
	for i, e := range d.Edges {
		edges[i] = plots.DAGEdge{U: e.U, V: e.V, P: e.P, Epsilon: e.Epsilon, Delta: e.Delta}
	}
	figure, err := plots.DAG(d.Features, edges)
	if err != nil {
		return err
	}
	return plots.Save(figure, b.svg)
}

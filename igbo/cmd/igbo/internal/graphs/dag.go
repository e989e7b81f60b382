package graphs

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/dag/estimate"
)

// dagBuild holds the flags of `igbo dag`.
type dagBuild struct {
	opts                dag.Options
	fdr, fwer, prior    float64
	estimator, score    string
	repair, form        string
	expert, comparisons string
	format, svg, out    string
	schema              string
	formGiven           bool
	input               string // one of SCORES.csv, --expert, --comparisons, --schema
	args                []string
}

// NewDAGCommand is the command dag.
func NewDAGCommand() *cobra.Command {
	b := &dagBuild{opts: dag.DefaultOptions()}
	cmd := &cobra.Command{
		Use:   "dag [SCORES.csv]",
		Short: "Build a graph of importance from scores, expert statements or comparisons",
		Long: `Builds a directed acyclic graph of importance, an edge u → v where u is more
important than v, with an interval [ε, δ] for H_u − H_v. It reads one of

  SCORES.csv          a header row of feature names, then one row of scores a
                      sample, however many; - reads standard input
  --expert FILE       ranks, tiers, edges, intervals, ties and bounds as YAML or
                      JSON (--schema prints the format)
  --comparisons FILE  winner,loser[,weight[,tie]] as CSV, by Bradley–Terry

Scores are cut into consecutive batches of --batch rows, or with --batches N into
N batches drawn with replacement. --fdr and --fwer choose the edges by a test in
place of the threshold α. Where rows are drawn the scores are read twice; standard
input is copied to a temporary file for that. Everything is computed and drawn before a file is
written, so that an error leaves existing files untouched.

A file of expert statements may read

  ranks:
    - [age, blood pressure, income]         # more important first
  edges:
    - {u: age, v: smoking, epsilon: 0.02, delta: 0.3}
  ties:
    - {features: [income, smoking], within: 0.05}
  bounds:
    - {feature: income, max: 0.2}`,
		Example: `  igbo dag scores.csv --alpha 0.7 --batch 32
  igbo dag scores.csv --estimator auto --fdr 0.05 --format json --out dag.json
  igbo dag --expert clinic.yaml --svg clinic.svg`,
		Args:    atMostOneFile,
		PreRunE: func(cmd *cobra.Command, args []string) error { return b.settle(cmd, args) },
		RunE:    func(cmd *cobra.Command, _ []string) error { return b.run(cmd) },
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
	f.StringVar(&b.estimator, "estimator", string(o.Estimator), fmt.Sprintf("of P(s_u > s_v), one of %v", estimate.Methods()))
	f.Float64Var(&o.Inflate, "inflate", o.Inflate, "with --estimator between or within: κ, deviations σ are (1 + κ) times as large")
	f.IntVar(&o.Resamples, "resamples", o.Resamples, "resamples of bootstrap and permutation")
	f.Float64Var(&o.ScoreMin, "score-min", o.ScoreMin, "lower end of the scores' range (absolute scores: 0)")
	f.Float64Var(&o.ScoreMax, "score-max", o.ScoreMax, "upper end of the scores' range")
	f.StringVar(&b.score, "score", string(dag.AnyScore), "with --expert: what the scores obey, signed (Σ|H| ≤ 1), absolute (H ≥ 0 too), range (nothing else), or any: as the file says, else signed")
	f.Float64Var(&b.fdr, "fdr", 0, "in place of --alpha: the edges at this false discovery rate (Benjamini–Hochberg)")
	f.Float64Var(&b.fwer, "fwer", 0, "in place of --alpha: the edges at this family-wise error rate (Holm)")
	f.StringVar(&b.repair, "repair", string(o.Repair), "cycles: none (an error), drop (the weakest edges), alpha (drop, then lower α for implied edges)")
	f.StringVar(&b.form, "form", string(o.Form), "drawn, reduction (fewest edges) or closure (all implied edges)")
	f.StringVar(&b.expert, "expert", "", "file of expert statements instead of scores (see above for one)")
	f.StringVar(&b.comparisons, "comparisons", "", "file of pairwise comparisons instead of scores")
	f.Float64Var(&b.prior, "prior", 0, "with --comparisons: wins and losses of every feature against a virtual one of strength 1")
	f.StringVar(&b.format, "format", "table", "table, json or dot")
	f.StringVar(&b.svg, "svg", "", "also draw the graph into this file (its transitive reduction, unless --form is given)")
	f.StringVar(&b.out, "out", "", "write to this file instead of standard output")
	f.StringVar(&b.schema, "schema", "", "print the JSON Schema of a format, expert or dag, and stop")
}

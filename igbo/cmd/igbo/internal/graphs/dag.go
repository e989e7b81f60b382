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

// NewDAGCommand returns the command dag.
func NewDAGCommand() *cobra.Command {
	b := &dagBuild{opts: dag.DefaultOptions()}
	cmd := &cobra.Command{
		Use:   "dag [SCORES.csv]",
		Short: "Build an importance graph from scores, expert statements or comparisons",
		Long: `Build a directed acyclic graph of importance. An edge u → v states that u is more
important than v, with an interval [ε, δ] for H_u − H_v. The input is one of

  SCORES.csv          a header with feature names, then one row of scores per sample;
                      - reads standard input
  --expert FILE       expert statements as YAML or JSON (--schema expert: the format)
  --comparisons FILE  pairwise comparisons as CSV: winner,loser[,weight[,tie]]

Scores are split into batches of --batch rows, or, with --batches N, into N batches
drawn with replacement. An edge needs a probability above --alpha, or significance by
--fdr or --fwer. If there is an error, existing files stay unchanged.

Example of a file of expert statements:

  ranks: [[age, blood pressure, income]]   # more important first
  edges: [{u: age, v: smoking, epsilon: 0.02, delta: 0.3}]
  ties: [{features: [income, smoking], within: 0.05}]
  bounds: [{feature: income, max: 0.2}]`,
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
	f.Float64Var(&o.Alpha, "alpha", o.Alpha, "threshold α in [0.5, 1): an edge requires P > α")
	f.IntVar(&o.BatchSize, "batch", o.BatchSize, "rows per batch")
	f.IntVar(&o.Batches, "batches", o.Batches, "number of batches drawn with replacement (0 = consecutive batches)")
	f.Uint64Var(&o.Seed, "seed", o.Seed, "random seed of batches and resampling")
	f.Float64Var(&o.R, "r", o.R, "half width r of the intervals, in standard deviations σ")
	f.Float64Var(&o.MinEpsilon, "min-epsilon", o.MinEpsilon, "smallest ε, the lower end of an interval")
	f.StringVar(&b.estimator, "estimator", string(o.Estimator), fmt.Sprintf("estimator of P(s_u > s_v), the probability that the mean score of u over a batch exceeds that of v, one of %v", estimate.Methods()))
	f.Float64Var(&o.Inflate, "inflate", o.Inflate, "inflation i: multiplies σ by 1 + i, with --estimator between or within")
	f.IntVar(&o.Resamples, "resamples", o.Resamples, "number of resamples, with --estimator bootstrap or permutation")
	f.Float64Var(&o.ScoreMin, "score-min", o.ScoreMin, "smallest possible score (0 for absolute scores)")
	f.Float64Var(&o.ScoreMax, "score-max", o.ScoreMax, "largest possible score")
	f.StringVar(&b.score, "score", string(dag.AnyScore), "constraint on the scores, with --expert: signed (Σ|H| ≤ 1), absolute (Σ|H| ≤ 1 and H ≥ 0), range (only the limits --score-min and --score-max), or any (the score that the file names, else signed)")
	f.Float64Var(&b.fdr, "fdr", 0, "false discovery rate (Benjamini–Hochberg), instead of --alpha")
	f.Float64Var(&b.fwer, "fwer", 0, "family-wise error rate (Holm), instead of --alpha")
	f.StringVar(&b.repair, "repair", string(o.Repair), "repair of cycles: none (a cycle is an error), drop (removes the weakest edges), or alpha (also lowers α for a pair u, w if the edges u→v→w imply u→w)")
	f.StringVar(&b.form, "form", string(o.Form), "form of the graph: drawn (all edges that pass the rule or are stated), reduction (fewest edges) or closure (all implied edges)")
	f.StringVar(&b.expert, "expert", "", "file of expert statements, instead of scores")
	f.StringVar(&b.comparisons, "comparisons", "", "file of pairwise comparisons instead of scores")
	f.Float64Var(&b.prior, "prior", 0, "with --comparisons: number of wins, and of losses, to add for each feature against a virtual feature of strength 1")
	f.StringVar(&b.format, "format", "table", "output format: table, json or dot")
	f.StringVar(&b.svg, "svg", "", "SVG file for a drawing of the graph (the transitive reduction, unless --form is set)")
	f.StringVar(&b.out, "out", "", "file to write (default: standard output)")
	f.StringVar(&b.schema, "schema", "", "print the JSON Schema of a format, expert or dag, and exit")
}

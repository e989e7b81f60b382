package teacherstudent

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Row is a row of the table.
type Row struct {
	// Name is "least_squares", "teacher", "baseline" or "igbo".
	Name string `json:"name"`
	// Optimizer and LearningRate are nil for least squares.
	Optimizer    *string  `json:"optimizer"`
	LearningRate *float64 `json:"learning_rate"`
	// ValMSE is the mean squared error on the validation points.
	ValMSE *study.Stat `json:"val_mse"`
	// InterpretabilityLoss, EdgesSatisfied (a count) and EdgesSatisfiedShare refer to all validation points.
	InterpretabilityLoss *study.Stat `json:"interpretability_loss"`
	EdgesSatisfied       *study.Stat `json:"edges_satisfied"`
	EdgesSatisfiedShare  *study.Stat `json:"edges_satisfied_share"`
	// ConflictShare is the share of steps with g1·g2 < 0; nil if there is one objective.
	ConflictShare *study.Stat `json:"conflict_share"`
	// PaperValMSE and PaperLoss are the numbers of the paper; nil if it has none.
	PaperValMSE *float64 `json:"paper_val_mse"`
	PaperLoss   *float64 `json:"paper_interpretability_loss"`
}

// SeedDAG is the DAG of one seed.
type SeedDAG struct {
	Seed     int64           `json:"seed"`
	Features []string        `json:"features"`
	Edges    []dag.NamedEdge `json:"edges"`
}

// Importance has the mean scores H_k of every feature for one model of the figure.
type Importance struct {
	Name      string  `json:"name"`
	Optimizer string  `json:"optimizer,omitempty"`
	Rate      float64 `json:"learning_rate,omitempty"`
	// Scores has one Stat per feature: H_k at the validation points, over seeds.
	Scores []*study.Stat `json:"scores"`
}

// Freshness measures, for one kind of score, whether the constraints are more than the noise of one sample.
type Freshness struct {
	Score string `json:"score"`
	// Edges is the number of edges from the validation points. Recurring is the number of them that the same rule draws again
	// on the same number of fresh points.
	Edges     *study.Stat `json:"edges"`
	Recurring *study.Stat `json:"recurring"`
	// PairsTotal is D(D−1)/2.
	PairsTotal int `json:"pairs_total"`
	// Zero is the loss if every mean score is 0, which is the mean of ε.
	Zero *study.Stat `json:"loss_of_zero_scores"`
	// Arbitrary is the loss of a linear model with arbitrary positive weights on the validation points, and ArbitraryFresh
	// that on the fresh points.
	Arbitrary      *study.Stat `json:"loss_of_arbitrary_weights"`
	ArbitraryFresh *study.Stat `json:"loss_of_arbitrary_weights_fresh"`
	// LeastSquaresFresh is the loss of least squares on the fresh points.
	LeastSquaresFresh *study.Stat `json:"loss_of_least_squares_fresh"`
}

// Comparison compares two rows.
type Comparison struct {
	Name     string `json:"name"`
	Baseline string `json:"baseline"`
	IGBO     string `json:"igbo"`
	// Reduction is 1 − MSE(IGBO)/MSE(baseline) over seeds.
	Reduction *study.Stat `json:"mse_reduction"`
	// OfMeans is the reduction of the mean errors, as the paper computes its 71 %.
	OfMeans float64 `json:"mse_reduction_of_means"`
	// Fair reports whether both were trained identically.
	Fair bool   `json:"fair"`
	Note string `json:"note"`
	// Paper is the paper's number.
	Paper *float64 `json:"paper"`
}

// Result is the result of the experiment.
type Result struct {
	Config      Config       `json:"config"`
	Rows        []Row        `json:"rows"`
	DAG         []SeedDAG    `json:"dag"`
	Importance  []Importance `json:"importance"`
	Freshness   []Freshness  `json:"freshness"`
	Comparisons []Comparison `json:"comparisons"`
}

// Tables implements study.Result: Table I, the comparisons and the freshness check.
func (res *Result) Tables() []tabulate.Table {
	t := res.ErrorTable()
	t.Notes = findings(res)
	return []tabulate.Table{t}
}

// ErrorTable returns Table I: errors, interpretability losses and satisfied edges by model, as mean ± sample standard deviation
// over seeds.
func (res *Result) ErrorTable() tabulate.Table {
	t := tabulate.Table{
		Name: "table1", Title: fmt.Sprintf("Table I, %s", study.Spread(res.Config.Seeds, "seed")),
		Header: []string{"model", "optimiser", "val. MSE", "paper", "interp. loss", "paper", "edges kept", "conflicts"},
		Data: [][]string{{
			"name", "optimizer", "learning_rate", "val_mse_mean", "val_mse_sd", "paper_val_mse",
			"interpretability_loss_mean", "interpretability_loss_sd", "paper_interpretability_loss",
			"edges_satisfied_mean", "edges_satisfied_sd", "edges_satisfied_share_mean", "conflict_share_mean", "conflict_share_sd",
		}},
	}
	for _, row := range res.Rows {
		setting := tabulate.Field{Shown: []string{"closed form"}, Full: []string{"", ""}}
		if row.Optimizer != nil {
			setting = tabulate.Field{Shown: []string{fmt.Sprintf("%s %g", *row.Optimizer, *row.LearningRate)}, Full: []string{*row.Optimizer, tabulate.Full(row.LearningRate)}}
		}
		t.Add(tabulate.Shown(strings.ReplaceAll(row.Name, "_", " ")), tabulate.InFull(row.Name), setting, row.ValMSE.Field("%.4g"), paper(row.PaperValMSE),
			row.InterpretabilityLoss.Field("%.2g"), paper(row.PaperLoss), tabulate.Field{Full: row.EdgesSatisfied.Full()},
			tabulate.Field{Shown: []string{row.EdgesSatisfiedShare.Percent()}, Full: row.EdgesSatisfiedShare.Full()[:1]},
			tabulate.Field{Shown: []string{row.ConflictShare.Percent()}, Full: row.ConflictShare.Full()})
	}
	return t
}

// ComparisonTable compares the errors of the students of each optimiser setting, and of the one pair of different settings that
// comes near the paper's result.
func (res *Result) ComparisonTable() tabulate.Table {
	t := tabulate.Table{
		Name: "comparisons", Title: fmt.Sprintf("Validation error of IGBO students against baselines, %s", tabulate.Plural(res.Config.Seeds, "seed")),
		Header: []string{"baseline", "IGBO", "change", "by seed", "paper"},
		Data:   [][]string{{"baseline", "igbo", "mse_reduction_of_means", "mse_reduction_mean", "mse_reduction_sd", "paper"}},
	}
	for _, c := range res.Comparisons {
		least, most := floats.Min(c.Reduction.Values), floats.Max(c.Reduction.Values)
		paper := "–"
		if c.Paper != nil {
			paper = percentChange(*c.Paper)
		}
		t.Add(tabulate.Words(c.Baseline, c.IGBO), tabulate.Shown(percentChange(c.OfMeans), percentChange(most)+" to "+percentChange(least), paper),
			tabulate.InFull(c.OfMeans), tabulate.Field{Full: c.Reduction.Full()}, tabulate.InFull(tabulate.Full(c.Paper)))
		if !c.Fair {
			t.Notes = append(t.Notes, fmt.Sprintf("IGBO (%s) against baseline (%s) %s.", c.IGBO, c.Baseline, c.Note))
		}
	}
	return t
}

// percentChange returns a reduction as a signed change in percent; + is an increase.
func percentChange(reduction float64) string { return fmt.Sprintf("%+.1f %%", -100*reduction) }

// FreshnessTable returns, for both kinds of score, the interpretability loss on fresh points of models that fit the task and of
// an unrelated model.
func (res *Result) FreshnessTable() tabulate.Table {
	t := tabulate.Table{
		Name: "freshness", Title: fmt.Sprintf("Interpretability loss on fresh points, mean of %s", tabulate.Plural(res.Config.Seeds, "seed")),
		Header: []string{"score", "least squares", "arbitrary weights", "all scores equal"},
		Data:   [][]string{{"score", "least_squares_mean", "least_squares_sd", "arbitrary_mean", "arbitrary_sd", "zero_mean", "zero_sd"}},
	}
	for _, f := range res.Freshness {
		line := []tabulate.Field{tabulate.Words(f.Score)}
		for _, s := range []*study.Stat{f.LeastSquaresFresh, f.ArbitraryFresh, f.Zero} {
			line = append(line, tabulate.Field{Shown: []string{fmt.Sprintf("%.4f", s.Mean)}, Full: s.Full()})
		}
		t.Add(line...)
	}
	return t
}

// paper returns a number of the paper; a missing number is a dash.
func paper(v *float64) tabulate.Field {
	if v == nil {
		return tabulate.Missing(1)
	}
	return tabulate.Number("%.4g", *v)
}

// findings returns the notes of the table.
func findings(res *Result) []string {
	var lines []string
	for _, c := range res.Comparisons {
		line := fmt.Sprintf("IGBO (%s) against baseline (%s): MSE %s", c.IGBO, c.Baseline, change(c.OfMeans))
		if c.Paper != nil {
			line += fmt.Sprintf(" (paper: %s)", change(*c.Paper))
		}
		lines = append(lines, line+"; "+c.Note+".")
	}
	for _, f := range res.Freshness {
		lines = append(lines, fmt.Sprintf(
			"%s score: %.1f of %d pairs become edges, and %.1f of these edges recur on fresh points. The interpretability loss on fresh points is %.2g for arbitrary positive weights, %.2g for least squares, and %.2g if all scores are equal.",
			f.Score, f.Edges.Mean, f.PairsTotal, f.Recurring.Mean, f.ArbitraryFresh.Mean, f.LeastSquaresFresh.Mean, f.Zero.Mean))
	}
	return lines
}

func change(reduction float64) string {
	if reduction >= 0 {
		return fmt.Sprintf("%.2g %% lower", 100*reduction)
	}
	return fmt.Sprintf("%.2g %% higher", -100*reduction)
}

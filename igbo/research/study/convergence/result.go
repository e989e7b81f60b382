package convergence

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// Result is the result of the study.
type Result struct {
	Config Config `json:"config"`
	// Runs are in the order of problems, rules, λ and step rules.
	Runs []Run `json:"runs"`
}

// relative returns the least residual relative to the first.
func (r Run) relative() float64 {
	if r.First == 0 {
		return 0
	}
	return r.Last / r.First
}

// those returns the runs for which are returns true.
func those(runs []Run, are func(Run) bool) []Run {
	return slices.DeleteFunc(slices.Clone(runs), func(r Run) bool { return !are(r) })
}

// Near reports whether the least residual of the run is at most 1e-5 of the first.
func (r Run) Near() bool { return r.Last <= 1e-5*r.First }

// stayed reports whether the run ends close to its least residual, apart from rounding.
func (r Run) stayed() bool { return r.End <= 100*r.Last+1e-6 }

// Tables implements study.Result.
func (r *Result) Tables() []tabulate.Table { return []tabulate.Table{r.summaryTable(), r.runTable()} }

func (r *Result) summaryTable() tabulate.Table {
	t := tabulate.Table{
		Name: "step-rules", Title: fmt.Sprintf("Outcome of runs with at most %d steps, by step rule", r.Config.Steps),
		Header: []string{"step rule", "runs", "residual ≤ 1e-5 × first", "geometric", "max(L, H) always falls", "median of smallest residual ÷ first residual"},
		Data:   [][]string{{"step_rule", "runs", "near", "geometric", "decreasing", "median"}},
	}
	for _, step := range r.Config.StepRules {
		runs := those(r.Runs, func(run Run) bool { return run.StepRule == step })
		last, median := study.Each(runs, Run.relative), math.NaN()
		if slices.Sort(last); len(last) > 0 && !math.IsNaN(last[0]) {
			median = stat.Quantile(0.5, stat.Empirical, last, nil)
		}
		count := func(are func(Run) bool) tabulate.Field { return tabulate.Count(len(those(runs, are))) }
		t.Add(tabulate.Words(step), tabulate.Count(len(runs)), count(Run.Near), count(func(r Run) bool { return r.Linear }), count(func(r Run) bool { return r.Decreasing }),
			tabulate.Shown(short("%.1e", median)), tabulate.InFull(median))
	}
	for kind, losses := range []string{"smooth losses", "hinge losses (not covered by the theorem)"} {
		if runs := those(r.Runs, func(run Run) bool { return run.Smooth == (kind == 0) }); len(runs) > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("In %d of %d runs on %s, the residual falls to at most 1e-5 times its first value.", len(those(runs, Run.Near)), len(runs), losses))
		}
	}
	t.Notes = append(t.Notes, "Geometric: q^k fits the later residuals better than a power of the step k.")
	left := len(r.Runs) - len(those(r.Runs, Run.stayed))
	if left == 0 {
		t.Notes = append(t.Notes, "No run that came near a stationary point left it again.")
		return t
	}
	t.Notes = append(t.Notes, fmt.Sprintf("%d of %d runs end with a residual of more than 100 times their smallest one: they came near a stationary point and left it.", left, len(r.Runs)))
	return t
}

// runTable has a row for each problem, rule and λ, and a column for each step rule.
func (r *Result) runTable() tabulate.Table {
	t := tabulate.Table{
		Name: "runs", Title: "Smallest residual ÷ first residual",
		Header: append([]string{"problem", "rule", "λ"}, r.Config.StepRules...),
		Data: [][]string{{
			"problem", "smooth", "convex", "rule", "lambda", "step_rule", "first", "last", "end", "taken", "power", "factor", "linear", "decreasing",
		}},
	}
	for i, run := range r.Runs {
		if i%len(r.Config.StepRules) == 0 {
			t.Rows = append(t.Rows, []string{run.Problem, run.Rule, cmp.Or(run.trade(), "–")})
		}
		last, text := len(t.Rows)-1, short("%.0e", run.relative())
		if !run.Decreasing {
			text += " ·"
		}
		t.Rows[last] = append(t.Rows[last], text)
		t.Data = append(t.Data, tabulate.InFull(run.Problem, run.Smooth, run.Convex, run.Rule, run.trade(), run.StepRule,
			run.First, run.Last, run.End, run.Taken, run.Power, run.Factor, run.Linear, run.Decreasing).Full)
	}
	if len(those(r.Runs, func(r Run) bool { return r.Decreasing })) < len(r.Runs) {
		t.Notes = append(t.Notes, "·: max(L, H) did not fall at every step.")
	}
	if slices.ContainsFunc(r.Runs, func(r Run) bool { return r.trade() == "" }) {
		t.Notes = append(t.Notes, "–: the rule has no λ.")
	}
	return t
}

// short formats a number; 0 and 1 have no decimals.
func short(format string, v float64) string {
	text := fmt.Sprintf(format, v)
	if v == 0 || text == fmt.Sprintf(format, 1.0) {
		return fmt.Sprintf("%.0f", v)
	}
	return text
}

// trade returns the name of λ; empty for a rule without λ.
func (r Run) trade() string {
	if rule, err := projection.ByName(r.Rule); err == nil && !projection.Trades(rule) {
		return ""
	}
	return r.Lambda
}

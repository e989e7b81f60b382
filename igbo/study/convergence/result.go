package convergence

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/projection"
	"github.com/igbolab/igbolab/igbo/study"
)

// Result is what the study finds.
type Result struct {
	Config Config `json:"config"`
	// Runs are in the order of problems, rules, λ and step rules.
	Runs []Run `json:"runs"`
}

// near is the share of the first residual that counts as arrived.
const near = 1e-5

// Near tells whether the run brought its residual below 1e-5 of the first.
func (r Run) Near() bool { return r.Last <= near*r.First }

// relative is the least residual in units of the first.
func (r Run) relative() float64 {
	if r.First == 0 {
		return 0
	}
	return r.Last / r.First
}

// Summary counts what became of the runs of a step rule.
type Summary struct {
	StepRule string
	Runs     int
	// Near brought the residual below 1e-5 of the first, Geometric fell rather as a
	// geometric sequence than by a power, in Decreasing max(L, H) fell at every step.
	Near, Geometric, Decreasing int
	// Median is that of the least residual in units of the first.
	Median float64
}

// Summaries has one for each step rule.
func (r *Result) Summaries() []Summary {
	var all []Summary
	for _, step := range r.Config.StepRules {
		s := Summary{StepRule: step}
		var last []float64
		for _, run := range r.Runs {
			if run.StepRule != step {
				continue
			}
			s.Runs++
			s.Near += count(run.Near())
			s.Geometric += count(run.Linear)
			s.Decreasing += count(run.Decreasing)
			last = append(last, run.relative())
		}
		if slices.Sort(last); len(last) > 0 && !math.IsNaN(last[0]) {
			s.Median = stat.Quantile(0.5, stat.Empirical, last, nil)
		} else {
			s.Median = math.NaN()
		}
		all = append(all, s)
	}
	return all
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Tables implements study.Result.
func (r *Result) Tables() []study.Table { return []study.Table{r.summaryTable(), r.runTable()} }

func (r *Result) summaryTable() study.Table {
	t := study.Table{
		Name: "step-rules", Title: fmt.Sprintf("What became of the runs of up to %d steps, by step rule", r.Config.Steps),
		Header: []string{"step rule", "runs", "≤ 1e-5 of first", "geometric", "max(L, H) always falls", "median of least residual ÷ first"},
		Data:   [][]string{{"step_rule", "runs", "near", "geometric", "decreasing", "median"}},
	}
	for _, s := range r.Summaries() {
		t.Add(study.Words(s.StepRule), study.Count(s.Runs), study.Count(s.Near), study.Count(s.Geometric), study.Count(s.Decreasing),
			study.Shown(short("%.1e", s.Median)), study.InFull(s.Median))
	}
	runs, near, left := r.smoothness()
	for kind, losses := range []string{"smooth losses", "hinges, on which the theorem promises nothing,"} {
		if runs[kind] > 0 {
			t.Notes = append(t.Notes, fmt.Sprintf("%d of %d runs on %s bring the residual below 1e-5 of its first value.", near[kind], runs[kind], losses))
		}
	}
	t.Notes = append(t.Notes, "Geometric: the later residuals fall rather as q^k than as a power of the step k.")
	if left == 0 {
		t.Notes = append(t.Notes, "No run came near a stationary point and left it.")
		return t
	}
	t.Notes = append(t.Notes, fmt.Sprintf("%d of %d runs end at more than 100 times their least residual: they came near a stationary point and left it.", left, len(r.Runs)))
	return t
}

// smoothness counts the runs, and those that arrived, on smooth losses and on
// others; left are those that came near and did not stay.
func (r *Result) smoothness() (runs, near [2]int, left int) {
	for _, run := range r.Runs {
		kind := count(!run.Smooth)
		runs[kind]++
		near[kind] += count(run.Near())
		left += count(!(run.End <= 100*run.Last+1e-6)) // rounding apart
	}
	return runs, near, left
}

// runTable has a row for each problem, rule and λ, a column for each step rule.
func (r *Result) runTable() study.Table {
	t := study.Table{
		Name: "runs", Title: "Least residual in units of the first",
		Header: append([]string{"problem", "rule", "λ"}, r.Config.StepRules...),
		Data: [][]string{{
			"problem", "smooth", "convex", "rule", "lambda", "step_rule", "first", "last", "end", "taken", "power", "factor", "linear", "decreasing",
		}},
	}
	dotted, free := false, false
	for i, run := range r.Runs {
		free = free || run.trade() == ""
		if i%len(r.Config.StepRules) == 0 {
			t.Rows = append(t.Rows, []string{run.Problem, run.Rule, cmp.Or(run.trade(), "–")})
		}
		last, text := len(t.Rows)-1, short("%.0e", run.relative())
		if !run.Decreasing {
			text, dotted = text+" ·", true
		}
		t.Rows[last] = append(t.Rows[last], text)
		t.Data = append(t.Data, study.InFull(run.Problem, run.Smooth, run.Convex, run.Rule, run.trade(), run.StepRule,
			run.First, run.Last, run.End, run.Taken, run.Power, run.Factor, run.Linear, run.Decreasing).Full)
	}
	if dotted {
		t.Notes = append(t.Notes, "·: max(L, H) did not fall at every step.")
	}
	if free {
		t.Notes = append(t.Notes, "–: the rule has no λ.")
	}
	return t
}

// short writes 0 and 1 as such, other numbers with a format.
func short(format string, v float64) string {
	text := fmt.Sprintf(format, v)
	if v == 0 || text == fmt.Sprintf(format, 1.0) {
		return fmt.Sprintf("%.0f", v)
	}
	return text
}

// trade names λ; empty for a rule that has none.
func (r Run) trade() string {
	if rule, err := projection.ByName(r.Rule); err == nil && !projection.Trades(rule) {
		return ""
	}
	return r.Lambda
}

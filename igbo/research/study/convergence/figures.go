package convergence

import (
	"fmt"
	"math"
	"strings"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: the step rules on the first problem, and
// the first step rule on every problem, both with the first rule at the λ nearest ½.
func (r *Result) Figures() ([]plots.Figure, error) {
	first := r.Runs[0]
	lambda := r.middle(first.Rule)
	setting := "Rule " + first.Rule
	if trade := first.trade(); trade != "" {
		setting += " at λ = " + lambda
	}
	return study.Figures(
		study.Drawn(r.figure("convergence", fmt.Sprintf("%s on %s", setting, first.Problem), func(run Run) (string, bool) {
			return run.StepRule, run.Rule == first.Rule && run.Lambda == lambda && run.Problem == first.Problem
		})),
		study.Drawn(r.figure("problems", fmt.Sprintf("%s with %s steps", setting, first.StepRule), func(run Run) (string, bool) {
			return run.Problem, run.Rule == first.Rule && run.Lambda == lambda && run.StepRule == first.StepRule
		})),
		study.Drawn(r.figure("rules", fmt.Sprintf("Rules at λ near ½ on %s with %s steps", first.Problem, first.StepRule), func(run Run) (string, bool) {
			return run.Rule, run.Lambda == r.middle(run.Rule) && run.Problem == first.Problem && run.StepRule == first.StepRule
		})))
}

// middle returns the name of the λ nearest ½ among the runs of a rule.
func (r *Result) middle(rule string) string {
	best, distance := "", math.Inf(1)
	for _, run := range r.Runs {
		if run.Rule != rule {
			continue
		}
		away := 1.0 // for a varying λ
		var lambda float64
		if _, err := fmt.Sscan(run.Lambda, &lambda); err == nil {
			away = math.Abs(lambda - 0.5)
		}
		if away < distance {
			best, distance = run.Lambda, away
		}
	}
	return best
}

// figure draws the runs that pick names, or nil if none has a positive residual. A run that reaches 0 ends a decade below the
// least positive residual. The title names the run with the largest final residual.
func (r *Result) figure(name, title string, pick func(Run) (string, bool)) (plots.Figure, error) {
	var runs []Run
	var labels []string
	floor, fitted := math.Inf(1), false
	for _, run := range r.Runs {
		label, ok := pick(run)
		end := run.drawable()
		if !ok || end == 0 {
			continue
		}
		runs, labels = append(runs, run), append(labels, label)
		floor, fitted = min(floor, run.Residual[end-1]), fitted || run.byPower()
	}
	if len(runs) == 0 {
		return nil, nil
	}
	curves := make([]plots.Residual, len(runs))
	for i, run := range runs {
		curves[i] = run.curve(labels[i], floor/10)
	}
	if len(runs) > 1 {
		slowest, most := "", math.Inf(-1)
		for i, run := range runs {
			if left := run.Residual[len(run.Residual)-1]; left > most {
				slowest, most = labels[i], left
			}
		}
		title += ": " + slowest + " is slowest"
	}
	if fitted {
		title += " (dashed: fits)"
	}
	return plots.Convergence(curves, plots.Name(name), plots.Title(title), plots.YLabel("smallest residual so far"))
}

// byPower reports whether a power law fits the later residuals best.
func (r Run) byPower() bool { return r.Last != 0 && r.Factor != 0 && !r.Linear }

// curve returns the curve of the run in a figure whose axis ends at floor. Its name describes what no power law can describe.
func (r Run) curve(name string, floor float64) plots.Residual {
	end := r.drawable()
	c := plots.Residual{Name: name, Steps: r.At[:end:end], Residual: r.Residual[:end:end], NoFit: !r.byPower()}
	var reports []string
	if r.Linear {
		digits := 3
		if r.Factor > 0.99 {
			digits = 5
		}
		reports = append(reports, fmt.Sprintf("× %.*g a step", digits, r.Factor))
	}
	if r.Last == 0 {
		reports = append(reports, fmt.Sprintf("→ 0 at step %d", r.Taken+1))
		c.Steps, c.Residual = append(c.Steps, float64(r.Taken+1)), append(c.Residual, max(floor, math.SmallestNonzeroFloat64))
	}
	if len(reports) > 0 {
		c.Name += " (" + strings.Join(reports, ", ") + ")"
	}
	return c
}

// drawable returns the number of points before the first residual that a logarithmic axis cannot show.
func (r Run) drawable() int {
	for i, v := range r.Residual {
		if !(v > 0) || math.IsInf(v, 1) {
			return i
		}
	}
	return len(r.Residual)
}

package convergence

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: the step rules on the first problem, and
// the first step rule on every problem, both with the first rule at the λ nearest ½.
func (r *Result) Figures() ([]plots.Figure, error) {
	if len(r.Runs) == 0 {
		return nil, nil
	}
	first := r.Runs[0]
	lambda := r.middle(first.Rule)
	setting := fmt.Sprintf("Rule %s at λ = %s", first.Rule, lambda)
	byStep, err := r.figure("convergence", fmt.Sprintf("%s on %s, by step rule", setting, first.Problem), func(run Run) (string, bool) {
		return run.StepRule, run.Rule == first.Rule && run.Lambda == lambda && run.Problem == first.Problem
	})
	if err != nil {
		return nil, err
	}
	byProblem, err := r.figure("problems", fmt.Sprintf("%s with %s steps, by problem", setting, first.StepRule), func(run Run) (string, bool) {
		return run.Problem, run.Rule == first.Rule && run.Lambda == lambda && run.StepRule == first.StepRule
	})
	if err != nil {
		return nil, err
	}
	byRule, err := r.figure("rules", fmt.Sprintf("Rules at λ near ½ on %s with %s steps", first.Problem, first.StepRule), func(run Run) (string, bool) {
		return run.Rule, run.Lambda == r.middle(run.Rule) && run.Problem == first.Problem && run.StepRule == first.StepRule
	})
	return slices.DeleteFunc([]plots.Figure{byStep, byProblem, byRule}, func(f plots.Figure) bool { return f == nil }), err
}

// middle is the name of the λ nearest ½ that a rule ran with.
func (r *Result) middle(rule string) string {
	best, distance := "", math.Inf(1)
	for _, run := range r.Runs {
		if run.Rule != rule {
			continue
		}
		away := 1.0 // one that varies
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

// figure draws the runs that pick names; nil where none has a positive residual.
func (r *Result) figure(name, title string, pick func(Run) (string, bool)) (plots.Figure, error) {
	var curves []plots.Residual
	for _, run := range r.Runs {
		label, ok := pick(run)
		end := run.drawable()
		if !ok || end == 0 {
			continue
		}
		curves = append(curves, plots.Residual{Name: label, Steps: run.At[:end], Residual: run.Residual[:end]})
	}
	if len(curves) == 0 {
		return nil, nil
	}
	return plots.Convergence(curves, plots.Name(name), plots.Title(title), plots.YLabel("least residual so far"))
}

// drawable is the number of points before a residual that no logarithmic axis has.
func (r Run) drawable() int {
	for i, v := range r.Residual {
		if !(v > 0) || math.IsInf(v, 1) {
			return i
		}
	}
	return len(r.Residual)
}

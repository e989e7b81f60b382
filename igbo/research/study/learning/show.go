package learning

import (
	"fmt"
	"math"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// name returns the name of a curve in tables and figures.
func (c Curve) name() string {
	kind := "baseline"
	if c.IGBO {
		kind = "IGBO"
	}
	return fmt.Sprintf("%s, %s %g", kind, c.Optimizer.Name, c.Optimizer.LearningRate)
}

// alike is the largest relative difference of two curves that look the same in a figure.
const alike = 0.01

// coincide reports whether two curves look the same at every step.
func coincide(a, b Curve) bool {
	for i := range min(len(a.Loss), len(b.Loss)) {
		if math.Abs(a.Loss[i]-b.Loss[i]) > alike*a.Loss[i] {
			return false
		}
	}
	return len(a.Loss) == len(b.Loss)
}

// Tables implements study.Result: the loss during the training and at the end.
func (r *Result) Tables() []tabulate.Table {
	t := tabulate.Table{
		Name: "learning-curves", Title: "Loss L of the students of one seed, during training and at the end",
		Header: []string{"student", after(r.Own / 10), after(r.Own), "L at the end", "steps", "L ÷ L of least squares", "val. MSE ÷ val. MSE of least squares"},
		Data:   [][]string{{"student", "steps", "loss", "val_mse", "least_squares", "least_squares_val", "own_steps", "loss_at_own_steps"}},
		Notes:  []string{fmt.Sprintf("Least squares: L = %.4g, and the largest weight is %.3g. An optimiser that starts near zero must reach this weight.", r.LeastSquares, r.Largest)},
	}
	for _, c := range r.Curves {
		if len(c.Loss) == 0 {
			continue
		}
		steps, loss := c.End()
		own := c.At(r.Own)
		t.Add(tabulate.Words(c.name()), tabulate.Shown(number(c.At(r.Own/10)), number(own), number(loss), fmt.Sprintf("%g", steps),
			fmt.Sprintf("%.3f", loss/r.LeastSquares), fmt.Sprintf("%.3f", c.ValMSE/r.LeastSquaresVal)),
			tabulate.InFull(steps, loss, c.ValMSE, r.LeastSquares, r.LeastSquaresVal, r.Own, own))
	}
	return []tabulate.Table{t}
}

func after(steps float64) string { return fmt.Sprintf("L after %g steps", steps) }

// number formats a loss; a missing loss is a dash.
func number(loss float64) string {
	if math.IsNaN(loss) {
		return "–"
	}
	return fmt.Sprintf("%.1f", loss)
}

// Figures implements study.Result: the curves, the level of least squares, and the end of the experiment itself. The legend
// lists curves that look the same. The title states whether the curves of each optimiser end at the same loss.
func (r *Result) Figures() ([]plots.Figure, error) {
	var lines []plots.Line
	title := "Students end at the same loss with and without the order (one seed)"
	for i, c := range r.Curves {
		line := plots.Line{Name: c.name(), X: c.Steps, Y: c.Loss}
		if c.IGBO && i > 0 {
			base := r.Curves[i-1]
			if coincide(base, c) {
				line.Name += " (same curve as the baseline)"
			}
			_, end := c.End()
			if _, without := base.End(); math.Abs(end-without) > alike*without {
				title = "Loss of the students during training (one seed)"
			}
		}
		lines = append(lines, line)
	}
	return study.Figures(study.Drawn(plots.Lines(lines, plots.Name("learning-curves"), plots.Title(title), plots.Size(720, 460),
		plots.XLabel("step"), plots.YLabel("L, mean over an epoch"), plots.LogX(), plots.LogY(),
		plots.RuleY("least squares", r.LeastSquares), plots.RuleX(fmt.Sprintf("the experiment's %g steps", r.Own), r.Own))))
}

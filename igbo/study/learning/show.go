package learning

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// name is a curve's in tables and figures.
func (c Curve) name() string {
	kind := "baseline"
	if c.IGBO {
		kind = "IGBO"
	}
	return fmt.Sprintf("%s, %s %g", kind, c.Optimizer.Name, c.Optimizer.LearningRate)
}

// after is the loss of the epoch in which so many steps end, nil where the
// training is shorter.
func (c Curve) after(steps float64) *float64 {
	if len(c.Steps) == 0 || c.Steps[len(c.Steps)-1] < steps {
		return nil
	}
	i, _ := slices.BinarySearch(c.Steps, steps)
	return &c.Loss[i]
}

// Tables implements study.Result: where every student ends.
func (r *Result) Tables() []study.Table {
	t := study.Table{
		Name: "learning-curves", Title: "Students of one seed at the end, in units of least squares",
		Header: []string{"student", "steps", fmt.Sprintf("L ÷ least squares after %g", r.Usual), "at the end", "val. MSE ÷ least squares"},
		Data:   [][]string{{"student", "steps", "loss_usual", "loss", "val_mse", "least_squares", "least_squares_val"}},
		Notes:  []string{fmt.Sprintf("Least squares has weights up to %.3g; an optimiser that starts near zero has to come that far.", r.Largest)},
	}
	for _, c := range r.Curves {
		if len(c.Loss) == 0 {
			continue
		}
		steps, loss := c.Steps[len(c.Steps)-1], c.Loss[len(c.Loss)-1]
		usual, early := c.after(r.Usual), "–"
		if usual != nil {
			early = fmt.Sprintf("%.3f", *usual/r.LeastSquares)
		}
		t.Rows = append(t.Rows, []string{c.name(), fmt.Sprintf("%g", steps), early, fmt.Sprintf("%.3f", loss/r.LeastSquares), fmt.Sprintf("%.3f", c.ValMSE/r.LeastSquaresVal)})
		t.Data = append(t.Data, []string{c.name(), study.Full(&steps), study.Full(usual), study.Full(&loss), study.Full(&c.ValMSE), study.Full(&r.LeastSquares), study.Full(&r.LeastSquaresVal)})
	}
	return []study.Table{t}
}

// Figures implements study.Result: the curves above the level of least squares.
func (r *Result) Figures() ([]plots.Figure, error) {
	var lines []plots.Line
	for _, c := range r.Curves {
		lines = append(lines, plots.Line{Name: c.name(), X: c.Steps, Y: c.Loss, Twin: c.IGBO})
	}
	figure, err := plots.Lines(lines, plots.Name("learning-curves"), plots.Title("Where the students would end, one seed"),
		plots.XLabel("step"), plots.YLabel("L, mean over an epoch"), plots.LogX(), plots.LogY(), plots.RuleY("least squares", r.LeastSquares),
		plots.RuleX(fmt.Sprintf("the experiment's %g steps", r.Usual), r.Usual), plots.Size(720, 460))
	return []plots.Figure{figure}, err
}

package learning

import (
	"fmt"

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

// Tables implements study.Result: where every student ends.
func (r *Result) Tables() []study.Table {
	t := study.Table{
		Name: "learning-curves", Title: "Students of one seed at the end, in units of least squares",
		Header: []string{"student", "steps", "L / least squares", "val. MSE / least squares"},
		Data:   [][]string{{"student", "steps", "loss", "val_mse", "least_squares", "least_squares_val"}},
		Notes:  []string{fmt.Sprintf("Least squares has weights up to %.3g; an optimiser that starts near zero has to come that far.", r.Largest)},
	}
	for _, c := range r.Curves {
		if len(c.Loss) == 0 {
			continue
		}
		steps, loss := c.Steps[len(c.Steps)-1], c.Loss[len(c.Loss)-1]
		t.Rows = append(t.Rows, []string{c.name(), fmt.Sprintf("%g", steps), fmt.Sprintf("%.3f", loss/r.LeastSquares), fmt.Sprintf("%.3f", c.ValMSE/r.LeastSquaresVal)})
		t.Data = append(t.Data, []string{c.name(), study.Full(&steps), study.Full(&loss), study.Full(&c.ValMSE), study.Full(&r.LeastSquares), study.Full(&r.LeastSquaresVal)})
	}
	return []study.Table{t}
}

// Figures implements study.Result: the curves above the level of least squares.
func (r *Result) Figures() ([]plots.Figure, error) {
	var lines []plots.Line
	for _, c := range r.Curves {
		lines = append(lines, plots.Line{Name: c.name(), X: c.Steps, Y: c.Loss})
	}
	figure, err := plots.Lines(lines, plots.Name("learning-curves"), plots.Title("Task loss along the training, one seed"),
		plots.XLabel("step"), plots.YLabel("L, mean over an epoch"), plots.LogX(), plots.LogY(), plots.RuleY("least squares", r.LeastSquares))
	return []plots.Figure{figure}, err
}

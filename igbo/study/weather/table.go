package weather

import (
	"fmt"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
)

// Tables are errors and constraints kept by model, and the mean scores.
func (r *Result) Tables() []study.Table { return []study.Table{r.errorTable(), r.scoreTable()} }

func (r *Result) errorTable() study.Table {
	t := study.Table{
		Name: "weather", Title: fmt.Sprintf("Forecasts of tomorrow's maximum temperature (%s)", study.Intervals(r.Config.Level, r.Config.Seeds)),
		Notes:  slices.Concat(r.costNotes(), []string{r.keepNote()}, study.IntervalNotes(r.Config.Seeds)),
		Header: []string{"model", "error, °C²", "excess error", "edges kept", "in single windows"},
		Data:   [][]string{append([]string{"model"}, study.Ends("mse", "train_mse", "excess", "interpretability_loss", "satisfied", "window_share", "conflicts")...)},
	}
	for i, name := range []string{"persistence", "ridge"} {
		rest := study.Field{Shown: []string{"–", "–", "–"}, Full: make([]string, len(t.Data[0])-2)}
		t.Add(study.Words(name), study.Number("%.2f", []float64{r.Persistence, r.Ridge}[i]), rest)
	}
	share := func(e study.Estimate) study.Field { return study.Field{Shown: []string{percent(e)}, Full: e.Full()} }
	for _, row := range r.Rows {
		t.Add(study.Words(row.Name), row.MSE.Field("%.2f"), study.Field{Full: row.TrainMSE.Full()}, row.Excess.Field("%+.2f"), study.Field{Full: row.Loss.Full()},
			share(row.Satisfied), share(row.WindowShare), study.Field{Full: row.Conflicts.Full()})
	}
	return t
}

func percent(e study.Estimate) string { return fmt.Sprintf("%.1f %%", 100*e.Mean) }

func (r *Result) scoreTable() study.Table {
	t := study.Table{
		Name: "weather-scores", Title: fmt.Sprintf("Mean scores of the features (%s)", study.Intervals(r.Config.Level, r.Config.Seeds)),
		Notes: []string{r.orderNote()},
	}
	t.Columns("model", "model")
	for _, f := range r.Features {
		t.Columns(f, study.Ends(f)...)
	}
	for _, row := range r.Rows {
		line := []study.Field{study.Words(row.Name)}
		for _, e := range row.Scores {
			line = append(line, e.Field("%.2f"))
		}
		t.Add(line...)
	}
	return t
}

// costNotes say for each guided model whether its excess error differs from 0.
func (r *Result) costNotes() []string {
	var notes []string
	for _, row := range r.Rows[1:] {
		e, found := row.Excess, "does not exclude 0"
		switch {
		case len(e.Values) < 2:
			found = "has no interval, of one seed"
		case e.Low > 0:
			found = "lies above 0: the order costs accuracy"
		case e.High < 0:
			found = "lies below 0: the order buys accuracy"
		}
		notes = append(notes, fmt.Sprintf("The excess error of %s, %s °C², %s.", row.Name, e.Interval("%+.2f"), found))
	}
	return notes
}

// keepNote says what the unconstrained model does by itself.
func (r *Result) keepNote() string {
	free := r.Rows[0]
	than := "no smaller"
	if free.MSE.Mean < r.Ridge {
		than = "smaller"
	}
	return fmt.Sprintf("The unconstrained model keeps %s of the %d edges by itself, and %s of them in single windows; its mean error is %s than that of ridge regression.",
		percent(free.Satisfied), len(r.Order), percent(free.WindowShare), than)
}

// orderNote lists the edges that were asked for.
func (r *Result) orderNote() string {
	var asked []string
	for _, e := range r.Order {
		asked = append(asked, fmt.Sprintf("%s above %s by at least %g", e.U, e.V, e.Epsilon))
	}
	return "The order asks for " + strings.Join(asked, ", ") + "."
}

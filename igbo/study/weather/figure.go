package weather

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/canvas"
)

// Figures are errors, the order kept, and scores, by model.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(r.ErrorFigure, r.OrderFigure, r.ImportanceFigure)
}

// ErrorFigure draws the errors on the year held out with intervals over seeds,
// beside ridge regression and persistence.
func (r *Result) ErrorFigure() (plots.Figure, error) {
	bars := r.bars(func(row Row) []study.Estimate { return []study.Estimate{row.MSE} })
	bars = append(bars, plots.BarSeries{Name: "ridge", Values: []float64{r.Ridge}}, plots.BarSeries{Name: "persistence", Values: []float64{r.Persistence}})
	return plots.Bars([]string{"2015, held out"}, bars, plots.Name("weather-error"), plots.YLabel("mean squared error, °C²"),
		plots.Title(fmt.Sprintf("Forecasts of tomorrow's maximum (%s)", study.Intervals(r.Config.Level, r.Config.Seeds))))
}

// OrderFigure draws the order's constraints and the differences of the mean
// scores, means over seeds as well, which may keep an edge that not every seed
// keeps: the legend has the mean share of edges kept, as the table has.
func (r *Result) OrderFigure() (plots.Figure, error) {
	var constraints []plots.EdgeInterval
	models := make([]plots.EdgeDifferences, len(r.Rows))
	for i, row := range r.Rows {
		models[i] = plots.EdgeDifferences{Name: row.Name, Kept: percent(row.Satisfied), Color: canvas.SeriesColor(i)}
	}
	for _, e := range r.Order {
		constraints = append(constraints, plots.EdgeInterval{Label: e.U + " above " + e.V, Epsilon: e.Epsilon, Delta: e.Delta})
		for i, row := range r.Rows {
			models[i].D = append(models[i].D, r.score(row, e.U)-r.score(row, e.V))
		}
	}
	return plots.EdgeIntervals(constraints, models, plots.Name("weather-order"),
		plots.Title(fmt.Sprintf("The expert's order, and what the models keep of it (%s)", study.Plural(r.Config.Seeds, "seed"))),
		plots.XLabel("difference of mean scores"))
}

// score is the mean score of a feature.
func (r *Result) score(row Row, feature string) float64 {
	return row.Scores[slices.Index(r.Features, feature)].Mean
}

// ImportanceFigure draws the mean scores of the features.
func (r *Result) ImportanceFigure() (plots.Figure, error) {
	bars := r.bars(func(row Row) []study.Estimate { return row.Scores })
	return plots.ImportanceBars(r.Features, bars, plots.Name("weather-importance"),
		plots.XLabel("feature"), plots.YLabel(fmt.Sprintf("mean %s score H", r.Config.Attribution.Score)),
		plots.Title(fmt.Sprintf("Importance for tomorrow's maximum (%s)", study.Intervals(r.Config.Level, r.Config.Seeds))))
}

// bars make a series of each model.
func (r *Result) bars(read func(Row) []study.Estimate) []plots.BarSeries {
	var bars []plots.BarSeries
	for _, row := range r.Rows {
		b := plots.BarSeries{Name: row.Name}
		for _, e := range read(row) {
			e.AddTo(&b)
		}
		bars = append(bars, b)
	}
	return bars
}

package weather

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Row is one model of the study. Errors are in °C².
type Row struct {
	// Name is "unconstrained", or "igbo" with its rule.
	Name string `json:"name"`
	Rule string `json:"rule,omitempty"`
	// MSE and TrainMSE are the errors on days t ≥ BurnIn of validation and training windows.
	MSE      study.Estimate `json:"mse"`
	TrainMSE study.Estimate `json:"train_mse"`
	// Excess is MSE minus that of the unconstrained model of the same seed; it is zero for that model.
	Excess study.Estimate `json:"excess"`
	// Loss is H(θ), and Satisfied the share of constraints that the mean scores satisfy.
	Loss      study.Estimate `json:"interpretability_loss"`
	Satisfied study.Estimate `json:"satisfied"`
	// WindowShare is the share of windows and edges u→v with H_u > H_v in that window.
	WindowShare study.Estimate `json:"window_share"`
	// Conflicts is the share of steps with g1·g2 < 0.
	Conflicts study.Estimate `json:"conflicts"`
	// Scores has the mean score of every feature.
	Scores []study.Estimate `json:"scores"`
}

// Result is the result of the study.
type Result struct {
	Config   Config          `json:"config"`
	Features []string        `json:"features"`
	Order    []dag.NamedEdge `json:"order"`
	// TrainWindows and ValidationDays are the numbers of training windows and validation days.
	TrainWindows   int `json:"train_windows"`
	ValidationDays int `json:"validation_days"`
	// Persistence predicts today's maximum for tomorrow. Ridge is a linear model of the last BurnIn + 1 days. Both are errors
	// on the same days as MSE.
	Persistence  float64 `json:"persistence_mse"`
	Ridge        float64 `json:"ridge_mse"`
	RidgePenalty float64 `json:"ridge_penalty"`
	// Rows has the unconstrained model and one model for each rule.
	Rows []Row `json:"rows"`
}

// result collects the parts, by arm and seed.
func (c Config) result(data split, models [][]modelPart, references referencePart) (*Result, error) {
	order, err := c.expert().order(data.train.Features, c.Attribution.Score)
	if err != nil {
		return nil, err
	}
	res := &Result{
		Config: c, Features: data.train.Features, Order: order.NamedEdges(),
		TrainWindows: data.train.Samples(), ValidationDays: data.validation.Samples() * (c.Window - c.BurnIn),
		Persistence: references.Persistence, Ridge: references.Ridge, RidgePenalty: references.Penalty,
	}
	for i, rule := range c.arms() {
		res.Rows = append(res.Rows, c.row(rule, models[i], models[0]))
	}
	return res, nil
}

// row summarises one arm over seeds.
func (c Config) row(rule string, group, free []modelPart) Row {
	over := func(read func(modelPart) float64) study.Estimate { return study.Over(group, c.Level, read) }
	excess := study.Each(group, func(p modelPart) float64 { return p.MSE })
	floats.Sub(excess, study.Each(free, func(p modelPart) float64 { return p.MSE }))
	row := Row{
		Name: "unconstrained", Rule: rule,
		MSE:         over(func(p modelPart) float64 { return p.MSE }),
		TrainMSE:    over(func(p modelPart) float64 { return p.TrainMSE }),
		Excess:      study.NewEstimate(excess, c.Level),
		Loss:        over(func(p modelPart) float64 { return p.Loss }),
		Satisfied:   over(func(p modelPart) float64 { return p.Satisfied }),
		WindowShare: over(func(p modelPart) float64 { return p.WindowShare }),
		Conflicts:   over(func(p modelPart) float64 { return p.Conflicts }),
	}
	if rule != "" {
		row.Name = "igbo, " + rule
	}
	for k := range group[0].Scores {
		row.Scores = append(row.Scores, over(func(p modelPart) float64 { return p.Scores[k] }))
	}
	return row
}

// Tables implements study.Result: errors and satisfied constraints by model, and the mean scores.
func (r *Result) Tables() []tabulate.Table { return []tabulate.Table{r.errorTable(), r.scoreTable()} }

func (r *Result) errorTable() tabulate.Table {
	t := tabulate.Table{
		Name: "weather", Title: fmt.Sprintf("Forecasts of tomorrow's maximum temperature (%s)", study.Intervals(r.Config.Level, r.Config.Seeds)),
		Notes:  slices.Concat(r.costNotes(), []string{r.keepNote()}, study.IntervalNotes(r.Config.Seeds)),
		Header: []string{"model", "error, °C²", "excess error", "edges kept", "in single windows"},
		Data:   [][]string{append([]string{"model"}, tabulate.Ends("mse", "train_mse", "excess", "interpretability_loss", "satisfied", "window_share", "conflicts")...)},
	}
	rest := tabulate.Field{Shown: []string{"–", "–", "–"}, Full: make([]string, len(t.Data[0])-2)}
	t.Add(tabulate.Words("persistence"), tabulate.Number("%.2f", r.Persistence), rest)
	t.Add(tabulate.Words("ridge"), tabulate.Number("%.2f", r.Ridge), rest)
	share := func(e study.Estimate) tabulate.Field {
		return tabulate.Field{Shown: []string{percent(e)}, Full: e.Full()}
	}
	for _, row := range r.Rows {
		t.Add(tabulate.Words(row.Name), row.MSE.Field("%.2f"), tabulate.Field{Full: row.TrainMSE.Full()}, row.Excess.Field("%+.2f"), tabulate.Field{Full: row.Loss.Full()},
			share(row.Satisfied), share(row.WindowShare), tabulate.Field{Full: row.Conflicts.Full()})
	}
	return t
}

func percent(e study.Estimate) string { return fmt.Sprintf("%.1f %%", 100*e.Mean) }

func (r *Result) scoreTable() tabulate.Table {
	t := tabulate.Table{
		Name: "weather-scores", Title: fmt.Sprintf("Mean scores of the features (%s)", study.Intervals(r.Config.Level, r.Config.Seeds)),
		Notes: []string{r.orderNote()},
	}
	t.Columns("model", "model")
	for _, f := range r.Features {
		t.Columns(f, tabulate.Ends(f)...)
	}
	for _, row := range r.Rows {
		scores := study.Each(row.Scores, func(e study.Estimate) tabulate.Field { return e.Field("%.2f") })
		t.Add(append([]tabulate.Field{tabulate.Words(row.Name)}, scores...)...)
	}
	return t
}

// costNotes reports for each guided model whether its excess error differs from 0.
func (r *Result) costNotes() []string {
	var notes []string
	for _, row := range r.Rows[1:] {
		e, found := row.Excess, "does not exclude 0"
		switch {
		case len(e.Values) < 2:
			found = "has no interval, because there is one seed"
		case e.Low > 0:
			found = "is above 0: the order costs accuracy"
		case e.High < 0:
			found = "is below 0: the order improves accuracy"
		}
		notes = append(notes, fmt.Sprintf("The excess error (error minus the unconstrained model's error) of %s, %s °C², %s.", row.Name, e.Interval("%+.2f"), found))
	}
	return notes
}

// keepNote describes the order in the unconstrained model.
func (r *Result) keepNote() string {
	free := r.Rows[0]
	than := "no smaller"
	if free.MSE.Mean < r.Ridge {
		than = "smaller"
	}
	return fmt.Sprintf("The unconstrained model keeps %s of the %d edges by itself, and %s of them in single windows. Its mean error is %s than the error of ridge regression.",
		percent(free.Satisfied), len(r.Order), percent(free.WindowShare), than)
}

// orderNote lists the required edges.
func (r *Result) orderNote() string {
	asked := study.Each(r.Order, func(e dag.NamedEdge) string { return fmt.Sprintf("%s above %s by at least %g", e.U, e.V, e.Epsilon) })
	return "The order requires these differences of mean scores: " + strings.Join(asked, ", ") + "."
}

// Figures implements study.Result: errors, satisfied constraints, and scores, by model.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(r.ErrorFigure, r.OrderFigure, r.ImportanceFigure)
}

// ErrorFigure draws the errors on the held-out year with intervals over seeds, and those of ridge regression and persistence.
func (r *Result) ErrorFigure() (plots.Figure, error) {
	bars := r.bars(func(row Row) []study.Estimate { return []study.Estimate{row.MSE} })
	bars = append(bars, plots.BarSeries{Name: "ridge", Values: []float64{r.Ridge}}, plots.BarSeries{Name: "persistence", Values: []float64{r.Persistence}})
	return plots.Bars([]string{"2015, held out"}, bars, plots.Name("weather-error"), plots.YLabel("mean squared error, °C²"),
		plots.Title(fmt.Sprintf("Forecasts of tomorrow's maximum (%s)", study.Intervals(r.Config.Level, r.Config.Seeds))))
}

// OrderFigure draws the constraints and the differences of the mean scores,
// averaged over seeds. The average can satisfy an edge that some seeds violate,
// so the legend shows the mean share of satisfied edges.
func (r *Result) OrderFigure() (plots.Figure, error) {
	var constraints []plots.EdgeInterval
	models := make([]plots.EdgeDifferences, len(r.Rows))
	for i, row := range r.Rows {
		models[i] = plots.EdgeDifferences{Name: row.Name, Kept: percent(row.Satisfied)}
	}
	for _, e := range r.Order {
		constraints = append(constraints, plots.EdgeInterval{Label: e.U + " above " + e.V, Epsilon: e.Epsilon, Delta: e.Delta})
		for i, row := range r.Rows {
			models[i].D = append(models[i].D, r.score(row, e.U)-r.score(row, e.V))
		}
	}
	return plots.EdgeIntervals(constraints, models, plots.Name("weather-order"),
		plots.Title(fmt.Sprintf("Edges of the expert's order that the models satisfy (%s)", tabulate.Plural(r.Config.Seeds, "seed"))),
		plots.XLabel("difference of mean scores"))
}

// score returns the mean score of a feature.
func (r *Result) score(row Row, feature string) float64 {
	return row.Scores[slices.Index(r.Features, feature)].Mean
}

// ImportanceFigure draws the mean scores of the features.
func (r *Result) ImportanceFigure() (plots.Figure, error) {
	bars := r.bars(func(row Row) []study.Estimate { return row.Scores })
	return plots.ImportanceBars(r.Features, bars, plots.Name("weather-importance"),
		plots.XLabel("feature"), plots.YLabel(fmt.Sprintf("mean %s score H", r.Config.Attribution.Score)),
		plots.Title(fmt.Sprintf("%s (%s)", r.foremost(), study.Intervals(r.Config.Level, r.Config.Seeds))))
}

// foremost names the feature with the highest mean score, if it is the same one for all models.
func (r *Result) foremost() string {
	least, most, top := math.Inf(1), 0.0, ""
	for _, row := range r.Rows {
		means := study.Each(row.Scores, func(e study.Estimate) float64 { return e.Mean })
		at := floats.MaxIdx(means)
		if top != "" && top != r.Features[at] {
			return "The models differ in their most important feature"
		}
		top, least, most = r.Features[at], min(least, means[at]), max(most, means[at])
	}
	return fmt.Sprintf("All models rely most on %s: %.2f to %.2f", top, least, most)
}

// bars returns a series for each model.
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

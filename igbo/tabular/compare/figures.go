package compare

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate/page"
	"github.com/igbolab/igbolab/plots"
)

// Figures returns figures of the errors of all models, the differences by fold, the importance of the features, the order, and the
// constraints that the saved model follows.
func (v *Comparison) Figures() ([]plots.Figure, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	drawn := []func() (*plots.Chart, error){v.ErrorFigure, v.FoldFigure, func() (*plots.Chart, error) { return v.ImportanceFigure() }, v.OrderFigure}
	if len(v.Order.TransitiveReduction().Edges) > 0 {
		drawn = append(drawn, v.ConstraintFigure)
	}
	var figures []plots.Figure
	for _, draw := range drawn {
		f, err := draw()
		if err != nil {
			return nil, err
		}
		figures = append(figures, f)
	}
	return figures, nil
}

// ErrorFigure draws each model's loss ÷ ridge's loss, with its interval. The constant prediction is left out, as it is often far off.
func (v *Comparison) ErrorFigure() (*plots.Chart, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	name, _ := metric(v.Config.Loss)
	other := plots.BarSeries{Name: "error"}
	var names []string
	for _, s := range v.Ranking {
		if s.ID == string(KeepMean) {
			continue
		}
		names = append(names, s.Name)
		other.AddInterval(s.Ratio.Mean, s.Ratio.Low, s.Ratio.High)
	}
	return plots.Dots(names, []plots.BarSeries{other}, plots.Name("errors"), plots.XLabel(name+" ÷ "+strings.TrimSuffix(v.Config.its(), "'s")),
		plots.Title(fmt.Sprintf("Errors on held-out samples (%.4g %% intervals, %s)", 100*v.Config.Level, tabulate.Plural(len(v.Folds), "fold"))))
}

// mostFolds is the maximum number of folds to draw.
const mostFolds = 50

// FoldFigure draws the reduction of the loss by the order in each fold, or in the first 50 folds.
func (v *Comparison) FoldFigure() (*plots.Chart, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	name, _ := metric(v.Config.Loss)
	with, without := judgement{v: v, models: v.models(nil)}.obeying()
	b, title := plots.BarSeries{Name: "with − without"}, "By how much the order raises the error of each fold"
	if len(v.Folds) > mostFolds {
		title = fmt.Sprintf("%s (%d of %d)", title, mostFolds, len(v.Folds))
	}
	var folds []string
	for i := range v.Folds[:min(len(v.Folds), mostFolds)] {
		folds = append(folds, v.foldName(i))
		b.Add(with.losses.folds[i] - without.losses.folds[i])
	}
	return plots.Bars(folds, []plots.BarSeries{b}, plots.Name("folds"), plots.XLabel("repeat.fold"), plots.YLabel("difference of the "+name), plots.Title(title))
}

// foldName returns the repeat and the fold, from 1.
func (v *Comparison) foldName(i int) string {
	return fmt.Sprintf("%d.%d", i/v.Config.Folds+1, i%v.Config.Folds+1)
}

// ImportanceFigure draws the mean scores of the saved model and of the model without the order, both fitted to all samples.
func (v *Comparison) ImportanceFigure(opts ...plots.Option) (*plots.Chart, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	usual := []plots.Option{plots.Name("importance"), plots.XLabel(fmt.Sprintf("mean %s score H", v.Config.Attribution.Score)),
		plots.Title("Importance in the saved model")}
	series := []plots.BarSeries{{Name: v.keptName(), Values: v.ScoresKept}}
	if v.Kept != KeepPlain {
		series = append([]plots.BarSeries{{Name: "without the order", Values: v.ScoresWithout}}, series...)
	}
	return plots.Dots(v.Names, series, append(usual, opts...)...)
}

// OrderFigure draws the transitive reduction of the order.
func (v *Comparison) OrderFigure() (*plots.Chart, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	d := v.Order.TransitiveReduction()
	edges := make([]plots.DAGEdge, len(d.Edges))
	for i, e := range d.Edges {
		edges[i] = plots.DAGEdge{U: e.U, V: e.V, P: e.P, Epsilon: e.Epsilon, Delta: e.Delta}
	}
	return plots.DAG(v.Names, edges, plots.Name("order"), plots.Title("The order"))
}

// most is the maximum number of constraints to draw.
const most = 60

// ConstraintFigure draws the first constraints of the order's transitive reduction, and the differences of the mean scores, for the kept
// model and the model without the order.
func (v *Comparison) ConstraintFigure() (*plots.Chart, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	edges := v.Order.TransitiveReduction().NamedEdges()
	title := "The order, and how far the saved model follows it"
	if len(edges) > most {
		title = fmt.Sprintf("%s (%d of %d edges)", title, most, len(edges))
		edges = edges[:most]
	}
	return plots.EdgeIntervals(v.intervals(edges), []plots.EdgeDifferences{
		{Name: "without the order", D: v.differences(edges, v.ScoresWithout)},
		{Name: v.keptName(), D: v.differences(edges, v.ScoresKept)},
	}, plots.Name("constraints"), plots.Title(title), plots.XLabel("difference of mean scores"))
}

// keptName names the saved model in figures.
func (v *Comparison) keptName() string {
	for _, s := range v.Ranking {
		if s.ID == v.keptRow() {
			return s.Name
		}
	}
	return "saved model"
}

func (v *Comparison) intervals(edges []dag.NamedEdge) (drawn []plots.EdgeInterval) {
	for _, e := range edges {
		drawn = append(drawn, plots.EdgeInterval{Label: e.U + " above " + e.V, Epsilon: e.Epsilon, Delta: e.Delta})
	}
	return drawn
}

func (v *Comparison) differences(edges []dag.NamedEdge, scores []float64) (d []float64) {
	for _, e := range edges {
		d = append(d, value(v.Names, scores, e.U)-value(v.Names, scores, e.V))
	}
	return d
}

// Page returns the comparison as one HTML file with its tables and figures. The file needs no network and runs no script.
func (v *Comparison) Page() ([]byte, error) {
	figures, err := v.Figures() // also checks the comparison
	if err != nil {
		return nil, err
	}
	title := "Does the order help?"
	if v.Target != "" {
		title = fmt.Sprintf("Does the order help to predict %s?", v.Target)
	}
	p := page.Page{Title: title, Blocks: []page.Block{page.Statement(v.Sentence), page.Text(v.about())}, Footer: "igbo " + igbo.Info().Version}
	for _, warning := range v.Warnings {
		p.Blocks = append(p.Blocks, page.Text("Warning: "+warning+"."))
	}
	for _, t := range v.Tables() {
		p.Blocks = append(p.Blocks, page.Table(t))
	}
	for _, f := range figures {
		p.Blocks = append(p.Blocks, page.Figure{Figure: f})
	}
	return p.HTML(nil)
}

// about describes what was compared and how.
func (v *Comparison) about() string {
	data := fmt.Sprintf("%s, %s", tabulate.Plural(v.Samples, "sample"), tabulate.Plural(len(v.Names), "feature"))
	if v.LeftOut > 0 {
		data += fmt.Sprintf(", %d of %d rows left out for missing values", v.LeftOut, v.Rows)
	}
	if len(v.Classes) > 0 {
		data += fmt.Sprintf(", %d classes", len(v.Classes))
	}
	return fmt.Sprintf("%s; %d folds, %d times; a %s model. %s", data, v.Config.Folds, v.Config.Repeats, v.Config.Model.Kind, v.Choice())
}

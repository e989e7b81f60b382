package verdict

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo"
	"github.com/igbolab/igbolab/igbo/dag"
	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/igbo/study/page"
	"github.com/igbolab/igbolab/plots"
)

// Figures are the errors, the differences by fold, the importance of the features with the
// order and without, the order, and what the models keep of it.
func (v *Verdict) Figures() ([]plots.Figure, error) {
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

// ErrorFigure draws the losses of the models with the corrected intervals of their means.
func (v *Verdict) ErrorFigure() (*plots.Chart, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	name, _ := metric(v.Config.Loss)
	var bars []plots.BarSeries
	for _, a := range v.arms() {
		i, err := Corrected(v.each(func(f Fold) float64 { return a.of(f).Loss }), v.ratio(), v.Config.Level)
		if err != nil {
			return nil, err
		}
		b := plots.BarSeries{Name: a.name}
		b.AddInterval(i.Mean, i.Low, i.High)
		bars = append(bars, b)
	}
	return plots.Bars([]string{"held out"}, bars, plots.Name("errors"), plots.YLabel(name),
		plots.Title(fmt.Sprintf("Errors on held-out samples (%.4g %% intervals, %s)", 100*v.Config.Level, study.Plural(len(v.Folds), "fold"))))
}

// ratio is about how many samples are held out for each to train on.
func (v *Verdict) ratio() float64 { return 1 / float64(v.Config.Folds-1) }

// mostFolds is how many folds are drawn.
const mostFolds = 50

// FoldFigure draws by how much the order lowers the loss of each fold, of the first where there are many.
func (v *Verdict) FoldFigure() (*plots.Chart, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	name, _ := metric(v.Config.Loss)
	b, title := plots.BarSeries{Name: "without − with"}, "By how much the order lowers the loss of each fold"
	if len(v.Folds) > mostFolds {
		title = fmt.Sprintf("%s (%d of %d)", title, mostFolds, len(v.Folds))
	}
	var folds []string
	for i, f := range v.Folds[:min(len(v.Folds), mostFolds)] {
		folds = append(folds, v.foldName(i))
		b.Add(f.Without.Loss - f.With.Loss)
	}
	return plots.Bars(folds, []plots.BarSeries{b}, plots.Name("folds"), plots.XLabel("repeat.fold"), plots.YLabel("difference of the "+name), plots.Title(title))
}

// foldName is the repeat and the fold, from 1.
func (v *Verdict) foldName(i int) string {
	return fmt.Sprintf("%d.%d", i/v.Config.Folds+1, i%v.Config.Folds+1)
}

// ImportanceFigure draws the mean scores of both models on all data.
func (v *Verdict) ImportanceFigure(opts ...plots.Option) (*plots.Chart, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	usual := []plots.Option{plots.Name("importance"), plots.XLabel("feature"), plots.YLabel(fmt.Sprintf("mean %s score H", v.Config.Attribution.Score)),
		plots.Title("Importance in the models of all data")}
	return plots.ImportanceBars(v.Names, []plots.BarSeries{{Name: "without the order", Values: v.ScoresWithout}, {Name: "with the order", Values: v.ScoresWith}}, append(usual, opts...)...)
}

// OrderFigure draws the order's fewest edges.
func (v *Verdict) OrderFigure() (*plots.Chart, error) {
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

// most is how many constraints are drawn.
const most = 60

// ConstraintFigure draws the first constraints of the order's fewest edges, and the differences of the mean scores of both models.
func (v *Verdict) ConstraintFigure() (*plots.Chart, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	edges := v.Order.TransitiveReduction().NamedEdges()
	title := "The order, and what the models of all data keep of it"
	if len(edges) > most {
		title = fmt.Sprintf("%s (%d of %d edges)", title, most, len(edges))
		edges = edges[:most]
	}
	return plots.EdgeIntervals(v.intervals(edges), []plots.EdgeDifferences{
		{Name: "without the order", D: v.differences(edges, v.ScoresWithout)},
		{Name: "with the order", D: v.differences(edges, v.ScoresWith)},
	}, plots.Name("constraints"), plots.Title(title), plots.XLabel("difference of mean scores"))
}

func (v *Verdict) intervals(edges []dag.NamedEdge) (drawn []plots.EdgeInterval) {
	for _, e := range edges {
		drawn = append(drawn, plots.EdgeInterval{Label: e.U + " above " + e.V, Epsilon: e.Epsilon, Delta: e.Delta})
	}
	return drawn
}

func (v *Verdict) differences(edges []dag.NamedEdge, scores []float64) (d []float64) {
	for _, e := range edges {
		d = append(d, value(v.Names, scores, e.U)-value(v.Names, scores, e.V))
	}
	return d
}

// Page is the verdict as one HTML file with its tables and every figure; it needs no network
// and runs no script.
func (v *Verdict) Page() ([]byte, error) {
	figures, err := v.Figures() // which checks the verdict
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

// about says what was judged and how.
func (v *Verdict) about() string {
	data := fmt.Sprintf("%s, %s", study.Plural(v.Samples, "sample"), study.Plural(len(v.Names), "feature"))
	if v.LeftOut > 0 {
		data += fmt.Sprintf(", %d of %d rows left out for missing values", v.LeftOut, v.Rows)
	}
	if len(v.Classes) > 0 {
		data += fmt.Sprintf(", %d classes", len(v.Classes))
	}
	return fmt.Sprintf("%s; %d folds, %d times; a %s model. %s", data, v.Config.Folds, v.Config.Repeats, v.Config.Model.Kind, v.Choice())
}

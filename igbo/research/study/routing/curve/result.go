package curve

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Result is the result of the study.
type Result struct {
	// Config has the settings. The result of study routing stores them for all questions.
	Config Config `json:"-"`
	// Errors is the root mean squared error of each network on fresh points of the same distribution.
	Errors []float64 `json:"errors"`
	// Rise is F(x) − F(x′) of each network.
	Rise []float64 `json:"rise"`
	// Truth is the attribution of the true function, which is the same along every path.
	Truth []float64 `json:"truth"`
	// Straight leaves the data, Along follows the curve.
	Straight Path `json:"straight"`
	Along    Path `json:"along"`
}

// With returns the result with the settings of the study.
func (r *Result) With(c Config) *Result {
	with := *r
	with.Config = c
	return &with
}

func (p *Path) add(w Walk) {
	p.Outputs, p.Attributions = append(p.Outputs, w.Outputs), append(p.Attributions, w.Attributions)
}

// Spread returns, for each point, the smallest, mean and largest output over the networks.
func (p Path) Spread() (low, mean, high []float64) {
	for j := range p.Alpha {
		column := column(p.Outputs, j)
		low, high = append(low, floats.Min(column)), append(high, floats.Max(column))
		mean = append(mean, floats.Sum(column)/float64(len(column)))
	}
	return low, mean, high
}

// widest returns the largest spread of the outputs.
func (p Path) widest() float64 {
	low, _, high := p.Spread()
	floats.Sub(high, low)
	return floats.Max(high)
}

func column(rows [][]float64, j int) []float64 {
	return study.Each(rows, func(row []float64) float64 { return row[j] })
}

// Tables implements study.Result.
func (r *Result) Tables() []tabulate.Table {
	return []tabulate.Table{r.attributionTable(), r.networkTable()}
}

// paths returns both paths with their names.
func (r *Result) paths() iter.Seq2[string, Path] {
	return func(yield func(string, Path) bool) {
		_ = yield("along the data", r.Along) && yield("straight", r.Straight)
	}
}

func (r *Result) attributionTable() tabulate.Table {
	t := tabulate.Table{
		Name: "attributions", Title: "Attributions of " + r.count(),
		Header: []string{"feature", "path", "truth", "mean", "smallest", "largest"},
		Data:   [][]string{{"feature", "path", "truth", "mean", "smallest", "largest"}},
	}
	for k, truth := range r.Truth {
		for name, p := range r.paths() {
			all := column(p.Attributions, k)
			t.Add(tabulate.Words(fmt.Sprintf("x%d", k+1), name), tabulate.Number("%+.2f", truth, stat.Mean(all, nil), slices.Min(all), slices.Max(all)))
		}
	}
	t.Notes = r.notes()
	return t
}

// notes describes the difference between the networks and its importance.
func (r *Result) notes() []string {
	off, truth := floats.Max(r.Straight.Distance), floats.Sum(r.Truth)
	worth := "This target function was chosen because milder functions show little of this effect. It shows what can happen, not how often it happens."
	if len(r.Errors) == 1 {
		return []string{
			fmt.Sprintf("With one network, there is nothing to compare. The straight path is up to %.1f standard deviations off the data.", off),
			fmt.Sprintf("The error on fresh data is %.3f, and F(x) − F(x′) is %.2f; the truth is %.2f.", r.Errors[0], r.Rise[0], truth),
			worth,
		}
	}
	return []string{
		fmt.Sprintf("Outputs differ by at most %.2f along the data and by %.2f on the straight path, which is up to %.1f standard deviations off the data.",
			r.Along.widest(), r.Straight.widest(), off),
		fmt.Sprintf("Errors on fresh data are %.3f to %.3f, and F(x) − F(x′) is %.2f to %.2f; the truth is %.2f.",
			slices.Min(r.Errors), slices.Max(r.Errors), slices.Min(r.Rise), slices.Max(r.Rise), truth),
		worth,
	}
}

func (r *Result) networkTable() tabulate.Table {
	t := tabulate.Table{
		Name: "networks", Title: "Error and attributions of each network",
		Header: []string{"network", "error", "F(x) − F(x′)", "x1 along", "x2 along", "x1 straight", "x2 straight"},
		Data:   [][]string{{"network", "error", "rise", "x1_along", "x2_along", "x1_straight", "x2_straight"}},
	}
	for i := range r.Errors {
		numbers := slices.Concat([]float64{r.Errors[i], r.Rise[i]}, r.Along.Attributions[i], r.Straight.Attributions[i])
		t.Add(tabulate.Count(i), tabulate.Number("%.3f", numbers...))
	}
	return t
}

// Figures implements study.Result: both paths, outputs along them, and attributions.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(r.PathFigure, r.OutputFigure, r.AttributionFigure)
}

// PathFigure draws both paths and the data, a band of two standard deviations on each side.
func (r *Result) PathFigure() (plots.Figure, error) {
	data := plots.Curve("the data", curve, -reach, reach).WithBand(2 * r.Config.Thickness)
	return plots.Lines([]plots.Line{data, r.Straight.line("straight"), r.Along.line("along the data")}, plots.Name("paths"), plots.XLabel("x1"), plots.YLabel("x2"),
		plots.Title("The straight path leaves the data between its ends"))
}

// count describes the number of networks.
func (r *Result) count() string {
	if len(r.Errors) == 1 {
		return "one network"
	}
	return fmt.Sprintf("%d networks", len(r.Errors))
}

// line returns the path with x_1 from left to right.
func (p Path) line(name string) plots.Line {
	l := plots.Line{Name: name, X: slices.Clone(p.X1), Y: slices.Clone(p.X2)}
	if !slices.IsSorted(l.X) {
		slices.Reverse(l.X)
		slices.Reverse(l.Y)
	}
	return l
}

// OutputFigure draws what the networks say along both paths, and the truth of each, dashed.
func (r *Result) OutputFigure() (plots.Figure, error) {
	var lines []plots.Line
	for name, p := range r.paths() {
		low, mean, high := p.Spread()
		line, truth := plots.Line{Name: name, X: p.Alpha, Y: mean, Low: low, High: high}, plots.Line{Name: "truth, " + name, X: p.Alpha, Twin: true, Smooth: true}
		if len(r.Errors) == 1 {
			line.Low, line.High = nil, nil
		}
		for i, x1 := range p.X1 {
			truth.Y = append(truth.Y, math.Sin(3*x1)+p.X2[i])
		}
		lines = append(lines, line, truth)
	}
	title := "Outputs of " + r.count()
	if len(r.Errors) > 1 {
		title = fmt.Sprintf("%d networks differ by up to %.2f along the data, by up to %.2f on the straight path", len(r.Errors), r.Along.widest(), r.Straight.widest())
	}
	return plots.Lines(lines, plots.Name("outputs"), plots.Title(title),
		plots.XLabel("position τ on the path"), plots.YLabel("output F"))
}

// AttributionFigure draws the attributions of both paths and the truth.
func (r *Result) AttributionFigure() (plots.Figure, error) {
	dots := []plots.BarSeries{{Name: "truth", Values: r.Truth}}
	for name, p := range r.paths() {
		b := plots.BarSeries{Name: name}
		for k := range r.Truth {
			all := column(p.Attributions, k)
			b.Values = append(b.Values, stat.Mean(all, nil))
			if len(all) > 1 {
				b.Low, b.High = append(b.Low, slices.Min(all)), append(b.High, slices.Max(all))
			}
		}
		dots = append(dots, b)
	}
	title, label := "Attributions of "+r.count(), "attribution"
	if all := column(r.Straight.Attributions, 0); len(all) > 1 {
		title = fmt.Sprintf("On the straight path, the attributions of %d networks to x1 range from %.2f to %.2f", len(all), slices.Min(all), slices.Max(all))
		label += ": mean, smallest and largest"
	}
	return plots.Dots([]string{"x1", "x2"}, dots, plots.Name("attributions"), plots.Title(tabulate.Minus(title)), plots.XLabel(label))
}

package noise

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Result is what the study finds.
type Result struct {
	Config Config `json:"config"`
	// Curves are in the order of the cases.
	Curves []Curve `json:"curves"`
}

// Tables implements study.Result.
func (r *Result) Tables() []study.Table { return []study.Table{r.rates(), r.points()} }

func (r *Result) rates() study.Table {
	t := study.Table{
		Name: "rates", Title: "Powers of σ by which bias and variance fall",
		Header: []string{"case", "bias", "variance"},
		Data:   [][]string{{"case", "rule", "lambda", "bias", "bias_low", "bias_high", "variance", "variance_low", "variance_high"}},
	}
	for _, c := range r.Curves {
		bias, variance := c.powers(r.Config.Draws)
		t.Add(study.Words(c.Case.Name), study.InFull(c.Case.Rule, c.Case.Lambda), bias.field(), variance.field())
	}
	t.Notes = r.notes()
	return t
}

func (r *Result) points() study.Table {
	t := study.Table{
		Name: "points", Title: "Bias, variance and bias ÷ σ",
		Header: []string{"case", "σ", "1/σ²", "bias", "bias ÷ σ", "variance"},
		Data:   [][]string{{"case", "sigma", "bias", "variance"}},
	}
	for _, c := range r.Curves {
		for _, p := range c.Points {
			t.Add(study.Words(c.Case.Name), study.Number("%.3g", p.Sigma), study.Shown(fmt.Sprintf("%.6g", batch(p))),
				study.Number("%.3g", p.Bias), study.Shown(fmt.Sprintf("%.3f", p.Bias/p.Sigma)), study.Number("%.3g", p.Variance))
		}
	}
	return t
}

// batch is the size B of batches of samples with deviation 1: σ = 1/√B.
func batch(p Point) float64 { return 1 / (p.Sigma * p.Sigma) }

// Figures implements study.Result: bias and variance against the batch size.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(
		func() (plots.Figure, error) {
			return r.figure("bias", "Bias of the combined gradient, σ = 1/√B", func(p Point) float64 { return p.Bias })
		},
		func() (plots.Figure, error) {
			return r.figure("variance", "Variance of the combined gradient, σ = 1/√B", func(p Point) float64 { return p.Variance })
		})
}

// figure draws a quantity of every case against B on logarithmic axes, which
// have no place for what is not positive; nil where nothing is.
func (r *Result) figure(name, title string, pick func(Point) float64) (plots.Figure, error) {
	var lines []plots.Line
	for _, c := range r.Curves {
		points := slices.SortedFunc(slices.Values(c.Points), func(a, b Point) int { return cmp.Compare(b.Sigma, a.Sigma) })
		line := plots.Line{Name: c.Case.Name}
		for _, p := range points {
			if v := pick(p); v > 0 && !math.IsInf(v, 1) {
				line.X, line.Y = append(line.X, batch(p)), append(line.Y, v)
			}
		}
		if len(line.X) > 0 {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return nil, nil
	}
	return plots.Lines(lines, plots.Name(name), plots.Title(title), plots.XLabel("batch size B"), plots.YLabel(name), plots.LogX(), plots.LogY())
}

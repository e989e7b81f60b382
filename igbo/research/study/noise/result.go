package noise

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

// Result is the result of the study.
type Result struct {
	Config Config `json:"config"`
	// Curves are in the order of the cases.
	Curves []Curve `json:"curves"`
}

// Tables implements study.Result.
func (r *Result) Tables() []tabulate.Table { return []tabulate.Table{r.rates(), r.points()} }

func (r *Result) rates() tabulate.Table {
	t := tabulate.Table{
		Name: "rates", Title: "Fitted powers p: bias and variance fall as σ^p",
		Header: []string{"case", "bias", "variance"},
		Data:   [][]string{{"case", "rule", "lambda", "bias", "bias_low", "bias_high", "variance", "variance_low", "variance_high"}},
	}
	for _, c := range r.Curves {
		bias, variance := c.powers(r.Config.Draws)
		t.Add(tabulate.Words(c.Case.Name), tabulate.InFull(c.Case.Rule, c.Case.Lambda), bias.field(), variance.field())
	}
	t.Notes = r.notes()
	return t
}

func (r *Result) points() tabulate.Table {
	t := tabulate.Table{
		Name: "points", Title: "Bias, variance and bias ÷ σ",
		Header: []string{"case", "σ", "1/σ²", "bias", "bias ÷ σ", "variance"},
		Data:   [][]string{{"case", "sigma", "bias", "variance"}},
	}
	for _, c := range r.Curves {
		for _, p := range c.Points {
			t.Add(tabulate.Words(c.Case.Name), tabulate.Number("%.3g", p.Sigma), tabulate.Shown(fmt.Sprintf("%.6g", batch(p))),
				tabulate.Number("%.3g", p.Bias), tabulate.Shown(fmt.Sprintf("%.3f", p.Bias/p.Sigma)), tabulate.Number("%.3g", p.Variance))
		}
	}
	return t
}

// batch returns the size B of batches of samples with standard deviation 1: σ = 1/√B.
func batch(p Point) float64 { return 1 / (p.Sigma * p.Sigma) }

// Figures implements study.Result: bias and variance against the batch size.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(
		study.Drawn(r.figure("bias", bias)),
		study.Drawn(r.figure("variance", variance)))
}

// figure draws a quantity of every case against B on logarithmic axes, without points that are not positive. It returns nil if
// no point remains. The title names the cases in which the quantity does not fall by half.
func (r *Result) figure(name string, pick func(Point) float64) (plots.Figure, error) {
	var lines []plots.Line
	var stay []string
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
			if n := len(line.Y); n > 1 && line.Y[n-1] > line.Y[0]/2 {
				stay = append(stay, c.Case.Name)
			}
		}
	}
	if len(lines) == 0 {
		return nil, nil
	}
	title := "Larger batches lower the " + name
	if len(stay) > 0 {
		title += " except for " + strings.Join(stay, " and ")
	}
	return plots.Lines(lines, plots.Name(name), plots.Title(title), plots.XLabel("batch size B (σ = 1/√B)"), plots.YLabel(name), plots.LogX(), plots.LogY())
}

// claimed is the power of bias and variance in Theorem 5.
const claimed = 2

// notes describes the fits and compares them with Theorem 5.
func (r *Result) notes() []string {
	n, hidden, biases := len(r.Config.Sigmas), 0, 0
	for _, c := range r.Curves {
		for _, p := range c.Points {
			biases++
			if !p.resolved(r.Config.Draws) {
				hidden++
			}
		}
	}
	fits := fmt.Sprintf("Each power is fitted over %s with %d draws each", tabulate.Plural(n, "standard deviation"), r.Config.Draws)
	switch {
	case n == 1:
		fits = fmt.Sprintf("With one standard deviation of %d draws, no power can be fitted.", r.Config.Draws)
	case n < enough:
		fits += "; an interval requires 3."
	default:
		fits += ". The 95 % intervals are computed from the distances of the points to the fitted line."
	}
	notes := []string{fits}
	if hidden > 0 {
		notes = append(notes, fmt.Sprintf("Excluded from the fits: %d of %d biases that are below %d standard errors √(variance/draws) and cannot be distinguished from sampling noise.",
			hidden, biases, resolution))
	}
	return append(notes, r.verdicts()...)
}

// verdicts names the cases whose powers are smaller than claimed, and those with too few standard deviations.
func (r *Result) verdicts() []string {
	var slower, unknown []string
	for _, c := range r.Curves {
		bias, variance := c.powers(r.Config.Draws)
		switch {
		case bias.below(claimed) || variance.below(claimed):
			slower = append(slower, c.Case.Name)
		case !bias.certain() || !variance.certain():
			unknown = append(unknown, c.Case.Name)
		}
	}
	if len(unknown) == len(r.Curves) {
		return []string{fmt.Sprintf("Fewer than %d standard deviations: no conclusion about Theorem 5.", enough)}
	}
	var notes []string
	if known := len(r.Curves) - len(unknown); len(slower) > 0 {
		notes = append(notes, fmt.Sprintf("Bias or variance falls more slowly than with the power %d of Theorem 5 (the interval of the power is below it): %s.", claimed, strings.Join(slower, "; ")))
	} else {
		notes = append(notes, fmt.Sprintf("%d of %d cases have intervals, and no interval is below the power %d of Theorem 5.", known, len(r.Curves), claimed))
	}
	if len(unknown) > 0 {
		notes = append(notes, fmt.Sprintf("Fewer than %d standard deviations, so no conclusion about Theorem 5: %s.", enough, strings.Join(unknown, "; ")))
	}
	return notes
}

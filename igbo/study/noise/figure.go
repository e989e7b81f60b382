package noise

import (
	"cmp"
	"math"
	"slices"

	"github.com/igbolab/igbolab/plots"
)

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

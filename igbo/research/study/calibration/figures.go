package calibration

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: false edges, intervals, and batch means.
func (r *Result) Figures() ([]plots.Figure, error) {
	return study.Figures(r.edgeFigure, r.coverFigure, func() (plots.Figure, error) { return LimitsFigure(r.Limits, plots.Name("batch-means")) })
}

// edgeFigure draws observed rates of false edges against nominal ones on the first data, a point for each α.
func (r *Result) edgeFigure() (plots.Figure, error) {
	lines := r.lines(func(x Rates) (float64, study.Estimate, bool) {
		return x.Nominal, x.FalseEdges, x.Data == r.Config.Data[0]
	})
	return plots.Calibration(lines, plots.Title(fmt.Sprintf("False edges: edges between equal means, %s (%s)", r.Config.Data[0], r.intervals())))
}

// coverFigure draws the coverage of the intervals. It returns nil if all data are redrawn.
func (r *Result) coverFigure() (plots.Figure, error) {
	lines := r.covers()
	if len(lines) == 0 {
		return nil, nil
	}
	return plots.Lines(lines, plots.Name("cover"), plots.Title(fmt.Sprintf("Intervals μ ± %gσ that contain a fresh batch (%s)", r.Config.R, r.intervals())),
		plots.XLabel("rows"), plots.YLabel("share of pairs"), plots.LogX())
}

// LimitsFigure draws batch means and the normal distribution for each batch size.
func LimitsFigure(limits []NormalLimit, opts ...plots.Option) (plots.Figure, error) {
	samples := study.Each(limits, func(l NormalLimit) plots.Sample {
		return plots.Sample{Name: fmt.Sprintf("batches of %d", l.BatchSize), Values: l.Means, Mu: l.Mu, Sigma: l.Sigma}
	})
	return plots.Histogram(samples, opts...)
}

// intervals describes the bands.
func (r *Result) intervals() string { return study.Intervals(level, r.Config.Seeds) }

// covers returns the coverage of the intervals on consecutive batches, and the nominal one. It uses the first α, because
// intervals do not depend on α.
func (r *Result) covers() []plots.Line {
	lines := r.lines(func(x Rates) (float64, study.Estimate, bool) {
		return float64(x.Data.Rows), x.CoverBatch, x.Alpha == r.Config.Alphas[0] && x.Data.Batches == 0
	})
	if len(lines) == 0 {
		return nil
	}
	nominal, xs := r.Config.NominalCover(), lines[0].X
	return append(lines, plots.Line{Name: "nominal", X: []float64{xs[0], xs[len(xs)-1]}, Y: []float64{nominal, nominal}})
}

// lines returns a line for each estimator. Estimators with equal values share a line.
func (r *Result) lines(pick func(Rates) (x float64, y study.Estimate, ok bool)) []plots.Line {
	var lines []plots.Line
	for _, e := range r.Config.Estimators {
		type point struct {
			x float64
			y study.Estimate
		}
		var points []point
		for _, rates := range r.Rates {
			if x, y, ok := pick(rates); ok && rates.Estimator == string(e) {
				points = append(points, point{x, capped(y)})
			}
		}
		slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
		l := plots.Line{Name: string(e)}
		for _, p := range points {
			if r.Config.Seeds == 1 {
				l.Add(p.x, p.y.Mean)
			} else {
				l.AddInterval(p.x, p.y.Mean, p.y.Low, p.y.High)
			}
		}
		same := slices.IndexFunc(lines, func(other plots.Line) bool { return slices.Equal(other.X, l.X) && slices.Equal(other.Y, l.Y) })
		switch {
		case same >= 0 && len(points) > 0:
			lines[same].Name += ", " + l.Name
		case len(points) > 0:
			lines = append(lines, l)
		}
	}
	return lines
}

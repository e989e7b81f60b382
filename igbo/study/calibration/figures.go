package calibration

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Figures implements study.Result: false edges, intervals, and batch means.
func (r *Result) Figures() ([]plots.Figure, error) {
	edges, err := plots.Calibration(r.falseEdges(), plots.Title(fmt.Sprintf("Edges between equal means, %s (%s)", r.Config.Data[0], r.intervals())))
	if err != nil {
		return nil, err
	}
	figures := []plots.Figure{edges}
	if lines := r.covers(); len(lines) > 0 {
		cover, err := plots.Lines(lines, plots.Name("cover"), plots.Title(fmt.Sprintf("Intervals μ ± %gσ that hold a fresh batch (%s)", r.Config.R, r.intervals())),
			plots.XLabel("rows"), plots.YLabel("share of pairs"), plots.LogX())
		if err != nil {
			return nil, err
		}
		figures = append(figures, cover)
	}
	means, err := LimitsFigure(r.Limits, plots.Name("batch-means"))
	if err != nil {
		return nil, err
	}
	return append(figures, means), nil
}

// LimitsFigure draws batch means beside the normal law of each size.
func LimitsFigure(limits []NormalLimit, opts ...plots.Option) (plots.Figure, error) {
	var samples []plots.Sample
	for _, l := range limits {
		samples = append(samples, plots.Sample{Name: fmt.Sprintf("batches of %d", l.BatchSize), Values: l.Means, Mu: l.Mu, Sigma: l.Sigma})
	}
	return plots.Histogram(samples, opts...)
}

// intervals says what the bands are.
func (r *Result) intervals() string { return study.Intervals(level, r.Config.Seeds) }

// falseEdges are observed rates against nominal ones, one for each α, on the first data.
func (r *Result) falseEdges() []plots.Line {
	return r.lines(func(x Rates) (float64, float64, float64, float64, bool) {
		return x.Nominal, x.FalseEdges.Mean, x.FalseEdges.Low, x.FalseEdges.High, x.Data == r.Config.Data[0]
	})
}

// covers are shares of intervals on consecutive batches at the first α, on which
// intervals do not depend, and the nominal one.
func (r *Result) covers() []plots.Line {
	lines := r.lines(func(x Rates) (float64, float64, float64, float64, bool) {
		e := x.CoverBatch
		return float64(x.Data.Rows), e.Mean, e.Low, e.High, x.Alpha == r.Config.Alphas[0] && x.Data.Batches == 0
	})
	if len(lines) == 0 {
		return nil
	}
	nominal, xs := r.Config.NominalCover(), lines[0].X
	return append(lines, plots.Line{Name: "nominal", X: []float64{xs[0], xs[len(xs)-1]}, Y: []float64{nominal, nominal}})
}

// lines has one for each estimator; estimators of equal values share theirs.
func (r *Result) lines(pick func(Rates) (x, y, low, high float64, ok bool)) []plots.Line {
	var lines []plots.Line
	for _, e := range r.Config.Estimators {
		type point struct{ x, y, low, high float64 }
		var points []point
		for _, rates := range r.Rates {
			if x, y, low, high, ok := pick(rates); ok && rates.Estimator == string(e) {
				points = append(points, point{x, y, math.Max(low, 0), math.Min(high, 1)})
			}
		}
		slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
		l := plots.Line{Name: string(e)}
		for _, p := range points {
			if r.Config.Seeds == 1 {
				l.Add(p.x, p.y)
			} else {
				l.AddInterval(p.x, p.y, p.low, p.high)
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

package plots

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Difference is the law of s_u − s_v for two features: observed batch means and
// the normal law N(Mu, Sigma²) fitted to them.
type Difference struct {
	U, V      string
	Values    []float64
	Mu, Sigma float64
}

// Density draws the density of s_u − s_v, the probability P(s_u > s_v) as the
// area right of zero, and the threshold of the rule: u → v is an edge where
//
//	P(s_u > s_v) = Φ(μ/σ) > α,  that is  μ > z_α·σ
//
// so the mean must lie right of the dashed line at z_α·σ. Values may be empty:
// then only the normal law is drawn. Alpha is in [0.5, 1).
func Density(d Difference, alpha float64, opts ...Option) (*Chart, error) {
	difference := fmt.Sprintf("s(%s) − s(%s)", d.U, d.V)
	s, err := apply(canvas.Settings{
		Name: "density", Title: "Density of " + difference, Width: 720, Height: 360,
		XLabel: difference, YLabel: "density",
	}, opts)
	if err != nil {
		return nil, err
	}
	if err := checkDifference(s.Name, d, alpha); err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	canvas.Grid(p, false, true)
	legend := []canvas.LegendEntry(nil)
	if len(d.Values) > 0 {
		p.Add(densityBars(d.Values, canvas.Hair))
		legend = append(legend, canvas.FillEntry("batch means", canvas.Hair))
	}
	threshold := distuv.UnitNormal.Quantile(alpha) * d.Sigma
	lo, hi := math.Min(d.Mu-4*d.Sigma, 0), math.Max(d.Mu+4*d.Sigma, threshold)
	if right := math.Max(0, lo); right < hi {
		xs, ys := normalDensity(d.Mu, d.Sigma, right, hi)
		p.Add(canvas.Band(xs, make([]float64, len(xs)), ys, canvas.Fade(canvas.Blue, 0.28)))
	}
	xs, ys := normalDensity(d.Mu, d.Sigma, lo, hi)
	p.Add(canvas.Polyline(xs, ys, canvas.Stroke(canvas.Blue, canvas.LineWidth)))
	mean, limit := canvas.Stroke(canvas.Vermillion, vg.Points(1.4)), canvas.Dashed(canvas.Ink, vg.Points(1.2))
	p.Add(canvas.RuleX(0, canvas.Stroke(canvas.Muted, canvas.ThinWidth)), canvas.RuleX(d.Mu, mean), canvas.RuleX(threshold, limit))
	canvas.Widen(&p.Y, 0, 0.05)
	return s.Chart(p, append(legend, densityLegend(d, alpha)...)...), nil
}

// checkDifference names the first fault of the input.
func checkDifference(figure string, d Difference, alpha float64) error {
	c := checker{figure: figure}
	c.finite("the differences", d.Values)
	c.finite("Mu", []float64{d.Mu})
	c.positive("Sigma", []float64{d.Sigma})
	if !(alpha >= 0.5 && alpha < 1) {
		c.failf("α = %v, expected a probability in [0.5, 1)", alpha)
	}
	return c.err
}

// densityLegend names the area, the mean and the threshold, and the verdict.
func densityLegend(d Difference, alpha float64) []canvas.LegendEntry {
	p := distuv.UnitNormal.CDF(d.Mu / d.Sigma)
	verdict := "no edge"
	if p > alpha {
		verdict = "edge " + d.U + " → " + d.V
	}
	return []canvas.LegendEntry{
		canvas.FillEntry(fmt.Sprintf("Pr = %.3f", p), canvas.Fade(canvas.Blue, 0.28)),
		canvas.LineEntry("mean μ", canvas.Stroke(canvas.Vermillion, vg.Points(1.4))),
		canvas.LineEntry(fmt.Sprintf("threshold z·σ at α = %.3g: %s", alpha, verdict), canvas.Dashed(canvas.Ink, vg.Points(1.2))),
	}
}

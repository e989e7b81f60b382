package plots

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot/vg"
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
	s, err := settings{
		name: "density", title: "Density of " + difference, width: 720, height: 360,
		xLabel: difference, yLabel: "density",
	}.apply(opts)
	if err != nil {
		return nil, err
	}
	if err := checkDifference(s.name, d, alpha); err != nil {
		return nil, err
	}
	p := newPanel()
	grid(p, false, true)
	legend := []legendEntry(nil)
	if len(d.Values) > 0 {
		p.Add(densityBars(d.Values, hairRGB))
		legend = append(legend, fillEntry("batch means", hairRGB))
	}
	threshold := distuv.UnitNormal.Quantile(alpha) * d.Sigma
	lo, hi := math.Min(d.Mu-4*d.Sigma, 0), math.Max(d.Mu+4*d.Sigma, threshold)
	if right := math.Max(0, lo); right < hi {
		xs, ys := normalDensity(d.Mu, d.Sigma, right, hi)
		p.Add(band(xs, make([]float64, len(xs)), ys, fade(blue, 0.28)))
	}
	xs, ys := normalDensity(d.Mu, d.Sigma, lo, hi)
	p.Add(polyline(xs, ys, stroke(blue, lineWidth)))
	mean, limit := stroke(vermillion, vg.Points(1.4)), dashed(ink, vg.Points(1.2))
	p.Add(ruleX(0, stroke(muted, thinWidth)), ruleX(d.Mu, mean), ruleX(threshold, limit))
	widen(&p.Y, 0, 0.05)
	return s.chart(p, append(legend, densityLegend(d, alpha)...)...), nil
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
func densityLegend(d Difference, alpha float64) []legendEntry {
	p := distuv.UnitNormal.CDF(d.Mu / d.Sigma)
	verdict := "no edge"
	if p > alpha {
		verdict = "edge " + d.U + " → " + d.V
	}
	return []legendEntry{
		fillEntry(fmt.Sprintf("P = %.3f", p), fade(blue, 0.28)),
		lineEntry("mean μ", stroke(vermillion, vg.Points(1.4))),
		lineEntry(fmt.Sprintf("threshold z·σ at α = %.3g: %s", alpha, verdict), dashed(ink, vg.Points(1.2))),
	}
}

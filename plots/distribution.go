package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// A Sample holds a named sample and the normal distribution N(Mu, Sigma²) to draw with it.
type Sample struct {
	Name      string
	Values    []float64
	Mu, Sigma float64
}

// Histogram draws each sample as a normalised histogram together with its normal density, for
// instance batch means and their normal limit. The panels are side by side and have the same axes.
func Histogram(samples []Sample, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "histogram", Title: "Batch means and their normal limit", Width: 720, Height: 320,
		XLabel: "batch mean", YLabel: "density",
	}, opts, func(c *checker) {
		c.notEmpty("samples", len(samples))
		for i, sample := range samples {
			c.sample(fmt.Sprintf("sample %d (%q)", i, sample.Name), sample)
		}
	})
	if err != nil {
		return nil, err
	}
	normal := canvas.Stroke(canvas.Vermillion, canvas.LineWidth)
	var panels []*plot.Plot
	for i, sample := range samples {
		p := canvas.NewPanel()
		canvas.Grid(p, false, true)
		p.Add(densityBars(sample.Values, canvas.Fade(canvas.Blue, 0.45)), normalCurve(sample, normal))
		canvas.Widen(&p.Y, 0, 0.05)
		p.X.Tick.Marker = canvas.LinearTicks{Most: 4}
		s.Label(p)
		p.Title.Text = sample.Name
		if i > 0 {
			p.Y.Label.Text = ""
		}
		panels = append(panels, p)
	}
	shareAxes(panels)
	legend := []canvas.LegendEntry{canvas.FillEntry("observed", canvas.Fade(canvas.Blue, 0.45)), canvas.LineEntry("normal density", normal)}
	return s.Row(legend, slices.Repeat([]float64{1}, len(panels)), panels...), nil
}

// shareAxes gives all panels the same axis ranges, which include the ranges of every panel.
func shareAxes(panels []*plot.Plot) {
	x, y := panels[0].X, panels[0].Y
	for _, p := range panels {
		x.Min, x.Max = min(x.Min, p.X.Min), max(x.Max, p.X.Max)
		y.Min, y.Max = min(y.Min, p.Y.Min), max(y.Max, p.Y.Max)
	}
	for _, p := range panels {
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.Min, x.Max, y.Min, y.Max
	}
}

// sample requires finite values and a valid normal distribution.
func (c *checker) sample(what string, s Sample) {
	c.notEmpty("values in "+what, len(s.Values))
	c.finite(what, s.Values)
	c.finite("Mu of "+what, []float64{s.Mu})
	c.positive("Sigma of "+what, []float64{s.Sigma})
}

// densityBars draws a normalised histogram. The bin width follows the Freedman–Diaconis rule,
// 2·IQR·n^(−1/3), with 5 to 60 bins.
func densityBars(values []float64, fill color.Color) canvas.Painter {
	edges, heights := histogram(values)
	_, top := canvas.Bounds(heights)
	return canvas.Paint(edges[0], edges[len(edges)-1], 0, top, func(c draw.Canvas, x, y canvas.Mapping) {
		for i, h := range heights {
			left, right := x(edges[i]), x(edges[i+1])
			gap := min(0.3, 0.1*(right-left))
			box := vg.Rectangle{Min: vg.Point{X: left + gap, Y: y(0)}, Max: vg.Point{X: right - gap, Y: y(h)}}
			c.FillPolygon(fill, c.ClipPolygonXY(canvas.Corners(box)))
		}
	})
}

// histogram returns the edges and the densities of the bins.
func histogram(values []float64) (edges, heights []float64) {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	lo, hi := sorted[0], sorted[len(sorted)-1]
	if lo == hi {
		half := math.Max(math.Abs(lo), 1) / 2
		lo, hi = lo-half, hi+half
	}
	iqr := stat.Quantile(0.75, stat.Empirical, sorted, nil) - stat.Quantile(0.25, stat.Empirical, sorted, nil)
	bins := 5
	if iqr > 0 {
		width := 2 * iqr / math.Cbrt(float64(len(sorted)))
		bins = int(math.Min(60, math.Max(5, math.Ceil((hi-lo)/width))))
	}
	edges = make([]float64, bins+1)
	for i := range edges {
		edges[i] = lo + (hi-lo)*float64(i)/float64(bins)
	}
	heights = make([]float64, bins)
	for _, v := range sorted {
		k := min(bins-1, int(float64(bins)*(v-lo)/(hi-lo)))
		heights[k] += float64(bins) / ((hi - lo) * float64(len(sorted)))
	}
	return edges, heights
}

// normalCurve draws the density of N(Mu, Sigma²) within four standard deviations of the mean.
func normalCurve(s Sample, style draw.LineStyle) canvas.Painter {
	xs, ys := normalDensity(s.Mu, s.Sigma, s.Mu-4*s.Sigma, s.Mu+4*s.Sigma)
	return canvas.Polyline(xs, ys, style)
}

// normalDensity samples the density of N(mu, sigma²) on [lo, hi].
func normalDensity(mu, sigma, lo, hi float64) (xs, ys []float64) {
	law := distuv.Normal{Mu: mu, Sigma: sigma}
	const n = 160
	for i := range n + 1 {
		x := lo + (hi-lo)*float64(i)/n
		xs, ys = append(xs, x), append(ys, law.Prob(x))
	}
	return xs, ys
}

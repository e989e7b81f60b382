package plots

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Difference is the distribution of s_u − s_v for the features U and V: the observed batch means
// Values, and the normal distribution N(Mu, Sigma²) fitted to them.
type Difference struct {
	U, V      string
	Values    []float64
	Mu, Sigma float64
}

// Density draws the distribution of s_u − s_v. It shades the area right of zero, which is the
// probability P(s_u > s_v), and marks the threshold of the edge rule. The rule makes u → v an edge
// if
//
//	P(s_u > s_v) = Φ(μ/σ) > α, or equivalently μ > z_α·σ.
//
// So u → v is an edge if the mean is right of the dashed line at z_α·σ. Alpha must be in [0.5, 1).
// If d.Values is empty, only the normal density is drawn.
func Density(d Difference, alpha float64, opts ...Option) (*Chart, error) {
	difference := fmt.Sprintf("s(%s) − s(%s)", d.U, d.V)
	title := fmt.Sprintf("%s → %s is no edge at α = %.3g", d.U, d.V, alpha)
	if distuv.UnitNormal.CDF(d.Mu/d.Sigma) > alpha {
		title = fmt.Sprintf("%s → %s is an edge at α = %.3g", d.U, d.V, alpha)
	}
	s, err := apply(canvas.Settings{
		Name: "density", Title: title, Width: 720, Height: 360,
		XLabel: difference, YLabel: "density",
	}, opts, func(c *checker) { c.difference(d, alpha) })
	if err != nil {
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

// difference records the first error in the input.
func (c *checker) difference(d Difference, alpha float64) {
	c.finite("the differences", d.Values)
	c.finite("Mu", []float64{d.Mu})
	c.positive("Sigma", []float64{d.Sigma})
	if !(alpha >= 0.5 && alpha < 1) {
		c.failf("α must be in [0.5, 1), got %v", alpha)
	}
}

// densityLegend explains the shaded area, the mean and the threshold.
func densityLegend(d Difference, alpha float64) []canvas.LegendEntry {
	return []canvas.LegendEntry{
		canvas.FillEntry(fmt.Sprintf("Pr = %.3f", distuv.UnitNormal.CDF(d.Mu/d.Sigma)), canvas.Fade(canvas.Blue, 0.28)),
		canvas.LineEntry("mean μ", canvas.Stroke(canvas.Vermillion, vg.Points(1.4))),
		canvas.LineEntry(fmt.Sprintf("threshold z·σ at α = %.3g", alpha), canvas.Dashed(canvas.Ink, vg.Points(1.2))),
	}
}

// Cloud is a set of points in the plane. A figure draws their density in the background. Use at
// least a few hundred points; with fewer, the density looks grainy.
type Cloud struct{ X, Y []float64 }

// The size of the grid on which the density is computed, and the number of shades.
const (
	cloudColumns, cloudRows = 120, 64
	cloudLevels             = 6
)

// check requires points that span an area.
func (d Cloud) check(c *checker) {
	c.notEmpty("data", len(d.X))
	c.length("Y of the data", len(d.Y), len(d.X), "X")
	c.finite("X of the data", d.X)
	c.finite("Y of the data", d.Y)
	if c.err == nil && !(stat.StdDev(d.X, nil) > 0 && stat.StdDev(d.Y, nil) > 0) {
		c.failf("each axis must have at least two different values")
	}
}

// density draws the kernel density of the points as nested shades. Each shade starts at a fixed
// fraction of the maximum density. The bandwidth is one third of Scott's rule, σ·n^(−1/6), because
// data along a curve are narrower than their overall spread.
func (d Cloud) density() canvas.Painter {
	xs, hx := cloudAxis(d.X, cloudColumns)
	ys, hy := cloudAxis(d.Y, cloudRows)
	grid, most := d.smooth(xs, ys, hx, hy)
	xmin, xmax := canvas.Bounds(d.X)
	ymin, ymax := canvas.Bounds(d.Y)
	return canvas.Paint(xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y canvas.Mapping) {
		half := (ys[1] - ys[0]) / 2
		for level := range cloudLevels {
			at := most * (float64(level) + 0.35) / cloudLevels
			for j, row := range grid {
				for _, run := range above(xs, row, at) {
					box := vg.Rectangle{Min: vg.Point{X: x(run[0]), Y: y(ys[j] - half)}, Max: vg.Point{X: x(run[1]), Y: y(ys[j]+half) + 0.2}}
					c.FillPolygon(cloudShade(level), c.ClipPolygonXY(canvas.Corners(box)))
				}
			}
		}
	})
}

// cloudAxis returns n grid positions that cover the values with a margin, and the bandwidth.
func cloudAxis(values []float64, n int) (places []float64, h float64) {
	h = stat.StdDev(values, nil) * math.Pow(float64(len(values)), -1./6) / 3
	lo, hi := canvas.Bounds(values)
	lo, hi = lo-3*h, hi+3*h
	for i := range n {
		places = append(places, lo+(hi-lo)*float64(i)/float64(n-1))
	}
	return places, h
}

// smooth returns the density at the grid positions, up to a constant factor, with one row per y. It
// also returns the maximum.
func (d Cloud) smooth(xs, ys []float64, hx, hy float64) (grid [][]float64, most float64) {
	grid = make([][]float64, len(ys))
	for j := range grid {
		grid[j] = make([]float64, len(xs))
	}
	kernel := func(places []float64, v, h float64) (from int, weights []float64) {
		step := places[1] - places[0]
		from = max(0, int((v-4*h-places[0])/step))
		for i := from; i < len(places) && places[i] <= v+4*h; i++ {
			u := (places[i] - v) / h
			weights = append(weights, math.Exp(-u*u/2))
		}
		return from, weights
	}
	for n := range d.X {
		i0, wx := kernel(xs, d.X[n], hx)
		j0, wy := kernel(ys, d.Y[n], hy)
		for j, b := range wy {
			for i, a := range wx {
				grid[j0+j][i0+i] += a * b
				most = math.Max(most, grid[j0+j][i0+i])
			}
		}
	}
	return grid, most
}

// above returns the intervals of a row in which the interpolated values are at least the level.
func above(xs, row []float64, level float64) (runs [][2]float64) {
	crossing := func(i int) float64 { // the crossing between i−1 and i
		return xs[i-1] + (xs[i]-xs[i-1])*(level-row[i-1])/(row[i]-row[i-1])
	}
	start := 0.0
	for i, v := range row {
		if v >= level && (i == 0 || row[i-1] < level) {
			start = xs[i]
			if i > 0 {
				start = crossing(i)
			}
		}
		if v >= level && i == len(row)-1 {
			runs = append(runs, [2]float64{start, xs[i]})
		}
		if v < level && i > 0 && row[i-1] >= level {
			runs = append(runs, [2]float64{start, crossing(i)})
		}
	}
	return runs
}

// cloudShade returns the colour of a level, between the background colour and grey.
func cloudShade(level int) color.NRGBA {
	f := float64(level+1) / (cloudLevels + 1)
	mix := func(from, to uint8) uint8 { return uint8(float64(from)*(1-f) + float64(to)*f) }
	dark := color.NRGBA{R: 0xB4, G: 0xB2, B: 0xAC, A: 0xFF}
	return color.NRGBA{R: mix(canvas.Paper.R, dark.R), G: mix(canvas.Paper.G, dark.G), B: mix(canvas.Paper.B, dark.B), A: 0xFF}
}

package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Effects holds the effect of one feature in each of several samples. Values holds the feature's values; non-numeric values are
// NaN. Parts are the feature's contributions to the output.
type Effects struct {
	Name          string
	Values, Parts []float64
}

// Beeswarm draws one row per feature and one point per sample, placed at the feature's contribution
// to the output. Points that would overlap are moved up or down. The colour shows the rank of the
// feature's value among the samples, from blue (lowest) to orange-red (highest).
func Beeswarm(features []Effects, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "beeswarm", Title: "What each feature does in each sample", XLabel: "part in the output",
		Width: 720, Height: 110 + 34*max(2, len(features)),
	}, opts, func(c *checker) { c.effects(features) })
	if err != nil {
		return nil, err
	}
	p, names := canvas.NewPanel(), []string(nil)
	lo, hi := 0.0, 0.0
	for _, f := range features {
		a, b := canvas.Bounds(f.Parts)
		lo, hi, names = min(lo, a), max(hi, b), append(names, f.Name)
	}
	canvas.Grid(p, true, false)
	p.Add(canvas.RuleX(0, canvas.Stroke(canvas.Muted, canvas.ThinWidth)))
	for k, f := range features {
		colors, heights := valueColors(f.Values), swarm(f.Parts, lo, hi)
		p.Add(canvas.Paint(lo, hi, -0.5, float64(len(features))-0.5, func(c draw.Canvas, x, y canvas.Mapping) {
			for i, part := range f.Parts {
				c.DrawGlyph(draw.GlyphStyle{Color: colors[i], Radius: vg.Points(1.7), Shape: draw.CircleGlyph{}}, vg.Point{X: x(part), Y: y(float64(k) + heights[i])})
			}
		}))
	}
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	canvas.Nominal(&p.Y, names)
	canvas.Widen(&p.X, 0.02, 0.02)
	return s.Chart(p, valueLegend(features)...), nil
}

// Dependence draws one panel per feature: the feature's contribution to the output against its
// value, with one point per sample. It leaves out samples whose value is NaN, and returns an error for
// a feature that has only NaN. It takes at most five features. All panels have the same vertical
// scale.
func Dependence(features []Effects, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "dependence", Title: "What the output has of a feature, by its value", YLabel: "part in the output", Width: 720, Height: 300,
	}, opts, func(c *checker) {
		if c.effects(features); len(features) > mostPanels {
			c.failf("too many features, %d (max %d)", len(features), mostPanels)
		}
	})
	if err != nil {
		return nil, err
	}
	lo, hi := 0.0, 0.0
	for _, f := range features {
		a, b := canvas.Bounds(f.Parts)
		lo, hi = min(lo, a), max(hi, b)
	}
	var panels []*plot.Plot
	for i, f := range features {
		p := canvas.NewPanel()
		canvas.Grid(p, true, true)
		var xs, ys []float64
		for j, v := range f.Values {
			if v == v {
				xs, ys = append(xs, v), append(ys, f.Parts[j])
			}
		}
		if len(xs) == 0 {
			return nil, fmt.Errorf("plots: %s: feature %q has no values", s.Name, f.Name)
		}
		p.Add(canvas.RuleY(0, canvas.Stroke(canvas.Muted, canvas.ThinWidth)))
		p.Add(canvas.Markers(xs, ys, draw.GlyphStyle{Color: canvas.Fade(canvas.Blue, 0.6), Radius: vg.Points(1.8), Shape: draw.CircleGlyph{}}))
		p.X.Tick.Marker = canvas.LinearTicks{Most: 4}
		p.X.Label.Text, p.Y.Min, p.Y.Max = f.Name, lo, hi
		canvas.Widen(&p.X, 0.04, 0.04)
		canvas.Widen(&p.Y, 0.05, 0.05)
		if i == 0 {
			p.Y.Label.Text = s.YLabel
		}
		panels = append(panels, p)
	}
	return s.Row(nil, slices.Repeat([]float64{1}, len(panels)), panels...), nil
}

// mostPanels is the largest number of panels.
const mostPanels = 5

// effects records the first error in the input.
func (c *checker) effects(features []Effects) {
	c.notEmpty("features", len(features))
	for i, f := range features {
		what := fmt.Sprintf("feature %d (%q)", i, f.Name)
		c.notEmpty("parts of "+what, len(f.Parts))
		c.length("Values of "+what, len(f.Values), len(f.Parts), "part")
		c.finite("Parts of "+what, f.Parts)
		if slices.ContainsFunc(f.Values, func(v float64) bool { return math.IsInf(v, 0) }) {
			c.failf("Values of %s must be finite numbers, or NaN for missing ones", what)
		}
	}
}

// swarmBins is the number of bins along a row into which points are grouped.
const swarmBins = 110

// swarm returns the vertical offset of each point from the middle of its row. The points of one bin
// are placed alternately on both sides of the middle.
func swarm(parts []float64, lo, hi float64) []float64 {
	bins, most := make([][]int, swarmBins+1), 1
	for i, v := range parts {
		b := 0
		if hi > lo {
			b = int(swarmBins * (v - lo) / (hi - lo))
		}
		bins[b] = append(bins[b], i)
		most = max(most, len(bins[b]))
	}
	step := min(0.09, 0.8/float64(most))
	offsets := make([]float64, len(parts))
	for _, bin := range bins {
		for n, i := range bin {
			offsets[i] = step * float64((n+1)/2) * float64(1-2*(n%2))
		}
	}
	return offsets
}

// valueColors returns a colour for each value by its rank, and grey for NaN.
func valueColors(values []float64) []color.Color {
	var order []int
	colors := make([]color.Color, len(values))
	for i, v := range values {
		if colors[i] = canvas.Muted; v == v {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		rank := 0.5
		if len(order) > 1 {
			rank = float64(from+to-1) / 2 / float64(len(order)-1)
		}
		for _, i := range order[from:to] {
			colors[i] = between(canvas.Blue, canvas.Vermillion, rank)
		}
		from = to
	}
	return colors
}

// between returns a mix of two colours.
func between(a, b color.NRGBA, share float64) color.NRGBA {
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + share*(float64(y)-float64(x)))) }
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 0xD0}
}

func valueLegend(features []Effects) []canvas.LegendEntry {
	dot := func(name string, c color.Color) canvas.LegendEntry {
		return canvas.GlyphEntry(name, draw.GlyphStyle{Color: c, Radius: vg.Points(2.5), Shape: draw.CircleGlyph{}})
	}
	legend := []canvas.LegendEntry{dot("low value", canvas.Blue), dot("high value", canvas.Vermillion)}
	for _, f := range features {
		if slices.ContainsFunc(f.Values, func(v float64) bool { return v != v }) {
			return append(legend, dot("no number", canvas.Muted))
		}
	}
	return legend
}

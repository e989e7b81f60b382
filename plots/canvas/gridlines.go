package canvas

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
)

// Grid draws hairlines at the labelled ticks of the axes asked for.
func Grid(p *plot.Plot, vertical, horizontal bool) {
	p.Add(freeGrid{p: p, vertical: vertical, horizontal: horizontal})
}

// freeGrid is the plotter behind Grid.
type freeGrid struct {
	p                    *plot.Plot
	vertical, horizontal bool
}

// Plot draws the hairlines. It implements plot.Plotter.
func (g freeGrid) Plot(c draw.Canvas, plt *plot.Plot) {
	x, y := plt.Transforms(&c)
	style := Stroke(Hair, ThinWidth)
	if g.vertical {
		for _, t := range labelled(plt.X) {
			c.StrokeLine2(style, x(t), c.Min.Y, x(t), c.Max.Y)
		}
	}
	if g.horizontal {
		for _, t := range labelled(plt.Y) {
			c.StrokeLine2(style, c.Min.X, y(t), c.Max.X, y(t))
		}
	}
}

// labelled returns the places of an axis' labelled ticks within its range.
func labelled(a plot.Axis) []float64 {
	var values []float64
	for _, t := range a.Tick.Marker.Ticks(a.Min, a.Max) {
		if t.Label != "" && t.Value >= a.Min && t.Value <= a.Max {
			values = append(values, t.Value)
		}
	}
	return values
}

package canvas

import (
	"image/color"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	gonumfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of text and lines, in points of 1/72 inch; a CSS pixel is
// 1/96 inch, so that 9 points are 12 pixels.
const (
	TickSize  = vg.Length(9)
	LabelSize = vg.Length(10.5)
	titleSize = vg.Length(12)
	LineWidth = vg.Length(1.6)
	ThinWidth = vg.Length(0.7)
)

// sans is the theme's font, the metric twin of Arial.
func sans(size vg.Length, weight font.Weight) gonumfont.Font {
	return gonumfont.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight, Size: size}
}

// TextStyle returns a style of the theme for text of the size given in points; it
// stands to the right of a point, on it.
func TextStyle(size vg.Length, weight font.Weight, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    sans(size, weight),
		XAlign:  text.XLeft,
		YAlign:  text.YBottom,
		Handler: plot.DefaultTextHandler,
	}
}

// Stroke returns a solid line of a width in points.
func Stroke(c color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width}
}

// Dashed returns a dashed line of a width in points.
func Dashed(c color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width, Dashes: []vg.Length{vg.Points(5), vg.Points(3)}}
}

// NewPanel returns an empty plot in the theme. The chart draws title, labels and
// legend: those of the plot itself stay empty.
func NewPanel() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // the chart has painted the paper
	styleAxis(&p.X)
	styleAxis(&p.Y)
	return p
}

// styleAxis applies the theme to one axis.
func styleAxis(a *plot.Axis) {
	a.Tick.Label.Font = sans(TickSize, font.WeightNormal)
	a.Tick.Label.Color = Ink
	a.Tick.LineStyle = Stroke(Muted, ThinWidth)
	a.Tick.Length = vg.Points(4)
	a.LineStyle = Stroke(Muted, ThinWidth)
	a.Padding = 0
	a.Tick.Marker = LinearTicks{Most: 7}
}

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

// Sizes of text and lines, in points (1/72 inch). A CSS pixel is 1/96 inch, so 9 points are 12
// pixels.
const (
	TickSize  = vg.Length(9)
	LabelSize = vg.Length(10.5)
	titleSize = vg.Length(12)
	titleLine = titleSize * 1.25 // from one line of a title to the next
	LineWidth = vg.Length(1.6)
	ThinWidth = vg.Length(0.7)
)

// sans returns the theme's font, which has the same metrics as Arial.
func sans(size vg.Length, weight font.Weight) gonumfont.Font {
	return gonumfont.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight, Size: size}
}

// TextStyle returns a text style of the theme, with the size in points. The text is placed to the
// right of its point, on the baseline.
func TextStyle(size vg.Length, weight font.Weight, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    sans(size, weight),
		XAlign:  text.XLeft,
		YAlign:  text.YBottom,
		Handler: plot.DefaultTextHandler,
	}
}

// Stroke returns a solid line style with a width in points.
func Stroke(c color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width}
}

// Dashed returns a dashed line style with a width in points.
func Dashed(c color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width, Dashes: []vg.Length{vg.Points(5), vg.Points(3)}}
}

// NewPanel returns an empty plot in the theme. Do not use the plot's own legend; the chart draws
// the title, labels and legend.
func NewPanel() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // the chart has already painted the background
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

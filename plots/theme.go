package plots

import (
	"image/color"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	gonumfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
)

// Colours of the theme. Paper is opaque, so that a figure reads the same on a
// dark page.
var (
	paper   = color.NRGBA{R: 0xFD, G: 0xFC, B: 0xFA, A: 0xFF}
	ink     = color.NRGBA{R: 0x22, G: 0x22, B: 0x26, A: 0xFF}
	muted   = color.NRGBA{R: 0x6B, G: 0x6B, B: 0x70, A: 0xFF}
	hairRGB = color.NRGBA{R: 0xE3, G: 0xE1, B: 0xDC, A: 0xFF}
)

// The palette of Okabe and Ito (2008), told apart under the common forms of
// colour blindness. Yellow is left out: it is too light for lines on paper.
var (
	blue       = color.NRGBA{R: 0x00, G: 0x72, B: 0xB2, A: 0xFF}
	orange     = color.NRGBA{R: 0xE6, G: 0x9F, B: 0x00, A: 0xFF}
	green      = color.NRGBA{R: 0x00, G: 0x9E, B: 0x73, A: 0xFF}
	purple     = color.NRGBA{R: 0xCC, G: 0x79, B: 0xA7, A: 0xFF}
	vermillion = color.NRGBA{R: 0xD5, G: 0x5E, B: 0x00, A: 0xFF}
	sky        = color.NRGBA{R: 0x56, G: 0xB4, B: 0xE9, A: 0xFF}
)

// seriesColor returns the colour of the i-th series; the palette repeats.
func seriesColor(i int) color.NRGBA {
	palette := [...]color.NRGBA{blue, orange, green, purple, vermillion, sky, muted}
	return palette[i%len(palette)]
}

// seriesGlyph returns the marker of the i-th series, a second cue beside colour.
func seriesGlyph(i int) draw.GlyphDrawer {
	glyphs := [...]draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
		draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PlusGlyph{},
	}
	return glyphs[i%len(glyphs)]
}

// seriesDashes returns the dash pattern of the i-th series: solid for the first
// round of the palette, dashed for the later ones.
func seriesDashes(i int) []vg.Length {
	if i < 7 {
		return nil
	}
	return []vg.Length{vg.Points(5), vg.Points(3)}
}

// fade returns c with its opacity scaled by a in [0, 1].
func fade(c color.NRGBA, a float64) color.NRGBA {
	c.A = uint8(float64(c.A)*a + 0.5)
	return c
}

// Sizes of text and lines, in points of 1/72 inch; a CSS pixel is
// 1/96 inch, so that 9 points are 12 pixels.
const (
	tickSize  = vg.Length(9)
	labelSize = vg.Length(10.5)
	titleSize = vg.Length(12)
	lineWidth = vg.Length(1.6)
	thinWidth = vg.Length(0.7)
)

// sans is the theme's font, the metric twin of Arial.
func sans(size vg.Length, weight font.Weight) gonumfont.Font {
	return gonumfont.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight, Size: size}
}

// textStyle returns a style of the theme; its alignment is left and baseline.
func textStyle(size vg.Length, weight font.Weight, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    sans(size, weight),
		XAlign:  text.XLeft,
		YAlign:  text.YBottom,
		Handler: plot.DefaultTextHandler,
	}
}

// stroke returns a line style of the theme.
func stroke(c color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width}
}

// dashed returns a dashed line style of the theme.
func dashed(c color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width, Dashes: []vg.Length{vg.Points(5), vg.Points(3)}}
}

// newPanel returns an empty plot in the theme. The chart draws title, labels and
// legend: those of the plot itself stay empty.
func newPanel() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil // the chart has painted the paper
	styleAxis(&p.X)
	styleAxis(&p.Y)
	return p
}

// styleAxis applies the theme to one axis.
func styleAxis(a *plot.Axis) {
	a.Tick.Label.Font = sans(tickSize, font.WeightNormal)
	a.Tick.Label.Color = ink
	a.Tick.LineStyle = stroke(muted, thinWidth)
	a.Tick.Length = vg.Points(4)
	a.LineStyle = stroke(muted, thinWidth)
	a.Padding = 0
	a.Tick.Marker = linearTicks{7}
}

// fontFace returns the theme's regular font.
func fontFace() *sfnt.Font {
	return plot.DefaultTextHandler.Cache().Lookup(sans(tickSize, font.WeightNormal), tickSize).Face
}

package canvas

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Colours of the theme: background, text, axes and rules, and grid lines. Paper is opaque, so a
// figure looks the same on a dark page.
var (
	Paper = color.NRGBA{R: 0xFD, G: 0xFC, B: 0xFA, A: 0xFF}
	Ink   = color.NRGBA{R: 0x22, G: 0x22, B: 0x26, A: 0xFF}
	Muted = color.NRGBA{R: 0x6B, G: 0x6B, B: 0x70, A: 0xFF}
	Hair  = color.NRGBA{R: 0xE3, G: 0xE1, B: 0xDC, A: 0xFF}
)

// The palette of Okabe and Ito (2008), whose colours readers with common forms of colour blindness
// can distinguish. Yellow is omitted because it is too light for lines on a light background.
var (
	Blue       = color.NRGBA{R: 0x00, G: 0x72, B: 0xB2, A: 0xFF}
	Orange     = color.NRGBA{R: 0xE6, G: 0x9F, B: 0x00, A: 0xFF}
	Green      = color.NRGBA{R: 0x00, G: 0x9E, B: 0x73, A: 0xFF}
	Purple     = color.NRGBA{R: 0xCC, G: 0x79, B: 0xA7, A: 0xFF}
	Vermillion = color.NRGBA{R: 0xD5, G: 0x5E, B: 0x00, A: 0xFF}
	Sky        = color.NRGBA{R: 0x56, G: 0xB4, B: 0xE9, A: 0xFF}
)

// paletteSize is the number of series colours.
const paletteSize = 7

// SeriesColor returns the colour of the i-th series. The palette repeats. If series have names, use
// [Colors] instead.
func SeriesColor(i int) color.NRGBA {
	palette := [paletteSize]color.NRGBA{Blue, Orange, Green, Purple, Vermillion, Sky, Muted}
	return palette[i%paletteSize]
}

// SeriesGlyph returns the marker of the i-th series, so that series differ in shape as well as
// colour.
func SeriesGlyph(i int) draw.GlyphDrawer {
	glyphs := [...]draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
		draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PlusGlyph{},
	}
	return glyphs[i%len(glyphs)]
}

// SeriesDashes returns the dash pattern of the i-th series: solid for the first round of the
// palette, and dashed after that.
func SeriesDashes(i int) []vg.Length {
	if i < 7 {
		return nil
	}
	return []vg.Length{vg.Points(5), vg.Points(3)}
}

// Fade returns c with its opacity multiplied by a. The factor a must be in [0, 1].
func Fade(c color.NRGBA, a float64) color.NRGBA {
	c.A = uint8(float64(c.A)*a + 0.5)
	return c
}

// Diverging maps a value in [−1, 1] to a colour: blue for −1, light grey for zero, and orange-brown
// for 1. Both halves have the same lightness profile but different hues, so readers with common
// forms of colour blindness can distinguish them.
func Diverging(v float64) color.NRGBA {
	arms := [...][3]float64{{11, 60, 111}, {86, 160, 208}, {247, 245, 242}, {238, 154, 85}, {154, 53, 0}}
	at := (math.Max(-1, math.Min(1, v)) + 1) * 2
	i := min(3, int(at))
	f := at - float64(i)
	mix := func(k int) uint8 { return uint8(math.Round(arms[i][k]*(1-f) + arms[i+1][k]*f)) }
	return color.NRGBA{R: mix(0), G: mix(1), B: mix(2), A: 0xFF}
}

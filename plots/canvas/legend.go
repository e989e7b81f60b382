package canvas

import (
	"image/color"

	"golang.org/x/image/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes in the legend.
const (
	thumbWidth  = vg.Length(20)
	thumbHeight = vg.Length(9)
	entryGap    = vg.Length(16)
)

// LegendEntry is a name in the legend with a sample of its style.
type LegendEntry struct {
	name   string
	sample Swatch
}

// drawLegend writes the entries in rows, from the left, and returns the area below them. The legend
// is above the panels, so it never hides data.
func (c *Chart) drawLegend(area draw.Canvas) draw.Canvas {
	if len(c.legend) == 0 {
		return area
	}
	style := TextStyle(TickSize, font.WeightNormal, Ink)
	style.YAlign = text.YCenter
	rowHeight := TickSize * 1.55
	x, y := area.Min.X+vg.Points(6), area.Max.Y-rowHeight/2
	for i, entry := range c.legend {
		width := thumbWidth + vg.Points(5) + style.Width(entry.name)
		if i > 0 && x+width > area.Max.X {
			x, y = area.Min.X+vg.Points(6), y-rowHeight
		}
		cell := area
		cell.Rectangle = vg.Rectangle{
			Min: vg.Point{X: x, Y: y - thumbHeight/2},
			Max: vg.Point{X: x + thumbWidth, Y: y + thumbHeight/2},
		}
		entry.sample.draw(cell)
		area.FillText(style, vg.Point{X: x + thumbWidth + vg.Points(5), Y: y}, entry.name)
		x += width + entryGap
	}
	return draw.Crop(area, 0, 0, 0, y-rowHeight-area.Max.Y)
}

// Swatch is a legend sample: a filled box, a line, a marker, or a combination of these.
type Swatch struct {
	Fill  color.Color
	Hatch int // index of the series whose hatching the filled box has
	Line  draw.LineStyle
	Glyph draw.GlyphStyle
}

// draw draws the sample into its area of the legend.
func (s Swatch) draw(c draw.Canvas) {
	if s.Fill != nil {
		c.FillPolygon(s.Fill, Corners(c.Rectangle))
		Hatch(c, c.Rectangle, s.Hatch)
	}
	mid := c.Center()
	if s.Line.Width > 0 {
		c.StrokeLine2(s.Line, c.Min.X, mid.Y, c.Max.X, mid.Y)
	}
	if s.Glyph.Shape != nil {
		c.DrawGlyph(s.Glyph, mid)
	}
}

// SwatchEntry returns a legend entry with the given sample.
func SwatchEntry(name string, s Swatch) LegendEntry {
	return LegendEntry{name: name, sample: s}
}

// FillEntry returns a legend entry with a filled box.
func FillEntry(name string, c color.Color) LegendEntry { return SwatchEntry(name, Swatch{Fill: c}) }

// LineEntry returns a legend entry with a line.
func LineEntry(name string, l draw.LineStyle) LegendEntry { return SwatchEntry(name, Swatch{Line: l}) }

// GlyphEntry returns a legend entry with a marker.
func GlyphEntry(name string, g draw.GlyphStyle) LegendEntry {
	return SwatchEntry(name, Swatch{Glyph: g})
}

package plots

import (
	"image/color"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of the legend.
const (
	thumbWidth  = vg.Length(20)
	thumbHeight = vg.Length(9)
	entryGap    = vg.Length(16)
)

// drawLegend writes the entries in rows from the left and returns the area below
// them. A legend above the data never hides any.
func (c *Chart) drawLegend(area draw.Canvas) draw.Canvas {
	if len(c.legend) == 0 {
		return area
	}
	style := textStyle(tickSize, font.WeightNormal, ink)
	style.YAlign = text.YCenter
	rowHeight := tickSize * 1.55
	x, y := area.Min.X+vg.Points(6), area.Max.Y-rowHeight/2
	for i, entry := range c.legend {
		width := thumbWidth + vg.Points(5) + style.Width(entry.name)
		if i > 0 && x+width > area.Max.X {
			x, y = area.Min.X+vg.Points(6), y-rowHeight
		}
		for _, thumb := range entry.thumb {
			cell := area
			cell.Rectangle = vg.Rectangle{
				Min: vg.Point{X: x, Y: y - thumbHeight/2},
				Max: vg.Point{X: x + thumbWidth, Y: y + thumbHeight/2},
			}
			thumb.Thumbnail(&cell)
		}
		area.FillText(style, vg.Point{X: x + thumbWidth + vg.Points(5), Y: y}, entry.name)
		x += width + entryGap
	}
	return draw.Crop(area, 0, 0, 0, y-rowHeight-area.Max.Y)
}

// swatch is a legend sample: a filled box, a line, a marker, or any of them.
type swatch struct {
	fill  color.Color
	line  draw.LineStyle
	glyph draw.GlyphStyle
}

// Thumbnail draws the sample. It implements plot.Thumbnailer.
func (s swatch) Thumbnail(c *draw.Canvas) {
	if s.fill != nil {
		c.FillPolygon(s.fill, corners(c.Rectangle))
	}
	mid := c.Center()
	if s.line.Width > 0 {
		c.StrokeLine2(s.line, c.Min.X, mid.Y, c.Max.X, mid.Y)
	}
	if s.glyph.Shape != nil {
		c.DrawGlyph(s.glyph, mid)
	}
}

// entry makes a legend entry of a sample.
func entry(name string, s swatch) legendEntry {
	return legendEntry{name: name, thumb: []plot.Thumbnailer{s}}
}

// fillEntry, lineEntry and glyphEntry are the common entries.
func fillEntry(name string, c color.Color) legendEntry { return entry(name, swatch{fill: c}) }

func lineEntry(name string, l draw.LineStyle) legendEntry { return entry(name, swatch{line: l}) }

func glyphEntry(name string, g draw.GlyphStyle) legendEntry { return entry(name, swatch{glyph: g}) }

package plots

import (
	"bytes"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Marks around a drawing that finishSVG turns into an SVG group with a title,
// which browsers show as a tooltip. They are private-use code points.
const (
	tooltipOpen  = "\uE000"
	tooltipClose = "\uE001"
)

var (
	svgTooltipOpen  = pattern(`(?s)<text [^>]*>` + tooltipOpen + `([^<]*)</text>`)
	svgTooltipClose = pattern(`(?s)<text [^>]*>` + tooltipClose + `</text>`)
)

// tooltip paints, and tells the reader of an SVG the text when the pointer rests
// on what was painted. Other formats are painted alone.
func tooltip(c draw.Canvas, text string, paint func()) {
	svg, ok := innermost(c).(*vgsvg.Canvas)
	if !ok {
		paint()
		return
	}
	face := plot.DefaultTextHandler.Cache().Lookup(sans(tickSize, 0), tickSize)
	svg.FillString(face, vg.Point{}, tooltipOpen+strings.NewReplacer(tooltipOpen, "", tooltipClose, "").Replace(text))
	paint()
	svg.FillString(face, vg.Point{}, tooltipClose)
}

// innermost unwraps a canvas that plots have padded.
func innermost(c vg.Canvas) vg.Canvas {
	for {
		inner, ok := c.(draw.Canvas)
		if !ok {
			return c
		}
		c = inner.Canvas
	}
}

// expandTooltips replaces the marks of tooltip by SVG elements.
func expandTooltips(svg []byte) []byte {
	if !bytes.Contains(svg, []byte(tooltipOpen)) {
		return svg
	}
	svg = svgTooltipOpen().ReplaceAll(svg, []byte("<g><title>$1</title>"))
	return svgTooltipClose().ReplaceAll(svg, []byte("</g>"))
}

package canvas

import (
	"bytes"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Markers around a drawing. finishSVG converts them to an SVG group with a title, which browsers
// show as a tooltip. They are private-use code points.
const (
	tooltipOpen  = "\uE000"
	tooltipClose = "\uE001"
)

var (
	svgTooltipOpen  = pattern(`(?s)<text [^>]*>` + tooltipOpen + `([^<]*)</text>`)
	svgTooltipClose = pattern(`(?s)<text [^>]*>` + tooltipClose + `</text>`)
)

// Tooltip calls paint and, in SVG, attaches a tooltip to the result. In other formats, it only
// calls paint.
func Tooltip(c draw.Canvas, text string, paint func()) {
	svg, ok := innermost(c).(*vgsvg.Canvas)
	if !ok {
		paint()
		return
	}
	face := plot.DefaultTextHandler.Cache().Lookup(sans(TickSize, 0), TickSize)
	svg.FillString(face, vg.Point{}, tooltipOpen+strings.NewReplacer(tooltipOpen, "", tooltipClose, "").Replace(text))
	paint()
	svg.FillString(face, vg.Point{}, tooltipClose)
}

// innermost returns the canvas inside the ones that plots add for padding.
func innermost(c vg.Canvas) vg.Canvas {
	for {
		inner, ok := c.(draw.Canvas)
		if !ok {
			return c
		}
		c = inner.Canvas
	}
}

// expandTooltips replaces the markers of Tooltip with SVG elements.
func expandTooltips(svg []byte) []byte {
	if !bytes.Contains(svg, []byte(tooltipOpen)) {
		return svg
	}
	svg = svgTooltipOpen().ReplaceAll(svg, []byte("<g><title>$1</title>"))
	return svgTooltipClose().ReplaceAll(svg, []byte("</g>"))
}

// OneLine makes a name safe for a box and for XML. Line breaks and other control characters become
// spaces, and invalid characters become U+FFFD.
func OneLine(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r):
			return ' '
		case r == 0xFFFE, r == 0xFFFF, strings.ContainsRune(tooltipOpen+tooltipClose, r):
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD"))
}

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

// Tooltip paints, and tells the reader of an SVG the text when the pointer rests
// on what was painted. Other formats are painted alone.
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

// expandTooltips replaces the marks of Tooltip by SVG elements.
func expandTooltips(svg []byte) []byte {
	if !bytes.Contains(svg, []byte(tooltipOpen)) {
		return svg
	}
	svg = svgTooltipOpen().ReplaceAll(svg, []byte("<g><title>$1</title>"))
	return svgTooltipClose().ReplaceAll(svg, []byte("</g>"))
}

// OneLine makes a name fit for a box and for XML: line breaks and other control
// characters become spaces, what is no character becomes U+FFFD.
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

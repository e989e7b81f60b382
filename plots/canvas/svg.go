package canvas

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// fontStack names the theme's font and its metric twins.
const fontStack = "'Liberation Sans', Arimo, Arial, Helvetica, sans-serif"

// The patterns are compiled when the first figure needs them, not when a program
// starts.
var (
	svgText   = pattern(`(?s)<text ([^>]*?)style="([^"]*)">([^<]*)</text>`)
	svgFamily = pattern(`font-family:[^;"]*`)
	svgSize   = pattern(`font-size:([0-9.]+)px`)
)

// pattern compiles an expression at its first use.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// finishSVG makes a document of gonum's SVG canvas portable: the font is named
// with its metric twins, each text carries its length, so that a stand-in font
// is squeezed to fit, and screen readers are told the title and what the figure
// shows in words.
func finishSVG(svg []byte, title, alt string) []byte {
	svg = expandTooltips(svg)
	svg = svgText().ReplaceAllFunc(svg, func(match []byte) []byte {
		part := svgText().FindSubmatch(match)
		style := svgFamily().ReplaceAllString(string(part[2]), "font-family:"+fontStack)
		return fmt.Appendf(nil, `<text %sstyle="%s"%s>%s</text>`, part[1], style, textLength(style, string(part[3])), part[3])
	})
	var attributes, description string
	if name := cmp.Or(title, alt); name != "" {
		attributes = fmt.Sprintf(` role="img" aria-label="%s"`, escape(name))
	}
	if alt != "" && alt != title {
		description = "<desc>" + escape(alt) + "</desc>"
	}
	open := bytes.Index(svg, []byte("<svg"))
	end := open + bytes.IndexByte(svg[open:], '>')
	return slices.Concat(svg[:end], []byte(attributes), []byte(">"), []byte(description), svg[end+1:])
}

// escape makes a text fit for XML.
func escape(text string) string {
	var escaped strings.Builder
	_ = xml.EscapeText(&escaped, []byte(text)) // a builder takes every write
	return escaped.String()
}

// textLength returns the attributes that fix the length of a text.
func textLength(style, content string) string {
	size := svgSize().FindStringSubmatch(style)
	if size == nil {
		return ""
	}
	points, err := strconv.ParseFloat(size[1], 64)
	if err != nil {
		return ""
	}
	weight := font.WeightNormal
	if strings.Contains(style, "font-weight:bold") {
		weight = font.WeightBold
	}
	width := TextWidth(html.UnescapeString(content), vg.Length(points), weight)
	return fmt.Sprintf(` textLength="%.2f" lengthAdjust="spacingAndGlyphs"`, width.Points())
}

// TextWidth is the width of a text in the theme's font, in points.
func TextWidth(s string, size vg.Length, weight font.Weight) vg.Length {
	w, _, _ := plot.DefaultTextHandler.Box(s, sans(size, weight))
	return w
}

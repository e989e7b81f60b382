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

// fontStack lists the theme's font and fonts with the same metrics.
const fontStack = "'Liberation Sans', Arimo, Arial, Helvetica, sans-serif"

// The patterns are compiled at first use, which keeps program start fast.
var (
	svgText   = pattern(`(?s)<text ([^>]*?)style="([^"]*)">([^<]*)</text>`)
	svgFamily = pattern(`font-family:[^;"]*`)
	svgSize   = pattern(`font-size:([0-9.]+)px`)
)

// pattern returns a function that compiles an expression at its first call.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// finishSVG makes the output of gonum's SVG canvas portable. It adds fallback fonts with the same
// metrics, and the length of each text, so that a different font is squeezed to fit. It adds the
// title and the text description for screen readers.
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

// escape escapes a text for XML.
func escape(text string) string {
	var escaped strings.Builder
	_ = xml.EscapeText(&escaped, []byte(text)) // writing to a builder cannot fail
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

// TextWidth returns the width of a text in the theme's font, in points.
func TextWidth(s string, size vg.Length, weight font.Weight) vg.Length {
	w, _, _ := plot.DefaultTextHandler.Box(s, sans(size, weight))
	return w
}

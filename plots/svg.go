package plots

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"html"
	"regexp"
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
// is squeezed to fit, and the title is told to screen readers.
func finishSVG(svg []byte, title string) []byte {
	svg = expandTooltips(svg)
	svg = svgText().ReplaceAllFunc(svg, func(match []byte) []byte {
		part := svgText().FindSubmatch(match)
		style := svgFamily().ReplaceAllString(string(part[2]), "font-family:"+fontStack)
		return fmt.Appendf(nil, `<text %sstyle="%s"%s>%s</text>`, part[1], style, textLength(style, string(part[3])), part[3])
	})
	if title == "" {
		return svg
	}
	var name bytes.Buffer
	if xml.EscapeText(&name, []byte(title)) != nil {
		return svg
	}
	open := bytes.Index(svg, []byte("<svg"))
	end := open + bytes.IndexByte(svg[open:], '>') + 1
	head := append([]byte(nil), svg[:end-1]...)
	head = fmt.Appendf(head, ` role="img" aria-label="%s">`, name.Bytes())
	return append(head, svg[end:]...)
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
	width := textWidth(html.UnescapeString(content), vg.Length(points), weight)
	return fmt.Sprintf(` textLength="%.2f" lengthAdjust="spacingAndGlyphs"`, width.Points())
}

// textWidth measures a text in the theme's font.
func textWidth(s string, size vg.Length, weight font.Weight) vg.Length {
	w, _, _ := plot.DefaultTextHandler.Box(s, sans(size, weight))
	return w
}

// svgElement returns the svg element of a document, fit to stand in HTML.
func svgElement(svg []byte) []byte {
	if i := bytes.Index(svg, []byte("<svg")); i > 0 {
		return svg[i:]
	}
	return svg
}

package inline

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// Content is one value in several forms. A reader shows the richest form that it supports. Empty
// forms are omitted.
type Content struct {
	// Text is plain text, for terminals and for readers who cannot see the other forms.
	Text string
	// HTML is an element for the cell's output. Display does not escape it.
	HTML string
	// SVG is a document. PNG is an image of Width × Height CSS pixels.
	SVG           string
	PNG           []byte
	Width, Height int
	// More holds other forms by MIME type. A value is JSON for JSON types, base64 for binary types,
	// and text otherwise.
	More map[string]string
}

// Display shows a content in the output of a notebook cell. Outside a notebook, it prints the text.
// It returns an error if it cannot reach the kernel.
func Display(c Content) error {
	if shown() {
		return c.send("")
	}
	_, err := fmt.Fprintln(os.Stdout, strings.TrimSuffix(c.Text, "\n"))
	return err
}

// IsJSON reports whether a MIME type is a JSON type. Jupyter messages hold the content of such a
// type as a JSON value instead of as text.
func IsJSON(kind string) bool { return kind == "application/json" || strings.HasSuffix(kind, "+json") }

// fitting limits the width of an SVG document to the width of the page, so that narrow screens do
// not cut it off.
func fitting(svg string) string {
	return strings.Replace(svg, "<svg ", `<svg style="max-width:100%;height:auto" `, 1)
}

// svgElement returns the svg element of a document, ready for use in HTML.
func svgElement(svg []byte) string {
	return fitting(string(svg[max(0, bytes.Index(svg, []byte("<svg"))):]))
}

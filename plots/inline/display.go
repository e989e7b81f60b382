package inline

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// Content is one thing in several forms, of which a reader shows the richest that it
// can; empty ones are not there.
type Content struct {
	// Text is the thing in plain words, for terminals and those who cannot see it.
	Text string
	// HTML is an element for the output of a cell. Nothing in it is escaped.
	HTML string
	// SVG is a document, PNG a picture of Width × Height CSS pixels.
	SVG           string
	PNG           []byte
	Width, Height int
	// More holds further forms by their MIME type: text, JSON for the types of JSON, base64 for others.
	More map[string]string
}

// Display shows a content in the output of a notebook's cell; elsewhere it prints
// the text. Errors: the kernel cannot be reached.
func Display(c Content) error {
	if shown() {
		return c.send("")
	}
	_, err := fmt.Fprintln(os.Stdout, strings.TrimSuffix(c.Text, "\n"))
	return err
}

// IsJSON reports whether a MIME type is one of JSON, whose content a message of Jupyter holds as a value instead of as text.
func IsJSON(kind string) bool { return kind == "application/json" || strings.HasSuffix(kind, "+json") }

// fitting makes an SVG document as narrow as the page where that is narrower: a
// phone, on which it would be cut.
func fitting(svg string) string {
	return strings.Replace(svg, "<svg ", `<svg style="max-width:100%;height:auto" `, 1)
}

// svgElement returns the svg element of a document, fit to stand in HTML.
func svgElement(svg []byte) string {
	return fitting(string(svg[max(0, bytes.Index(svg, []byte("<svg"))):]))
}

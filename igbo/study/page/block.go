package page

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

// Text is a paragraph.
type Text string

func (t Text) element(func(string) string) (template.HTML, error) {
	return tagged("p", "", string(t)), nil
}

// Statement is a paragraph that stands out: what the page says in a sentence.
type Statement string

func (s Statement) element(func(string) string) (template.HTML, error) {
	return tagged("p", "statement", string(s)), nil
}

// Code is what one types, such as a command.
type Code string

func (c Code) element(func(string) string) (template.HTML, error) {
	return "<pre>" + tagged("code", "", string(c)) + "</pre>", nil
}

// Facts are names and what they are.
type Facts [][2]string

func (f Facts) element(func(string) string) (template.HTML, error) {
	var b strings.Builder
	b.WriteString("<dl>")
	for _, fact := range f {
		b.WriteString(string("<div>" + tagged("dt", "", fact[0]) + tagged("dd", "", fact[1]) + "</div>"))
	}
	b.WriteString("</dl>")
	return template.HTML(b.String()), nil
}

// tagged is an element around a text, which is escaped.
func tagged(tag, class, text string) template.HTML {
	if class != "" {
		class = fmt.Sprintf(" class=%q", class)
	}
	return template.HTML(fmt.Sprintf("<%s%s>%s</%[1]s>", tag, class, html.EscapeString(text)))
}

// wide is the number of columns from which on a table lies on a page on its side.
const wide = 9

// Table is a study's table.
type Table study.Table

func (t Table) element(anchor func(text string) string) (template.HTML, error) {
	class := "table"
	if len(t.Header) >= wide {
		class += " wide"
	}
	return template.HTML(fmt.Sprintf(`<div class="%s" id="%s" style="--columns:%d">%s</div>`, class, anchor(t.Name), max(len(t.Header), 1), study.Table(t).HTML())), nil
}

// Figure is a figure as a drawing within the page.
type Figure struct{ plots.Figure }

// around is what a drawing's file has before its element, and the names of its notations, which a page
// does not need.
var (
	before    = regexp.MustCompile(`(?s)^.*?<svg`)
	notations = regexp.MustCompile(`\s+xmlns(:\w+)?="[^"]*"`)
)

func (f Figure) element(anchor func(text string) string) (template.HTML, error) {
	svg, err := f.SVG()
	if err != nil {
		return "", err
	}
	open := bytes.IndexByte(svg[bytes.Index(svg, []byte("<svg")):], '>') + bytes.Index(svg, []byte("<svg"))
	head := notations.ReplaceAllString(before.ReplaceAllString(string(svg[:open]), "<svg"), "")
	width, _ := f.Size()
	name := cmp.Or(f.Alt(), f.Title(), f.FigureName())
	if !strings.Contains(head, "aria-label") {
		head += fmt.Sprintf(` role="img" aria-label="%s"`, html.EscapeString(name))
	}
	caption := template.HTML("")
	if name != f.Title() {
		caption = tagged("figcaption", "", name)
	}
	return template.HTML(fmt.Sprintf(`<figure id="%s"><div class="drawing">%s style="--width:%dpx"%s</div>%s</figure>`,
		anchor("figure-"+f.FigureName()), head, width, svg[open:], caption)), nil
}

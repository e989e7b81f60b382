package page

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/study"
	"github.com/igbolab/igbolab/plots"
)

var (
	//go:embed page.html
	layout string
	//go:embed page.css
	style string
)

// Page is what a file shows.
type Page struct {
	Title string
	// Blocks stand before the first section.
	Blocks []Block
	// Sections follow; where there are two or more, a table of contents leads to them.
	Sections []Section
	// Footer is the last line.
	Footer string
}

// Section is a part of a page with a heading of its own.
type Section struct {
	Title string
	// Anchor is what comes after # in the address of the section; where it is
	// empty, the title with hyphens for all that is no letter and no digit.
	Anchor string
	// About is what the table of contents says of it; empty for nothing.
	About  string
	Blocks []Block
}

// Block is a paragraph, a list, a table, a figure or a fold of blocks.
type Block interface {
	// element is the block as HTML; anchor makes a text an anchor that nothing else has.
	element(anchor func(text string) string) (template.HTML, error)
}

// drawn is a section as the layout takes it.
type drawn struct {
	Title, Anchor, About string
	Elements             []template.HTML
}

// HTML is the page as a file. The progress, where it is not nil, is told after each section how many are done, of
// how many. Errors: a figure that cannot be drawn, with the section's title.
func (p Page) HTML(progress func(done, total int)) ([]byte, error) {
	content := struct {
		Title, Footer string
		Style         template.CSS
		Elements      []template.HTML
		Sections      []drawn
	}{Title: p.Title, Footer: p.Footer, Style: template.CSS(style)}
	var err error
	taken := anchors{"contents": true}
	for _, s := range p.Sections {
		content.Sections = append(content.Sections, drawn{Title: s.Title, Anchor: taken.of(cmp.Or(s.Anchor, slug(s.Title))), About: s.About})
	}
	if content.Elements, err = elements(p.Blocks, taken.below("")); err != nil {
		return nil, err
	}
	for i, s := range p.Sections {
		d := &content.Sections[i]
		if d.Elements, err = elements(s.Blocks, taken.below(d.Anchor+"-")); err != nil {
			return nil, fmt.Errorf("page: %s: %w", s.Title, err)
		}
		if progress != nil {
			progress(i+1, len(p.Sections))
		}
	}
	t, err := template.New("page").Parse(layout)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, content)
	return b.Bytes(), err
}

// elements are the blocks as HTML.
func elements(blocks []Block, anchor func(text string) string) ([]template.HTML, error) {
	return study.Try(blocks, func(_ int, b Block) (template.HTML, error) { return b.element(anchor) })
}

var beside = regexp.MustCompile(`[^\pL\pN]+`)

// slug is a text fit for an anchor.
func slug(text string) string {
	return strings.Trim(beside.ReplaceAllString(strings.ToLower(text), "-"), "-")
}

// anchors are those that are taken.
type anchors map[string]bool

// of is an anchor that nothing else has, the name itself where it is free.
func (a anchors) of(name string) string {
	free := name
	for i := 2; a[free] || free == ""; i++ {
		free = fmt.Sprintf("%s-%d", name, i)
	}
	a[free] = true
	return free
}

// below makes texts anchors that begin with a prefix.
func (a anchors) below(prefix string) func(text string) string {
	return func(text string) string { return a.of(prefix + slug(text)) }
}

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

// Fold is blocks that are not shown until one asks for them; on paper they all are.
type Fold struct {
	Title  string
	Blocks []Block
}

func (f Fold) element(anchor func(text string) string) (template.HTML, error) {
	var b strings.Builder
	b.WriteString("<details>" + string(tagged("summary", "", f.Title)))
	all, err := elements(f.Blocks, anchor)
	for _, e := range all {
		b.WriteString("\n" + string(e))
	}
	b.WriteString("\n</details>")
	return template.HTML(b.String()), err
}

// tagged is an element around a text, which is escaped.
func tagged(tag, class, text string) template.HTML {
	if class != "" {
		class = fmt.Sprintf(" class=%q", class)
	}
	return template.HTML(fmt.Sprintf("<%s%s>%s</%[1]s>", tag, class, html.EscapeString(text)))
}

// prose is the length of a cell, in bytes, from which on a table is to be read rather than compared: on a phone its cells stand one below the other.
const prose = 120

// wide is the number of columns from which on a table lies on a page on its side.
const wide = 9

// Table is a study's table.
type Table study.Table

func (t Table) element(anchor func(text string) string) (template.HTML, error) {
	class := "table"
	if len(t.Header) >= wide {
		class += " wide"
	}
	if slices.ContainsFunc(t.Rows, func(row []string) bool {
		return slices.ContainsFunc(row, func(cell string) bool { return len(cell) >= prose })
	}) {
		class += " prose"
	}
	return template.HTML(fmt.Sprintf(`<div class="%s" id="%s" style="--columns:%d">%s</div>`, class, anchor(t.Name), max(len(t.Header), 1), study.Table(t).HTML())), nil
}

// Figure is a figure as a drawing within the page.
type Figure struct{ plots.Figure }

// notations are the names of a drawing's, which a page does not need.
var notations = regexp.MustCompile(`\s+xmlns(:\w+)?="[^"]*"`)

func (f Figure) element(anchor func(text string) string) (template.HTML, error) {
	svg, err := f.SVG()
	if err != nil {
		return "", err
	}
	svg = svg[bytes.Index(svg, []byte("<svg")):] // without what a file has before
	open := bytes.IndexByte(svg, '>')
	head := notations.ReplaceAllString(string(svg[:open]), "")
	width, _ := f.Size()
	name := cmp.Or(f.Alt(), f.Title(), f.FigureName())
	if !strings.Contains(head, "aria-label") {
		head += fmt.Sprintf(` role="img" aria-label="%s"`, html.EscapeString(name))
	}
	caption := template.HTML("")
	if !strings.HasPrefix(name, f.Title()) { // a description that figures make of themselves says in words what is drawn
		caption = tagged("figcaption", "", name)
	}
	return template.HTML(fmt.Sprintf(`<figure id="%s"><div class="drawing">%s style="--width:%dpx"%s</div>%s</figure>`,
		anchor("figure-"+f.FigureName()), head, width, svg[open:], caption)), nil
}

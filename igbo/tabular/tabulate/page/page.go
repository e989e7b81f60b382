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

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
	"github.com/igbolab/igbolab/plots"
)

var (
	//go:embed page.html
	layout string
	//go:embed page.css
	style string
)

// A Page is the content of an HTML file.
type Page struct {
	Title string
	// Blocks are shown before the first section.
	Blocks []Block
	// Sections lists the sections. If there are two or more, the page has a table of contents.
	Sections []Section
	// Footer is the last line.
	Footer string
}

// A Section is a part of a page with a separate heading.
type Section struct {
	Title string
	// Anchor is the fragment after # in the address of the section. If it is empty, the title is used, with hyphens for everything except
	// letters and digits.
	Anchor string
	// About describes the section in the table of contents; it can be empty.
	About  string
	Blocks []Block
}

// A Block is a paragraph, a list, a table, a figure or a fold of blocks.
type Block interface {
	// element returns the block as HTML. The function anchor returns a unique anchor for a text.
	element(anchor func(text string) string) (template.HTML, error)
}

// drawn is a section for the template.
type drawn struct {
	Title, Anchor, About string
	Elements             []template.HTML
}

// HTML returns the page as a file. If progress is set, it is called after each section with the number of sections that are done and their
// total. HTML returns an error, with the section's title, if a figure cannot be drawn.
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

// elements returns the blocks as HTML.
func elements(blocks []Block, anchor func(text string) string) (all []template.HTML, err error) {
	for _, b := range blocks {
		e, err := b.element(anchor)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

var beside = regexp.MustCompile(`[^\pL\pN]+`)

// slug returns a text that is valid as an anchor.
func slug(text string) string {
	return strings.Trim(beside.ReplaceAllString(strings.ToLower(text), "-"), "-")
}

// anchors is the set of used anchors.
type anchors map[string]bool

// of returns a unique anchor: the name itself if it is not used yet.
func (a anchors) of(name string) string {
	free := name
	for i := 2; a[free] || free == ""; i++ {
		free = fmt.Sprintf("%s-%d", name, i)
	}
	a[free] = true
	return free
}

// below returns a function that makes anchors with a prefix.
func (a anchors) below(prefix string) func(text string) string {
	return func(text string) string { return a.of(prefix + slug(text)) }
}

// Text is a paragraph.
type Text string

func (t Text) element(func(string) string) (template.HTML, error) {
	return tagged("p", "", string(t)), nil
}

// Statement is an emphasised paragraph: the result of the page in one sentence.
type Statement string

func (s Statement) element(func(string) string) (template.HTML, error) {
	return tagged("p", "statement", string(s)), nil
}

// Code is text to type, such as a command.
type Code string

func (c Code) element(func(string) string) (template.HTML, error) {
	return "<pre>" + tagged("code", "", string(c)) + "</pre>", nil
}

// Facts is a list of names and values.
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

// A Fold holds blocks that the reader can unfold. On paper they are all shown.
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

// tagged returns an element with an escaped text.
func tagged(tag, class, text string) template.HTML {
	if class != "" {
		class = fmt.Sprintf(" class=%q", class)
	}
	return template.HTML(fmt.Sprintf("<%s%s>%s</%[1]s>", tag, class, html.EscapeString(text)))
}

// prose is the cell length, in bytes, from which a table has text to read rather than values to compare. On a narrow screen the cells of
// such a table are shown one below the other.
const prose = 120

// wide is the number of columns from which a table is printed in landscape format.
const wide = 9

// Table is a table.
type Table tabulate.Table

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
	return template.HTML(fmt.Sprintf(`<div class="%s" id="%s" style="--columns:%d">%s</div>`, class, anchor(t.Name), max(len(t.Header), 1), tabulate.Table(t).HTML())), nil
}

// Figure is a figure, drawn as SVG within the page.
type Figure struct{ plots.Figure }

// notations matches the XML namespaces of an SVG file, which HTML does not need.
var notations = regexp.MustCompile(`\s+xmlns(:\w+)?="[^"]*"`)

func (f Figure) element(anchor func(text string) string) (template.HTML, error) {
	svg, err := f.SVG()
	if err != nil {
		return "", err
	}
	svg = svg[bytes.Index(svg, []byte("<svg")):] // without the XML prologue
	open := bytes.IndexByte(svg, '>')
	head := notations.ReplaceAllString(string(svg[:open]), "")
	width, _ := f.Size()
	name := cmp.Or(f.Alt(), f.Title(), f.FigureName())
	if !strings.Contains(head, "aria-label") {
		head += fmt.Sprintf(` role="img" aria-label="%s"`, html.EscapeString(name))
	}
	caption := template.HTML("")
	if !strings.HasPrefix(name, f.Title()) { // the default description names the kind of drawing
		caption = tagged("figcaption", "", name)
	}
	return template.HTML(fmt.Sprintf(`<figure id="%s"><div class="drawing">%s style="--width:%dpx"%s</div>%s</figure>`,
		anchor("figure-"+f.FigureName()), head, width, svg[open:], caption)), nil
}

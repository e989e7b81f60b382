package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"regexp"
	"strings"
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

// Block is a paragraph, a list, a table or a figure.
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
		content.Sections = append(content.Sections, drawn{Title: s.Title, Anchor: taken.of(s.anchor()), About: s.About})
	}
	if content.Elements, err = elements(p.Blocks, taken, ""); err != nil {
		return nil, err
	}
	for i, s := range p.Sections {
		d := &content.Sections[i]
		if d.Elements, err = elements(s.Blocks, taken, d.Anchor+"-"); err != nil {
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

func elements(blocks []Block, taken anchors, prefix string) (all []template.HTML, err error) {
	for _, b := range blocks {
		e, err := b.element(func(text string) string { return taken.of(prefix + slug(text)) })
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

var beside = regexp.MustCompile(`[^\pL\pN]+`)

// anchor is the section's, made of its title where it has none.
func (s Section) anchor() string {
	if s.Anchor != "" {
		return s.Anchor
	}
	return slug(s.Title)
}

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

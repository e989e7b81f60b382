package site

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
)

// coverTag marks the cell whose slider is shown on the start page.
const coverTag = "cover"

//go:embed start.html
var startPage string

// chapter is a notebook on the start page.
type chapter struct {
	Title, Question string
	Path            string
	Solutions       string // path of the notebook with its solutions, or "" if the site has none
}

// start writes the first page of the site: a picture, the notebooks, and the features in a browser.
func (m *maker) start() error {
	var chapters []chapter
	picture := template.HTML("")
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		if path.Ext(name) != ".ipynb" || path.Base(path.Dir(name)) == "solutions" {
			continue
		}
		n, err := ipynb.Read(m.Files[name])
		if err != nil {
			return fmt.Errorf("site: %s: %w", name, err)
		}
		c := opening(n)
		c.Path = name
		if c.Title == "" {
			c.Title = strings.TrimSuffix(path.Base(name), ".ipynb")
		}
		if solved := path.Join(path.Dir(name), "solutions", path.Base(name)); m.Files[solved] != nil {
			c.Solutions = solved
		}
		chapters = append(chapters, c)
		if html := n.Shows(coverTag); html != "" && picture == "" && harmless(html) {
			picture = template.HTML(html)
		}
	}
	page, err := template.New("start").Parse(startPage)
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	var b bytes.Buffer
	if err := page.Execute(&b, map[string]any{"Chapters": chapters, "Picture": picture}); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	return m.write("index.html", b.Bytes())
}

// opening returns the title of a notebook and its first question.
func opening(n *ipynb.Notebook) (c chapter) {
	heading, question := regexp.MustCompile(`(?m)^# (.+)$`), regexp.MustCompile(`(?m)^\*\*Question\.\*\* (.+)$`)
	for _, cell := range n.Cells() {
		if cell.Code {
			continue
		}
		if m := heading.FindStringSubmatch(cell.Source); m != nil && c.Title == "" {
			c.Title = plain(m[1])
		}
		if m := question.FindStringSubmatch(cell.Source); m != nil {
			c.Question = plain(m[1])
			break
		}
	}
	return c
}

// plain returns Markdown without markup.
func plain(text string) string {
	links := regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	return strings.NewReplacer("*", "", "`", "", "$", "").Replace(links.ReplaceAllString(text, "$1"))
}

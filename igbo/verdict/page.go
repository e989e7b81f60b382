package verdict

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"html/template"

	"github.com/igbolab/igbolab/igbo"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// drawing is a figure in the page.
type drawing struct {
	Title, Alt    string
	Source        template.URL
	Width, Height int
}

// Page is the verdict as one HTML file with its tables and every figure; it needs no network
// and runs no script.
func (v *Verdict) Page() ([]byte, error) {
	figures, err := v.Figures() // which checks the verdict
	if err != nil {
		return nil, err
	}
	content := struct {
		*Verdict
		Version  string
		Tables   []template.HTML
		Drawings []drawing
	}{Verdict: v, Version: igbo.Info().Version}
	for _, t := range v.Tables() {
		content.Tables = append(content.Tables, template.HTML(t.HTML())) // which escapes its cells
	}
	for _, f := range figures {
		svg, err := f.SVG()
		if err != nil {
			return nil, err
		}
		width, height := f.Size()
		source := template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg))
		content.Drawings = append(content.Drawings, drawing{f.Title(), f.Alt(), source, width, height})
	}
	var b bytes.Buffer
	err = page.Execute(&b, content)
	return b.Bytes(), err
}

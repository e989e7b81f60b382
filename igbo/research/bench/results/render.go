package results

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/igbolab/igbolab/igbo/research/bench/outcome"
)

// The files of the folder that are not runs.
const (
	templateName = "results.md.tmpl"
	profilesName = "profiles.md"
)

// page has the data of the template.
type page struct {
	Embedded, AVX2, XLA, CUDA Section
	Profiles                  string
}

// Render creates RESULTS.md from a folder with runs, the template and the profiles.
func Render(dir string) ([]byte, error) {
	runs, err := Load(dir)
	if err != nil {
		return nil, err
	}
	profiles, err := os.ReadFile(filepath.Join(dir, profilesName))
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	t, err := template.ParseFiles(filepath.Join(dir, templateName))
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	p := page{
		NewSection(outcome.Embedded, runs), NewSection(outcome.AVX2, runs), NewSection(outcome.XLACPU, runs), NewSection(outcome.CUDA, runs), string(profiles),
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	return b.Bytes(), nil
}

// Goals returns the goals of all targets in one Markdown table.
func (p page) Goals() string {
	t := outcome.Table{Header: []string{"backend", "work", "goal", "measured", ""}}
	for _, s := range []Section{p.Embedded, p.AVX2, p.XLA, p.CUDA} {
		for _, table := range outcome.Tables(s.Rows, s.Goals) {
			if table.Title != "Goals" {
				continue
			}
			for _, cells := range table.Cells {
				t.Cells = append(t.Cells, append([]string{string(s.Target)}, cells...))
			}
		}
	}
	return t.Markdown()
}

// Tally counts the goals that are met, by target.
func (p page) Tally() string {
	var parts []string
	for _, s := range []Section{p.Embedded, p.AVX2, p.XLA, p.CUDA} {
		met, judged := 0, 0
		for _, g := range s.Goals {
			if g.Met == nil {
				continue
			}
			judged++
			if *g.Met {
				met++
			}
		}
		if judged > 0 {
			parts = append(parts, fmt.Sprintf("%d of %d for %s", met, judged, s.Target.Title()))
		}
	}
	return strings.Join(parts, ", ")
}

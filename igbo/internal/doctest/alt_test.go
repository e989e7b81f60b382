package doctest

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
)

var (
	ofSVG     = regexp.MustCompile(`<svg[^>]* aria-label="([^"]+)"`)
	ofImage   = regexp.MustCompile(`<img [^>]*>`)
	imageAlt  = regexp.MustCompile(`\balt="[^"]*\pL[^"]*"`)
	inText    = regexp.MustCompile(`!\[([^\]]*)\]\(`)
	pageFiles = []string{"README.md", "igbo/README.md", "notebooks/findings.md", "notebooks/pages/results.md", "notebooks/pages/own_data.md", "notebooks/pages/teaching.md"}
)

// TestFiguresHaveWords checks that each figure of the notebooks and of the pages has a text alternative.
func TestFiguresHaveWords(t *testing.T) {
	drawn := 0
	for file, b := range books(t) {
		for _, c := range b.Cells {
			for _, m := range inText.FindAllStringSubmatch(c.text(), -1) {
				if c.Type == "markdown" && strings.TrimSpace(m[1]) == "" {
					t.Errorf("%s, cell %q has a picture without words", file, c.ID)
				}
			}
			for _, o := range c.Outputs {
				page := whole(o.Data["text/html"])
				images := ofImage.FindAllString(page, -1)
				for _, image := range images {
					if !imageAlt.MatchString(image) {
						t.Errorf("%s, cell %q shows a picture without words", file, c.ID)
					}
				}
				if o.Data["image/png"] == nil {
					continue
				}
				if drawn++; len(images) == 0 && !ofSVG.MatchString(whole(o.Data["image/svg+xml"])) {
					t.Errorf("%s, cell %q shows a figure without words", file, c.ID)
				}
			}
		}
	}
	for _, file := range pageFiles {
		for _, m := range inText.FindAllStringSubmatch(read(t, file), -1) {
			if strings.TrimSpace(m[1]) == "" {
				t.Errorf("%s has a picture without words", file)
			}
		}
	}
	if drawn < 50 {
		t.Errorf("%d figures found, so the test looks past them", drawn)
	}
}

var (
	ofFrames = regexp.MustCompile(`const lines = (\[".*"\]);\n\s*const frames = (\[.*\]);`)
	ofDesc   = regexp.MustCompile(`<desc>([^<]*)</desc>`)
)

// TestChoicesAreNamed checks that the title or the legend of each frame of a slider or a list names the choice, and that no two frames have
// the same description.
func TestChoicesAreNamed(t *testing.T) {
	looked := 0
	for file, b := range books(t) {
		for _, c := range b.Cells {
			for _, o := range c.Outputs {
				m := ofFrames.FindStringSubmatch(whole(o.Data["text/html"]))
				if m == nil {
					continue
				}
				looked++
				var lines []string
				var frames [][]int
				if err := errors.Join(json.Unmarshal([]byte(m[1]), &lines), json.Unmarshal([]byte(m[2]), &frames)); err != nil {
					t.Fatalf("%s, cell %q: %v", file, c.ID, err)
				}
				reported := map[string]bool{}
				for i, frame := range frames {
					var drawing strings.Builder
					for _, n := range frame {
						drawing.WriteString(lines[n])
					}
					desc := ofDesc.FindString(drawing.String())
					if desc == "" || reported[desc] {
						t.Errorf("%s, cell %q: drawing %d does not name the choice that it shows: %q", file, c.ID, i, desc)
					}
					reported[desc] = true
				}
			}
		}
	}
	if looked < 10 {
		t.Errorf("%d sliders and lists found, so the test looks past them", looked)
	}
}

// whole returns a text that a notebook stores as one string or as a list of lines.
func whole(text any) string {
	if lines, ok := text.([]any); ok {
		var b strings.Builder
		for _, line := range lines {
			b.WriteString(whole(line))
		}
		return b.String()
	}
	one, _ := text.(string)
	return one
}

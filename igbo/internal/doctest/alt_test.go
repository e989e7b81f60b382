package doctest

import (
	"encoding/json"
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

// TestFiguresHaveWords: each figure of the notebooks and of the pages around them says in words what it shows, for
// those who do not see it.
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
	ofFrames = regexp.MustCompile(`const frames = (\[".*"\]);`)
	ofDesc   = regexp.MustCompile(`<desc>([^<]*)</desc>`)
)

// TestChoicesAreNamed: what a slider or a list shows says in its title or legend which choice it is, so that no two of
// its drawings say the same.
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
				var frames []string
				if err := json.Unmarshal([]byte(m[1]), &frames); err != nil {
					t.Fatalf("%s, cell %q: %v", file, c.ID, err)
				}
				said := map[string]bool{}
				for i, frame := range frames {
					desc := ofDesc.FindString(frame)
					if desc == "" || said[desc] {
						t.Errorf("%s, cell %q: drawing %d does not name the choice that it shows: %q", file, c.ID, i, desc)
					}
					said[desc] = true
				}
			}
		}
	}
	if looked < 10 {
		t.Errorf("%d sliders and lists found, so the test looks past them", looked)
	}
}

// whole is text that a notebook holds as one string or as a list of lines.
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

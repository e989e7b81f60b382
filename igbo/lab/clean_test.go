package lab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// pagesPython is a Python that has what pages are made with: the lab's own, once it was set up, or
// the system's.
func pagesPython(t *testing.T) string {
	t.Helper()
	candidates := []string{"python3"}
	if cache, err := os.UserCacheDir(); err == nil {
		candidates = append([]string{filepath.Join(cache, "igbolab", "lab", "venv", "bin", "python")}, candidates...)
	}
	for _, python := range candidates {
		// To find them takes a tenth of what their import takes.
		const finds = "import importlib.util as i; assert all(i.find_spec(m) for m in 'nbconvert latex2mathml bleach.css_sanitizer tinycss2 bs4'.split())"
		if exec.Command(python, "-c", finds).Run() == nil {
			return python
		}
	}
	t.Skip("no Python with nbconvert here: igbo lab --setup makes one")
	return ""
}

// TestPagesAreHarmless: of a notebook that tries in every way to run a script in its page nothing
// runs, and what pages show stays: sliders, formulas, tables, code.
func TestPagesAreHarmless(t *testing.T) {
	python := pagesPython(t)
	text := must.Of(os.ReadFile(filepath.Join("testdata", "hostile.ipynb"))).In(t)
	check := must.Of(os.ReadFile(filepath.Join("testdata", "harmless.py"))).In(t)
	job := must.Of(json.Marshal(map[string]any{
		"text": string(text), "ending": ".html", "pages": []string{}, "style": pageStyle(), "reveal_js": revealScript, "reveal_css": revealStyle,
		"title": "hostile", "folder": t.TempDir(), "name": "hostile.ipynb",
	})).In(

		t)

	var said, complaints bytes.Buffer
	cmd := exec.Command(python, "-c", cleanScript+pagesScript+string(check))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(job), &said, &complaints
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &complaints)
	}
	var faults []string
	if err := json.Unmarshal(said.Bytes(), &faults); err != nil {
		t.Fatalf("%v: %s", err, &said)
	}
	for _, fault := range faults {
		t.Error(fault)
	}
}

// TestSliderScript: the script that a page gives a slider is the one that plots make, word by word.
func TestSliderScript(t *testing.T) {
	frames := must.Of(inline.Frames("λ", []float64{1, 2}, func(v float64) (inline.Figure, error) {
		return plots.Bars([]string{"a"}, []plots.BarSeries{{Name: "one", Values: []float64{v}}})
	})).In(

		t)

	block := frames.HTML()
	script := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindStringSubmatch(block)[1]
	data := regexp.MustCompile(`const frames = (\[.*?\]);\n\s*const values = (\[.*?\]);\n\s*const label = (".*?");\n`).FindStringSubmatch(script)
	digest := regexp.MustCompile(`data-plots-frames="([0-9a-f]{16})"`).FindStringSubmatch(block)
	if data == nil || digest == nil {
		t.Fatalf("no data of frames in\n%.500s", script)
	}
	ours := regexp.MustCompile(`(?s)SLIDER = """(.*?)"""`).FindStringSubmatch(cleanScript)[1]
	ours = fmt.Sprintf(ours, data[1], data[2], data[3], digest[1])
	if got, want := trimmed(ours), trimmed(script); got != want {
		t.Errorf("clean.py has\n%.2000s\nplots have\n%.2000s", tailOf(got), tailOf(want))
	}
}

// trimmed are the lines of a text, without the space around them.
func trimmed(text string) string {
	var all []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return strings.Join(all, "\n")
}

func tailOf(text string) string {
	_, after, _ := strings.Cut(text, "const label")
	return after
}

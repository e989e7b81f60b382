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

// pagesPython returns a Python with the packages for pages: the lab's, if it was set up, or the system's.
func pagesPython(t *testing.T) string {
	t.Helper()
	candidates := []string{"python3"}
	if cache, err := os.UserCacheDir(); err == nil {
		candidates = append([]string{filepath.Join(cache, "igbolab", "lab", "venv", "bin", "python")}, candidates...)
	}
	for _, python := range candidates {
		// Finding the packages takes a tenth of the time of importing them.
		const finds = "import importlib.util as i; assert all(i.find_spec(m) for m in 'nbconvert latex2mathml bleach.css_sanitizer tinycss2 bs4'.split())"
		if exec.Command(python, "-c", finds).Run() == nil {
			return python
		}
	}
	t.Skip("no Python with nbconvert here: igbo lab --setup makes one")
	return ""
}

// TestPagesAreHarmless checks a notebook that tries in every way to run a script in its page. No script runs, but sliders, formulas, tables
// and code are kept.
func TestPagesAreHarmless(t *testing.T) {
	python := pagesPython(t)
	text := must.Of(os.ReadFile(filepath.Join("testdata", "hostile.ipynb"))).In(t)
	check := must.Of(os.ReadFile(filepath.Join("testdata", "harmless.py"))).In(t)
	job := must.Of(json.Marshal(map[string]any{
		"text": string(text), "ending": ".html", "pages": []string{}, "style": pageStyle(), "reveal_js": revealScript, "reveal_css": revealStyle,
		"title": "hostile", "folder": t.TempDir(), "name": "hostile.ipynb",
	})).In(

		t)

	var reported, complaints bytes.Buffer
	cmd := exec.Command(python, "-c", cleanScript+pagesScript+string(check))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(job), &reported, &complaints
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &complaints)
	}
	var faults []string
	if err := json.Unmarshal(reported.Bytes(), &faults); err != nil {
		t.Fatalf("%v: %s", err, &reported)
	}
	for _, fault := range faults {
		t.Error(fault)
	}
}

// TestSliderScript checks that a page's script of a slider is the one that package plots writes.
func TestSliderScript(t *testing.T) {
	frames := must.Of(inline.Frames("λ", []float64{1, 2}, func(v float64) (inline.Figure, error) {
		return plots.Bars([]string{"a"}, []plots.BarSeries{{Name: "one", Values: []float64{v}}})
	})).In(

		t)

	block := frames.HTML()
	script := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindStringSubmatch(block)[1]
	data := regexp.MustCompile(`const lines = (\[.*?\]);\n\s*const frames = (\[.*?\]);\n\s*const values = (\[.*?\]);\n\s*const label = (".*?");\n`).FindStringSubmatch(script)
	digest := regexp.MustCompile(`data-plots-frames="([0-9a-f]{16})"`).FindStringSubmatch(block)
	if data == nil || digest == nil {
		t.Fatalf("no data of frames in\n%.500s", script)
	}
	ours := regexp.MustCompile(`(?s)SLIDER = """(.*?)"""`).FindStringSubmatch(cleanScript)[1]
	ours = fmt.Sprintf(ours, data[1], data[2], data[3], data[4], digest[1])
	if got, want := trimmed(ours), trimmed(script); got != want {
		t.Errorf("clean.py has\n%.2000s\nplots have\n%.2000s", tailOf(got), tailOf(want))
	}
}

// trimmed returns the lines of a text without surrounding space.
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

// TestWidgetsInPages checks that a page shows what a saved widget showed last, without scripts, and frames if there are any, and that
// invalid states are dropped.
func TestWidgetsInPages(t *testing.T) {
	python := pagesPython(t)
	const check = `
import nbformat
def output(id, html):
    return nbformat.v4.new_output("display_data", {"application/vnd.jupyter.widget-view+json": {"model_id": id}, "text/html": html, "text/plain": "a widget", "image/png": "first"})
def model(name, **state):
    return {"model_name": name + "Model", "state": state}
states = {
    "box": model("VBox", children=["IPY_MODEL_slider", "IPY_MODEL_figure", "IPY_MODEL_picture", "IPY_MODEL_box"]), "slider": model("FloatSlider", value=3),
    "figure": model("HTML", value='<b>last</b><script>evil()</script><svg aria-label="bars"><text onclick="evil()">a</text></svg>'),
    "picture": {**model("Image", format='png" onerror="evil()'), "buffers": [{"path": ["value"], "data": '">evil'}]}, "drag": model("Any", figure="<i>dragged</i>"),
    "odd": {"model_name": "VBoxModel", "state": 7}, "numbers": model("VBox", children=7),
}
made = {}
for name, held in {"whole": {"application/vnd.jupyter.widget-state+json": {"state": states}}, "none": {}, "a list": [], "odd": {"application/vnd.jupyter.widget-state+json": {"state": 7}}}.items():
    cell = nbformat.v4.new_code_cell("", outputs=[output(id, html) for id in ("box", "drag", "odd", "numbers", "nosuch") for html in ("first", "<p data-plots-frames='1'>frames</p>")])
    notebook = nbformat.v4.new_notebook(cells=[cell])
    notebook.metadata["widgets"] = held
    Clean().notebook(notebook)
    made[name] = [o["data"] for o in cell.outputs]
json.dump(made, sys.stdout)
`
	cmd := exec.Command(python, "-c", cleanScript+pagesScript+"import sys\n"+check)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	reported, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &complaints)
	}
	var made map[string][]map[string]string
	must.Do(t, json.Unmarshal(reported, &made))
	for name, outputs := range made {
		for i, data := range outputs {
			html := data["text/html"]
			switch {
			case i%2 == 1 && !strings.Contains(html, "frames</p>"):
				t.Errorf("%s, output %d: no frames: %q", name, i, html)
			case i%2 == 0 && (name != "whole" || i > 2) && html != "first":
				t.Errorf("%s, output %d: %q, want what the widget showed first", name, i, html)
			case strings.Contains(html, "<script") || strings.Contains(html, "<svg") || regexp.MustCompile(`<[^>]* on`).MatchString(html):
				t.Errorf("%s, output %d: %q", name, i, html)
			}
			if len(data) > 3 {
				t.Errorf("%s, output %d keeps %v", name, i, data)
			}
		}
	}
	if box, drag := made["whole"][0]["text/html"], made["whole"][2]["text/html"]; !strings.HasPrefix(box, `<b>last</b><img alt="bars"`) || strings.Count(box, "<b>") != 1 || drag != "<i>dragged</i>" {
		t.Errorf("the page shows %q and %q", box, drag)
	}
}

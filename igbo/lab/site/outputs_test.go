package site

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// joined returns a value of a notebook's file as a page needs it: a list of lines becomes one string, except in JSON.
func joined(kind string, value any) any {
	list, is := value.([]any)
	if !is || strings.HasSuffix(kind, "json") {
		return value
	}
	text := ""
	for _, line := range list {
		text += line.(string)
	}
	return text
}

// outputsOf returns the outputs of all cells of a notebook's file.
func outputsOf(t *testing.T, text string) (all []map[string]any) {
	t.Helper()
	var n struct {
		Cells []struct {
			Outputs []map[string]any
		}
	}
	must.Do(t, json.Unmarshal([]byte(text), &n))
	for _, c := range n.Cells {
		all = append(all, c.Outputs...)
	}
	return all
}

// TestOutputsAreWhole checks that each saved output of the course is in the site as one text, equal to the notebook's.
func TestOutputsAreWhole(t *testing.T) {
	m := &maker{out: t.TempDir(), Options: Options{Files: map[string][]byte{}}}
	for _, pattern := range []string{"*.ipynb", "solutions/*.ipynb"} {
		paths, _ := filepath.Glob(filepath.Join("../../../notebooks", pattern))
		for _, path := range paths {
			name, err := filepath.Rel("../../../notebooks", path)
			must.Do(t, err)
			m.Files[filepath.ToSlash(name)] = must.Of(os.ReadFile(path)).In(t)
		}
	}
	must.Do(t, m.contents())
	compared := 0
	for name, text := range m.Files {
		got, want := outputsOf(t, m.read(t, "files/"+name)), outputsOf(t, string(text))
		if len(got) != len(want) {
			t.Fatalf("%s has %d outputs in the site, %d in the file", name, len(got), len(want))
		}
		for i := range want {
			want[i]["text"] = joined("text", want[i]["text"])
			if want[i]["text"] == nil {
				delete(want[i], "text")
			}
			data, _ := want[i]["data"].(map[string]any)
			for kind := range data {
				data[kind] = joined(kind, data[kind])
				compared++
			}
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("%s: output %d differs from the notebook's", name, i)
			}
		}
		for _, cell := range untrusted(t, m.read(t, "files/"+name)) {
			t.Errorf("%s: the page does not show the HTML of cell %q until it runs", name, cell)
		}
	}
	if compared < 200 {
		t.Errorf("%d outputs compared, expected those of the course", compared)
	}
	page := m.read(t, "index.html")
	for _, want := range []string{`<a href="lab/index.html?path=05_igbo_by_hand.ipynb">5 · IGBO by hand</a>`, `path=solutions%2f05_igbo_by_hand.ipynb">solutions`, "Twenty loans were given", "Run All Above Selected Cell", `<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{}</script>`, `data-plots-frames="`} {
		if !strings.Contains(page, want) {
			t.Errorf("the start page lacks %q", want)
		}
	}
}

// untrusted returns the cells whose HTML a page does not show directly.
func untrusted(t *testing.T, text string) (ids []string) {
	var n struct {
		Cells []struct {
			ID       string
			Metadata struct{ Trusted bool }
			Outputs  []struct{ Data map[string]any }
		}
	}
	must.Do(t, json.Unmarshal([]byte(text), &n))
	for _, c := range n.Cells {
		for _, o := range c.Outputs {
			if o.Data["text/html"] != nil && !c.Metadata.Trusted {
				ids = append(ids, c.ID)
			}
		}
	}
	return ids
}

// TestHarmless checks that sliders of plots/inline and tables are accepted, and that scripts and links are not.
func TestHarmless(t *testing.T) {
	draw := func(v float64) (plots.Figure, error) {
		return plots.Lines([]plots.Line{{Name: "a", X: []float64{0, 1}, Y: []float64{0, v}}})
	}
	block := must.Of(inline.Frames("a <b> & \"c\"", []float64{1, 2}, draw)).In(t).HTML()
	list := must.Of(inline.Choices("one", []string{"x", "</script>"}, func(string) (plots.Figure, error) { return draw(1) })).In(t).HTML()
	for _, html := range []string{"", "plain text", block, list, `<table style="color:red"><tr><td style="x">1 &lt; 2</td></tr></table>`} {
		if !harmless(html) {
			t.Errorf("refused: %.300s", html)
		}
	}
	for _, html := range []string{
		"<script>alert(1)</script>", block + "<script>alert(1)</script>", strings.Replace(block, "show();\n  }", "alert(1);\n  }", 1),
		strings.Replace(block, "const label = ", "const label = alert(1) + ", 1), strings.Replace(block, "const values = [", "const values = [alert(1), ", 1),
		`<img src="x" onerror="alert(1)">`, `<img src=x onerror=alert(1)>`, `<a href="javascript:alert(1)">a</a>`, `<IMG SRC="data:image/png;base64,">`,
		`<img src="https://example.com/a.png">`, `<svg><animate onbegin="alert(1)"></svg>`, `<div style="background:url(https://example.com)">`, `<iframe src="data:text/html,">`,
		`<img src="data:image/svg+xml;base64,AA" alt="a"/onerror="alert(1)">`, "<!-- a --><b>", "<b", `<input type="submit">`, `<form><input type="range"></form>`,
		`<style>@import "https://example.com"</style>`, "<script src=\"https://example.com\"></script>",
	} {
		if harmless(html) {
			t.Errorf("passed: %.300s", html)
		}
	}
}

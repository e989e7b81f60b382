package inline_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/plots/canvas"
	"github.com/igbolab/igbolab/plots/inline"
)

// level returns a figure that depends on one parameter: a horizontal line at the given height.
func level(height float64) (inline.Figure, error) {
	p := canvas.NewPanel()
	p.Add(canvas.Polyline([]float64{0, 1}, []float64{height, height}, canvas.Stroke(canvas.Blue, canvas.LineWidth)))
	return canvas.Settings{Name: "level", Title: "Level", Width: 720, Height: 200, YRange: &[2]float64{0, 1}}.Chart(p), nil
}

// TestFrames checks that the block has one frame per value, shows the start value first, and has no
// ids, so several blocks work on one page.
func TestFrames(t *testing.T) {
	values := []float64{0.1, 0.25, 0.5, 0.75, 0.9}
	frames, err := inline.Frames("λ </script>", values, level, inline.StartAt(0.7))
	if err != nil {
		t.Fatal(err)
	}
	page := frames.HTML()
	written := regexp.MustCompile(`const lines = (\[.*\]);\n\s*const frames = (\[.*\]);\n`).FindStringSubmatch(page)
	if written == nil {
		t.Fatal("the block has no frames")
	}
	var lines []string
	var numbers [][]int
	if err := errors.Join(json.Unmarshal([]byte(written[1]), &lines), json.Unmarshal([]byte(written[2]), &numbers)); err != nil {
		t.Fatal(err)
	}
	whole := 0
	for i, v := range values {
		figure, err := level(v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := figure.SVG()
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, n := range numbers[i] {
			got.WriteString(lines[n])
		}
		if got.String() != string(want) {
			t.Errorf("frame %d is not the drawing for %v", i, v)
		}
		whole += len(want)
	}
	if once := len(strings.Join(lines, "")); len(numbers) != len(values) || 2*once > whole {
		t.Errorf("%d frames in %d bytes, want %d in less than half of %d", len(numbers), once, len(values), whole)
	}
	for _, want := range []string{`value="3"`, `max="4"`, `>0.75</output>`, `"0.1"`, `"0.9"`, "data:image/png;base64,"} {
		if !strings.Contains(page, want) {
			t.Errorf("the block has no %s", want)
		}
	}
	if strings.Contains(page, " id=") || strings.Count(page, "</script>") != 1 {
		t.Error("the block has ids, or its label ends the script")
	}
}

// TestShowElsewhereWritesFile checks that, outside a notebook, a figure becomes a PNG file and
// frames become an HTML file in the working folder.
func TestShowElsewhereWritesFile(t *testing.T) {
	t.Chdir(t.TempDir())
	figure, err := level(0.5)
	if err != nil {
		t.Fatal(err)
	}
	frames, err := inline.Frames("λ", []float64{0, 0.5, 1}, level)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []inline.Figure{figure, frames} {
		if err := inline.Show(f); err != nil {
			t.Fatal(err)
		}
	}
	for name, start := range map[string]string{"level.png": "\x89PNG", "level.html": "<!DOCTYPE html>"} {
		if content, err := os.ReadFile(name); err != nil || !strings.HasPrefix(string(content), start) {
			t.Errorf("%s: %v, %.30q", name, err, content)
		}
	}
}

// TestBadInput checks that errors name the invalid input and the valid range.
func TestBadInput(t *testing.T) {
	frames := func(values []float64, draw inline.Draw) error {
		_, err := inline.Frames("λ", values, draw)
		return err
	}
	fault := errors.New("no figure")
	for _, c := range []struct {
		err  error
		want string
	}{
		{frames(nil, level), "Frames: at least one value is required"},
		{frames([]float64{math.NaN()}, level), "value 0 of the slider is NaN"},
		{frames([]float64{1}, nil), "the drawing function is nil"},
		{frames([]float64{1}, func(float64) (inline.Figure, error) { return nil, fault }), "λ = 1: no figure"},
		{inline.Slider("λ", nil, level), "at least one value is required"},
		{inline.Show(nil), "figure is nil"},
	} {
		switch {
		case c.err == nil:
			t.Errorf("no error, want %q", c.want)
		case !strings.HasPrefix(c.err.Error(), "inline: ") || !strings.Contains(c.err.Error(), c.want):
			t.Errorf("error %q, want %q", c.err, c.want)
		}
	}
}

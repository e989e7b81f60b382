package livepage

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/inputs"
	"github.com/igbolab/igbolab/igbo/internal/must"
	"github.com/igbolab/igbolab/igbo/internal/sweep"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// TestBlocks checks that the output of plots/inline is found, also with words that HTML and scripts escape.
func TestBlocks(t *testing.T) {
	draw := func(float64) (inline.Figure, error) {
		return plots.Lines([]plots.Line{{Name: "y", X: []float64{0, 1}, Y: []float64{0, 1}}})
	}
	a := must.Of(inline.Frames("a < \"λ\"", []float64{1, 2.5}, draw)).In(t)
	b := must.Of(inline.Choices("</script>", []string{"<b>", "c'd"}, func(string) (inline.Figure, error) { return draw(0) })).In(t)
	found := Blocks("<p>" + a.HTML() + "</p>" + b.HTML())
	if len(found) != 2 || found[0].Label != "a < \"λ\"" || found[0].Values[1] != "2.5" || found[1].Label != "</script>" || strings.Join(found[1].Values, " ") != "<b> c'd" {
		t.Fatalf("%+v", found)
	}
	if !strings.Contains(a.HTML(), `data-plots-frames="`+found[0].Digest+`"`) {
		t.Error("the digest is not that of the block")
	}
	if n := len(Blocks("<script>const frames = [];</script>")); n != 0 {
		t.Errorf("%d blocks in another script", n)
	}
}

const (
	half   = "var half = 0.5"
	wave   = "func wave(f float64) (plots.Figure, error) {\n\tline := plots.Curve(\"y\", func(x float64) float64 { return half * f * x }, 0, 1)\n\treturn plots.Lines([]plots.Line{line}, plots.Name(\"wave\"))\n}"
	show   = "%%\nnotebook.Check(inline.Slider(\"f\", []float64{1, 2}, wave))"
	slow   = "%%\nfor x := 1.0; x < 3e9; x++ {\n}\n" + "notebook.Check(inline.Slider(\"f\", []float64{1, 2}, wave))"
	never  = "%%\nfor x := 1.0; x > 0; x++ {\n}\n" + "notebook.Check(inline.Slider(\"f\", []float64{1, 2}, wave))"
	broken = "%%\nnotebook.Check(inline.Slider(\"f\", []float64{1, 2}, nothing))"
)

// outputs returns the blocks of a slider that was drawn with a factor.
func outputs(t *testing.T, half float64) []Block {
	t.Helper()
	f := must.Of(inline.Frames("f", []float64{1, 2}, func(f float64) (inline.Figure, error) {
		line := plots.Curve("y", func(x float64) float64 { return half * f * x }, 0, 1)
		return plots.Lines([]plots.Line{line}, plots.Name("wave"))
	})).In(

		t)

	return Blocks(f.HTML())
}

// TestComposed checks that a program has the latest declarations that its cells need, and no unused import.
func TestComposed(t *testing.T) {
	text := must.Of(composed([]Cell{{Code: "var half = 3"}, {Code: half + "\n!ls\n"}, {Code: "func unused() { floats.Sum(nil) }"}, {Code: wave}, {Code: show}}, []int{4})).In(t)
	if !strings.Contains(text, "0.5") || strings.Contains(text, "half = 3") || strings.Contains(text, "floats") || strings.Contains(text, "!ls") || !strings.Contains(text, `case "4":`) {
		t.Error(text)
	}
	if _, err := composed([]Cell{{Code: "func {"}, {Code: show}}, []int{1}); !errors.Is(err, errCells) {
		t.Errorf("%v, expected a fault of the cells", err)
	}
}

// TestMake checks that a slider computes if its program draws the given frames in time, and that others have a reason.
func TestMake(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	inputs.Module(t)
	source := must.Of(filepath.Abs("../../..")).In(t)
	b := Builder{Go: "go", Source: source, Env: os.Environ(), Folder: t.TempDir()}
	limits := DefaultLimits()
	limits.Start *= 5 // tests run on busy machines
	cells := []Cell{{Code: half}, {Code: wave}, {Code: show, Blocks: outputs(t, 0.5)}, {Code: show, Blocks: outputs(t, 0.7)}, {Code: slow, Blocks: outputs(t, 0.5)}, {Code: show}}
	why := []string{"", "other frames", "more than"}
	if sweep.Whole() { // it takes half a minute until it is stopped
		cells, why = append(cells, Cell{Code: never, Blocks: outputs(t, 0.5)}), append(why, "too long")
	}
	p := must.Of(b.Make(t.Context(), cells, limits)).In(t)
	for i, want := range why {
		if i >= len(p.Sliders) || !strings.Contains(p.Sliders[i].Why, want) || want == "" && p.Sliders[i].Why != "" {
			t.Fatalf("%+v, expected of number %d: %q", p.Sliders, i, want)
		}
	}
	if len(p.Sliders) != len(why) {
		t.Errorf("%+v", p.Sliders)
	}
	r := must.Of(gzip.NewReader(bytes.NewReader(p.Packed))).In(t)
	program, err := io.ReadAll(r)
	if err != nil || !bytes.HasPrefix(program, []byte("\x00asm")) {
		t.Errorf("no program: %v", err)
	}
	script, err := p.Script()
	if err != nil || strings.Contains(script, "igbolabjob") || !strings.Contains(script, p.blocks[0].Digest) || strings.Contains(script, "</script") {
		t.Errorf("the script: %v", err)
	}
	p, err = b.Make(t.Context(), append(cells[:2], Cell{Code: broken, Blocks: outputs(t, 0.5)}), limits)
	if err != nil || len(p.Sliders) != 1 || !strings.Contains(p.Sliders[0].Why, "nothing") || p.Packed != nil {
		t.Errorf("%+v, %v, expected a cell that does not compile", p, err)
	}
}

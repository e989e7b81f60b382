package plots_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/plots"
)

// figures makes one of each figure, small.
func figures(t *testing.T) map[string]plots.Figure {
	t.Helper()
	made := map[string]plots.Figure{}
	add := func(figure *plots.Chart, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		made[figure.FigureName()] = figure
	}
	xs := []float64{1, 2, 3}
	add(plots.Integrand([]plots.IntegrandCurve{{Feature: "a<b", S: xs, Gradient: xs}}))
	add(plots.HeatMap([]string{"a", "b"}, []plots.Attribution{{Values: mat.NewDense(3, 2, nil)}}))
	add(plots.Completeness([]plots.QuadratureGap{{Rule: "left", M: []int{1, 2, 4}, Gap: []float64{0.1, 0.01, 0}}}))
	add(plots.ImportanceBars([]string{"a"}, []plots.BarSeries{{Name: "m", Values: []float64{0}}}))
	add(plots.Bars([]string{"a"}, []plots.BarSeries{plots.PlusMinus("m", []float64{-1}, []float64{0.1})}))
	add(plots.Lines([]plots.Line{{Name: "l", X: xs, Y: xs}}))
	add(plots.Density(plots.Difference{U: "a", V: "b", Mu: -1, Sigma: 0.1}, 0.5))
	add(plots.DAG([]string{"a & b", `c"\d`}, []plots.DAGEdge{{U: 0, V: 1, P: 0.9, Epsilon: 0.1, Delta: 0.2}}))
	add(plots.Geometry([]float64{1, 0, 0}, []float64{-1, 1, 0}, []plots.Direction{{Name: "zero", V: []float64{0, 0, 0}}}))
	add(plots.Training([]plots.TrainingRun{{Steps: xs, L: xs, H: xs, Cosine: []float64{0, 1, math.NaN()}, Cases: []int{0, 1, 0}}}, []string{"a", "b"}))
	add(plots.EdgeIntervals([]plots.EdgeInterval{{Label: "a", Epsilon: 0.1, Delta: 0.1}}, []plots.EdgeDifferences{{Name: "m", D: []float64{0}}}))
	add(plots.ParetoFront([]plots.ParetoSet{{Name: "s", L: xs, H: xs}}, nil, nil))
	add(plots.Histogram([]plots.Sample{{Name: "s", Values: []float64{1}, Mu: 1, Sigma: 1}}))
	add(plots.Calibration([]plots.Line{{Name: "e", X: []float64{0, 1}, Y: []float64{0, 1}}}))
	add(plots.Convergence([]plots.Residual{{Name: "r", Steps: xs, Residual: []float64{1, 0.5, 0}}}))
	return made
}

// Every figure is well-formed SVG, whose texts carry their length, and a PNG of
// one and a half dots a CSS pixel.
func TestFiguresAreWellFormed(t *testing.T) {
	for name, figure := range figures(t) {
		svg, err := figure.SVG()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.Contains(string(svg), "#-") || strings.Contains(string(svg), "NaN") {
			t.Errorf("%s: a colour or coordinate that is no number", name)
		}
		texts, withLength := 0, 0
		decoder := xml.NewDecoder(bytes.NewReader(svg))
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			if element, ok := token.(xml.StartElement); ok && element.Name.Local == "text" {
				texts++
				for _, a := range element.Attr {
					if a.Name.Local == "textLength" {
						withLength++
					}
				}
			}
		}
		if texts == 0 || withLength != texts {
			t.Errorf("%s: %d of %d texts carry their length", name, withLength, texts)
		}
		raw, err := figure.PNG()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		config, err := png.DecodeConfig(bytes.NewReader(raw))
		if err != nil || config.Width != 1080 {
			t.Errorf("%s: PNG of width %d, %v, want 1080", name, config.Width, err)
		}
	}
}

func TestDAGTooltips(t *testing.T) {
	figure, err := plots.DAG([]string{"a & b", "c"}, []plots.DAGEdge{{U: 0, V: 1, P: 0.9, Epsilon: 0.1, Delta: 0.2}})
	if err != nil {
		t.Fatal(err)
	}
	svg, err := figure.SVG()
	if err != nil {
		t.Fatal(err)
	}
	if want := "<title>a &amp; b → c: P = 0.9, d in [0.1, 0.2]</title>"; !strings.Contains(string(svg), want) {
		t.Errorf("the SVG has no %s", want)
	}
}

// Figures draw alike from several goroutines, also the same figure.
func TestFiguresFromGoroutines(t *testing.T) {
	shared, err := plots.Geometry([]float64{1, 0}, []float64{-1, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := shared.SVG()
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got, err := shared.SVG(); err != nil || !bytes.Equal(got, want) {
				t.Errorf("another picture, or %v", err)
			}
			graph, err := plots.DAG([]string{"a", "b"}, []plots.DAGEdge{{U: 0, V: 1, P: 1, Delta: 1}})
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := graph.SVG(); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	figure := figures(t)["importance"]
	paths := []string{filepath.Join(dir, "f.png"), filepath.Join(dir, "f.svg")}
	if err := plots.Save(figure, paths...); err != nil {
		t.Fatal(err)
	}
	for path, start := range map[string]string{paths[0]: "\x89PNG", paths[1]: "<?xml"} {
		if data, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(data), start) {
			t.Errorf("%s: %v, %.20q", path, err, data)
		}
	}
	before, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]string{{paths[0], filepath.Join(dir, "f.gif")}, {filepath.Join(dir, "none", "f.png")}, {}} {
		if err := plots.Save(figure, bad...); err == nil || !strings.HasPrefix(err.Error(), "plots: Save: ") {
			t.Errorf("Save to %q: error %v", bad, err)
		}
	}
	if err := plots.Save(nil, paths[0]); err == nil {
		t.Error("a nil figure was saved")
	}
	after, err := os.ReadFile(paths[0])
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("a failed Save changed the file, or %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("%d files, want the two saved", len(left))
	}
}

// SaveAll leaves a PNG and an SVG of every figure, and a page of frames; where one
// cannot be written, the others stay as they were.
func TestSaveAll(t *testing.T) {
	dir := t.TempDir()
	frames, err := plots.Frames("λ", []float64{0, 1}, turned)
	if err != nil {
		t.Fatal(err)
	}
	all := figures(t)
	album := []plots.Figure{all["importance"], frames}
	if err := plots.SaveAll(dir, album); err != nil {
		t.Fatal(err)
	}
	for name, start := range map[string]string{"importance.png": "\x89PNG", "importance.svg": "<?xml",
		"geometry.png": "\x89PNG", "geometry.svg": "<?xml", "geometry.html": "<!DOCTYPE html>"} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.HasPrefix(string(data), start) {
			t.Errorf("%s: %v, %.20q", name, err, data)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 5 {
		t.Errorf("%d files, want five", len(left))
	}
	full := t.TempDir()
	if err := os.Mkdir(filepath.Join(full, "geometry.svg"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := plots.SaveAll(full, album); err == nil || !strings.HasPrefix(err.Error(), "plots: SaveAll: ") {
		t.Errorf("error %v, expected that of a folder in the way", err)
	}
	if left, _ := os.ReadDir(full); len(left) != 1 {
		t.Errorf("%d files, want none beside the folder", len(left)-1)
	}
}

// Two figures of one name, capitals aside, would overwrite each other.
func TestAlbumsTellFiguresApart(t *testing.T) {
	bars := func(name string) plots.Figure {
		figure, err := plots.Bars([]string{"a"}, []plots.BarSeries{{Name: "m", Values: []float64{1}}}, plots.Name(name))
		if err != nil {
			t.Fatal(err)
		}
		return figure
	}
	t.Chdir(t.TempDir())
	for _, album := range [][]plots.Figure{{bars("a"), bars("A")}, {bars("a"), nil}} {
		_, err := plots.Files(album)
		for function, err := range map[string]error{"Files": err, "SaveAll": plots.SaveAll(".", album), "ShowAll": plots.ShowAll(album)} {
			if err == nil || !strings.HasPrefix(err.Error(), "plots: ") {
				t.Errorf("%s: error %v", function, err)
			}
		}
	}
	want := errors.New("no figure")
	if err := plots.ShowAll([]plots.Figure{bars("a")}, want); !errors.Is(err, want) {
		t.Errorf("error %v, want the one of making the figures", err)
	}
	if left, _ := os.ReadDir("."); len(left) != 0 {
		t.Errorf("%d files, want none", len(left))
	}
	if err := plots.ShowAll([]plots.Figure{bars("a"), bars("b")}); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir("."); len(left) != 2 {
		t.Errorf("%d files, want two", len(left))
	}
}

// What a figure shows in words is in its SVG; without it the title stands for it.
func TestAlt(t *testing.T) {
	for _, c := range []struct {
		opts             []plots.Option
		title, alt, want string
	}{
		{[]plots.Option{plots.Title("T & t")}, "T & t", "T & t", `aria-label="T &amp; t">`},
		{[]plots.Option{plots.Title("T"), plots.Alt("a < b")}, "T", "a < b", `aria-label="T"><desc>a &lt; b</desc>`},
		{[]plots.Option{plots.Title(""), plots.Alt("a < b")}, "", "a < b", `aria-label="a &lt; b"><desc>a &lt; b</desc>`},
	} {
		var figure plots.Figure
		figure, err := plots.Lines([]plots.Line{{Name: "l", X: []float64{1, 2}, Y: []float64{1, 2}}}, append(c.opts, plots.Size(300, 200))...)
		if err != nil {
			t.Fatal(err)
		}
		if figure.Title() != c.title || figure.Alt() != c.alt {
			t.Errorf("title %q, alt %q, want %q and %q", figure.Title(), figure.Alt(), c.title, c.alt)
		}
		if width, height := figure.Size(); width != 300 || height != 200 {
			t.Errorf("size %d×%d, want 300×200", width, height)
		}
		if svg, err := figure.SVG(); err != nil || !strings.Contains(string(svg), c.want) {
			t.Errorf("%v, or no %s in %.400s", err, c.want, svg)
		}
	}
}

func TestShowElsewhereWritesFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := plots.Show(figures(t)["geometry"]); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("geometry.png"); err != nil {
		t.Error(err)
	}
	frames, err := plots.Frames("λ", []float64{0, 0.5, 1}, turned)
	if err != nil {
		t.Fatal(err)
	}
	if err := plots.Show(frames); err != nil {
		t.Fatal(err)
	}
	if page, err := os.ReadFile("geometry.html"); err != nil || !strings.HasPrefix(string(page), "<!DOCTYPE html>") {
		t.Errorf("%v, %.30q", err, page)
	}
	want := errors.New("no figure")
	if err := plots.Show(nil, want); !errors.Is(err, want) {
		t.Errorf("error %v, want the one of making the figure", err)
	}
}

// The block has one frame a value, shows the start first, and has no ids, so that
// several of them can stand on one page.
func TestFrames(t *testing.T) {
	values := []float64{0.1, 0.25, 0.5, 0.75, 0.9}
	frames, err := plots.Frames("λ </script>", values, turned, plots.StartAt(0.7))
	if err != nil {
		t.Fatal(err)
	}
	page := frames.HTML()
	if got := strings.Count(page, `\u003csvg`); got != len(values) {
		t.Errorf("%d frames, want %d", got, len(values))
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

// turned is a figure of one parameter.
func turned(lambda float64) (plots.Figure, error) {
	return plots.Geometry([]float64{1, 0}, []float64{-1, 2},
		[]plots.Direction{{Name: "P", V: []float64{lambda, 1 - lambda}}},
		plots.XRange(-2, 2), plots.YRange(-1, 3))
}

package plots_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
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
	add(plots.Tiles([]plots.TileKind{{Name: "a"}}, []plots.TileRow{{Name: "r", Kinds: []int{0}}}))
	add(plots.ImportanceBars([]string{"a"}, []plots.BarSeries{{Name: "m", Values: []float64{0}}}))
	add(plots.Bars([]string{"a"}, []plots.BarSeries{plots.PlusMinus("m", []float64{-1}, []float64{0.1})}))
	add(plots.Lines([]plots.Line{{Name: "l", X: xs, Y: xs}}))
	add(plots.Density(plots.Difference{U: "a", V: "b", Mu: -1, Sigma: 0.1}, 0.5))
	add(plots.DAG([]string{"a & b", `c"\d`}, []plots.DAGEdge{{U: 0, V: 1, P: 0.9, Epsilon: 0.1, Delta: 0.2}}))
	add(plots.Geometry([]float64{1, 0, 0}, []float64{-1, 1, 0}, []plots.Direction{{Name: "zero", V: []float64{0, 0, 0}}}))
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
	if want := "<title>a &amp; b → c: Pr = 0.9, difference in [0.1, 0.2]</title>"; !strings.Contains(string(svg), want) {
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

// What a figure shows in words is in its SVG; where nobody said it, it is the title, the legend and the axes.
func TestAlt(t *testing.T) {
	for _, c := range []struct {
		opts             []plots.Option
		title, alt, want string
	}{
		{[]plots.Option{plots.Title("T & t")}, "T & t", "T & t. l. from left to right from 0.98 to 2, upwards from 0.96 to 2.1", `aria-label="T &amp; t"><desc>T &amp; t. l. from left`},
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
	if err := plots.Show(nil); err == nil {
		t.Error("a nil figure was shown")
	}
	want := errors.New("no figure")
	if err := plots.Show(nil, want); !errors.Is(err, want) {
		t.Errorf("error %v, want the one of making the figure", err)
	}
}

// turned is a figure of one parameter.
func turned(lambda float64) (plots.Figure, error) {
	return plots.Geometry([]float64{1, 0}, []float64{-1, 2},
		[]plots.Direction{{Name: "P", V: []float64{lambda, 1 - lambda}}},
		plots.XRange(-2, 2), plots.YRange(-1, 3))
}

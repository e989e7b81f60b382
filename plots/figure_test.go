package plots_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/igbolab/igbolab/plots"
)

// Valid and invalid values for figures.
var (
	one, two = []float64{1}, []float64{1, 2}
	nan, inf = math.NaN(), math.Inf(1)
)

// refused returns a function that requires an error with the wanted text.
func refused(t *testing.T, want string) func(*plots.Chart, error) {
	return func(_ *plots.Chart, err error) {
		t.Helper()
		if err == nil || !strings.HasPrefix(err.Error(), "plots: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// wellFormed returns a function that requires SVG with the length of every text, and a PNG with 1.5
// dots per CSS pixel.
func wellFormed(t *testing.T) func(*plots.Chart, error) {
	return func(figure *plots.Chart, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		svg, err := figure.SVG()
		texts, withLength := bytes.Count(svg, []byte("<text")), bytes.Count(svg, []byte("textLength="))
		if err = errors.Join(err, xml.Unmarshal(svg, new(struct{}))); err != nil || texts == 0 || withLength != texts {
			t.Errorf("%v, or %d of %d texts carry their length", err, withLength, texts)
		}
		if strings.Contains(string(svg), "#-") || strings.Contains(string(svg), "NaN") {
			t.Error("a colour or coordinate that is no number")
		}
		raw, err := figure.PNG()
		if err != nil {
			t.Fatal(err)
		}
		width, _ := figure.Size()
		if config, err := png.DecodeConfig(bytes.NewReader(raw)); err != nil || 2*config.Width != 3*width {
			t.Errorf("PNG of width %d for %d CSS pixels, %v", config.Width, width, err)
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

// TestFiguresFromGoroutines checks that several goroutines can draw figures, including the same
// figure, with identical results.
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

// TestAlt checks that the SVG contains the text description. Its default consists of the title, the
// legend and the axes.
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

// TestLongTitle checks that a title that is wider than the figure continues on further lines, each within the figure, and that the
// text description has the whole title.
func TestLongTitle(t *testing.T) {
	title := strings.TrimSpace(strings.Repeat("a long title ", 20))
	figure, err := plots.Lines([]plots.Line{{Name: "x", X: two, Y: two}}, plots.Title(title), plots.Size(400, 300))
	if err != nil {
		t.Fatal(err)
	}
	svg, err := figure.SVG()
	if err != nil {
		t.Fatal(err)
	}
	found := ""
	for _, m := range regexp.MustCompile(`font-weight:bold[^>]*textLength="([0-9.]+)"[^>]*>([^<]*)<`).FindAllSubmatch(svg, -1) {
		if width, err := strconv.ParseFloat(string(m[1]), 64); err != nil || width > 300 { // points: 400 pixels
			t.Errorf("%q has width %s", m[2], m[1])
		}
		found += " " + string(m[2])
	}
	if strings.TrimSpace(found) != title || !strings.HasPrefix(figure.Alt(), title) {
		t.Errorf("title %q, text description %q", found, figure.Alt())
	}
}

func TestShowElsewhereWritesFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := plots.Show(turned(0.5)); err != nil {
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

// turned returns a figure that depends on one parameter.
func turned(lambda float64) (plots.Figure, error) {
	return plots.Geometry([]float64{1, 0}, []float64{-1, 2},
		[]plots.Direction{{Name: "P", V: []float64{lambda, 1 - lambda}}},
		plots.XRange(-2, 2), plots.YRange(-1, 3))
}

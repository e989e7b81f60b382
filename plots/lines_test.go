package plots_test

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/canvas"
)

// This example draws the error against the number of samples, with intervals over seeds.
func ExampleLines() {
	n := []float64{16, 32, 64, 128, 256}
	figure, err := plots.Lines([]plots.Line{
		{Name: "unconstrained", X: n, Y: []float64{1, 0.52, 0.27, 0.13, 0.07},
			Low: []float64{0.8, 0.44, 0.22, 0.11, 0.06}, High: []float64{1.25, 0.61, 0.33, 0.15, 0.08}},
		{Name: "feasibility first", X: n, Y: []float64{0.32, 0.25, 0.17, 0.1, 0.06},
			Low: []float64{0.22, 0.19, 0.14, 0.08, 0.05}, High: []float64{0.46, 0.31, 0.2, 0.12, 0.07}},
	}, plots.LogX(), plots.LogY(), plots.Title("Excess risk against samples"),
		plots.XLabel("training samples n"), plots.YLabel("excess risk"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/lines.png"))
	// Output: <nil>
}

// This example builds a curve point by point and compares it with a target value and with the
// number of steps of another study.
func ExampleRuleY() {
	loss := plots.Line{Name: "student"}
	for step := 1.0; step <= 1024; step *= 2 {
		y := 0.1 + 3/math.Sqrt(step)
		loss.AddInterval(step, y, 0.9*y, 1.1*y)
	}
	figure, err := plots.Lines([]plots.Line{loss}, plots.LogX(), plots.LogY(), plots.Name("rules"), plots.Title("Loss against steps"),
		plots.XLabel("step"), plots.YLabel("loss"), plots.RuleY("least squares", 0.1), plots.RuleX("the paper's 3840 steps", 3840))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/rules.png"))
	// Output: <nil>
}

// This example draws two quantities for each of two rules. Both quantities of a rule have its
// colour, and one is dashed. The second rule has a jump, where its lines are broken. The rule at
// zero is solid.
func ExampleLine() {
	var lines []plots.Line
	for k, name := range []string{"smooth", "with a jump"} {
		first := plots.Curve(name+", first loss", func(x float64) float64 { return 0.8 - x*x }, -1, 1)
		if k == 1 {
			first = plots.Piecewise(name+", first loss", func(x float64) float64 { return 0.1 - 0.4*math.Copysign(1, x) - 0.1*x }, -1, 1, 0)
		}
		second := plots.Line{Name: name + ", second loss", X: first.X, Breaks: first.Breaks, Twin: true, Smooth: true}
		for _, y := range first.Y {
			second.Y = append(second.Y, 0.3-y)
		}
		lines = append(lines, first, second)
	}
	figure, err := plots.Lines(lines, plots.Name("twins"), plots.Title("What either loss gets"), plots.RuleY("zero", 0))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plots.Save(figure, "testdata/twins.png"))
	// Output: <nil>
}

func TestLines(t *testing.T) {
	lines := func(l plots.Line, opts ...plots.Option) (*plots.Chart, error) {
		return plots.Lines([]plots.Line{l}, opts...)
	}
	wellFormed(t)(plots.Lines([]plots.Line{{Name: "l", X: two, Y: two}}))
	refused(t, `no points in line 0 ("l")`)(lines(plots.Line{Name: "l"}))
	refused(t, `line 0 ("l") uses the colour of the previous line, so it must not be the first`)(lines(plots.Line{Name: "l", X: two, Y: two, Twin: true}))
	refused(t, "break 1 of line 0 (\"\") is 0; breaks must be increasing indices of the 2 points")(lines(plots.Line{X: two, Y: two, Breaks: []int{1, 0}}))
	refused(t, "break 0 of line 0 (\"\") is 3; breaks must be increasing")(lines(plots.Line{X: two, Y: two, Breaks: []int{3}}))
	refused(t, "want 2, one for each X")(lines(plots.Line{X: two, Y: one}))
	refused(t, "is not sorted (values must increase")(lines(plots.Line{X: []float64{2, 1}, Y: two}))
	refused(t, "is 0, want a positive number")(lines(plots.Line{X: two, Y: []float64{0, 1}}, plots.LogY()))
	refused(t, "size 10×10 pixels must be from 120×80 to 8000×8000")(lines(plots.Line{X: two, Y: two}, plots.Size(10, 10)))
	refused(t, "axis range [1, 1]")(lines(plots.Line{X: two, Y: two}, plots.XRange(1, 1)))
	refused(t, "a logarithmic axis must start above zero")(lines(plots.Line{X: two, Y: two}, plots.XRange(0, 1), plots.LogX()))
	refused(t, "axis range [NaN, 1]")(lines(plots.Line{X: two, Y: two}, plots.YRange(nan, 1)))
	refused(t, "name of the figure is empty")(lines(plots.Line{X: two, Y: two}, plots.Name("")))
	refused(t, "name of the figure is \"a/b\"")(lines(plots.Line{X: two, Y: two}, plots.Name("a/b")))
	refused(t, `value 0 of the rule "floor" is NaN`)(lines(plots.Line{X: two, Y: two}, plots.RuleX("floor", nan)))
	refused(t, `the rule "floor" must be in the axis range [0, 1], got 2`)(lines(plots.Line{X: two, Y: two}, plots.XRange(0, 1), plots.RuleX("floor", 2)))
	refused(t, `value 0 of the rule "floor" is 0, want a positive number`)(lines(plots.Line{X: two, Y: two}, plots.LogY(), plots.RuleY("floor", 0)))
}

// TestLongCurvesAreToldApart checks that two long curves that coincide differ in dashes and
// markers, in the figure and in its legend.
func TestLongCurvesAreToldApart(t *testing.T) {
	same := func(name string) plots.Line {
		l := plots.Curve(name, func(x float64) float64 { return 1 / x }, 1, 100)
		l.Smooth = false
		return l
	}
	draw := func(lines ...plots.Line) []byte {
		figure, err := plots.Lines(lines, plots.LogX(), plots.LogY())
		if err != nil {
			t.Fatal(err)
		}
		text, err := figure.SVG()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	colors := canvas.Colors("baseline", "IGBO")
	first, second := colors[0], colors[1]
	text := draw(same("baseline"), same("IGBO"))
	for name, c := range map[string]color.NRGBA{"first": first, "second": second} {
		fill := fmt.Sprintf("fill:#%02X%02X%02X", c.R, c.G, c.B)
		if n := bytes.Count(text, []byte(fill)); n != 6 {
			t.Errorf("the %s curve has %d markers: want five and the legend's", name, n)
		}
	}
	if n := bytes.Count(text, []byte("stroke-dasharray")); n != 2 {
		t.Errorf("%d dashed lines: want the second curve's and its legend's", n)
	}
}

// TestTwinsAndBreaks checks that a twin has the colour of the line before it and is dashed, and
// that a line has one more piece than it has breaks.
func TestTwinsAndBreaks(t *testing.T) {
	draw := func(lines ...plots.Line) string {
		figure, err := plots.Lines(lines, plots.RuleY("zero", 0))
		if err != nil {
			t.Fatal(err)
		}
		text, err := figure.SVG()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	wave := plots.Curve("first", math.Sin, 0, 9)
	twin := plots.Curve("second", math.Cos, 0, 9)
	other := plots.Curve("other", math.Atan, 0, 9)
	twin.Twin = true
	c, third := canvas.SeriesColor(1), canvas.SeriesColor(2)
	text := draw(wave, twin, other)
	if !strings.Contains(text, fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)) || strings.Contains(text, fmt.Sprintf("#%02X%02X%02X", third.R, third.G, third.B)) {
		t.Error("a twin has a colour of its own")
	}
	if n := strings.Count(text, "stroke-dasharray"); n != 2 {
		t.Errorf("%d dashed lines: want the twin's and its legend's: zero is solid", n)
	}
	count := func(l plots.Line) int { return strings.Count(draw(l), "<path") }
	whole, broken := wave, wave
	broken.Breaks = []int{30, 60}
	if a, b := count(whole), count(broken); b != a+2 {
		t.Errorf("%d paths with two breaks, %d without", b, a)
	}
}

// TestCurvesAreCurves checks that a sampled curve with five oscillations stays within a fifth of a
// pixel of its function, in a figure 300 pixels high.
func TestCurvesAreCurves(t *testing.T) {
	f := func(x float64) float64 { return math.Sin(5 * x) }
	c, worst := plots.Curve("f", f, 0, 2*math.Pi), 0.0
	for i := range c.X[1:] {
		worst = max(worst, math.Abs((c.Y[i]+c.Y[i+1])/2-f((c.X[i]+c.X[i+1])/2)))
	}
	if pixels := worst / 2 * 300; pixels > 0.2 {
		t.Errorf("the line is off by %.2f pixels", pixels)
	}
}

// TestFunctionsHaveNoMarkers checks that functions have no markers, which would look like
// measurements. Four functions differ in their dashes, in the figure and in its legend. Two pairs
// of functions differ in their widths.
func TestFunctionsHaveNoMarkers(t *testing.T) {
	var lines []plots.Line
	for i := range 4 {
		lines = append(lines, plots.Curve(fmt.Sprint("order ", i), func(x float64) float64 { return math.Pow(x, float64(i)) }, 0, 1))
	}
	jumps := plots.Piecewise("steps", math.Floor, 0, 2, 1)
	twins := []plots.Line{lines[0], lines[1], lines[2], lines[3]}
	twins[1].Twin, twins[3].Twin = true, true
	for _, drawn := range [][]plots.Line{lines, {jumps}, twins} {
		figure, err := plots.Lines(drawn)
		if err != nil {
			t.Fatal(err)
		}
		text, err := figure.SVG()
		if err != nil {
			t.Fatal(err)
		}
		for i := range drawn {
			c := canvas.SeriesColor(i)
			if fill := fmt.Sprintf("fill:#%02X%02X%02X", c.R, c.G, c.B); bytes.Contains(text, []byte(fill)) {
				t.Errorf("the function %q has markers", drawn[i].Name)
			}
		}
		dashes := map[string]int{}
		for _, m := range regexp.MustCompile(`stroke-dasharray:[0-9., ]*`).FindAll(text, -1) {
			dashes[string(m)]++
		}
		want := len(drawn) - 1
		if drawn[len(drawn)-1].Twin { // pairs share one pattern and differ in width
			want = 1
			widths := map[string]bool{}
			for _, m := range regexp.MustCompile(`stroke-width:[0-9.]*;stroke-dasharray`).FindAll(text, -1) {
				widths[string(m)] = true
			}
			if len(widths) != 2 {
				t.Errorf("two dashed twins have the widths %v", widths)
			}
		}
		if len(dashes) != want {
			t.Errorf("%d lines have the dashes %v", len(drawn), dashes)
		}
	}
}

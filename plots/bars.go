package plots

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// BarSeries is a named series of bars, with one value per category. Low and High are the ends of
// the error bars; both are nil if there are none.
type BarSeries struct {
	Name      string
	Values    []float64
	Low, High []float64
}

// Add appends the value of the next category.
func (s *BarSeries) Add(value float64) { s.Values = append(s.Values, value) }

// AddInterval appends the value of the next category and the ends of its error bar.
func (s *BarSeries) AddInterval(value, low, high float64) {
	s.Add(value)
	s.Low, s.High = append(s.Low, low), append(s.High, high)
}

// PlusMinus returns a series with error bars from values − errors to values + errors. The errors
// must not be negative. If they are nil, the series has no error bars. If the slices differ in
// length, the figure that draws the series returns an error.
func PlusMinus(name string, values, errors []float64) BarSeries {
	s := BarSeries{Name: name, Values: values}
	if errors == nil {
		return s
	}
	s.Low, s.High = make([]float64, len(errors)), make([]float64, len(errors))
	for i, e := range errors {
		v := math.NaN()
		if i < len(values) {
			v = values[i]
		}
		s.Low[i], s.High[i] = v-e, v+e
	}
	return s
}

// Bars draws grouped bars: one group per category and one bar per series. Series with intervals
// have error bars. Series differ in colour and hatching.
func Bars(categories []string, series []BarSeries, opts ...Option) (*Chart, error) {
	return groupedBars(canvas.Settings{Name: "bars", Width: 720, Height: 380}, categories, series, opts)
}

// ImportanceBars draws the importance of each feature, with one bar per model. The error bars
// usually show the spread over seeds. Values are importance scores H: in [−1, 1] if signed, in [0,
// 1] if absolute.
func ImportanceBars(features []string, series []BarSeries, opts ...Option) (*Chart, error) {
	defaults := canvas.Settings{
		Name:   "importance",
		Title:  "Importance of the features",
		YLabel: "mean H",
		Width:  720, Height: 380,
	}
	return groupedBars(defaults, features, series, opts)
}

// groupedBars checks the input and draws the bars. The defaults are in s.
func groupedBars(s canvas.Settings, categories []string, series []BarSeries, opts []Option) (*Chart, error) {
	s, err := apply(s, opts, func(c *checker) { c.bars(categories, series) })
	if err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	canvas.Grid(p, false, true)
	var legend []canvas.LegendEntry
	for i, fill := range colorsOf(series, func(b BarSeries) string { return b.Name }) {
		p.Add(barRow(series[i], fill, i, len(series)))
		legend = append(legend, canvas.SwatchEntry(series[i].Name, canvas.Swatch{Fill: fill, Hatch: i}))
	}
	p.Add(canvas.RuleY(0, canvas.Stroke(canvas.Muted, canvas.ThinWidth)))
	canvas.Nominal(&p.X, categories)
	widenBars(&p.Y)
	slantLabels(p, categories, s.Width)
	return s.Chart(p, legend...), nil
}

// bars records the first error in the input.
func (c *checker) bars(categories []string, series []BarSeries) {
	c.notEmpty("categories", len(categories))
	c.notEmpty("series", len(series))
	for i, row := range series {
		what := fmt.Sprintf("series %d (%q)", i, row.Name)
		c.length(what, len(row.Values), len(categories), "category")
		c.finite(what, row.Values)
		c.interval(what, row.Low, row.Values, row.High)
	}
}

// barRow draws the i-th of n series. The bars of one category together fill 0.8 of its width.
func barRow(row BarSeries, fill color.Color, i, n int) canvas.Painter {
	lo, hi := canvas.Bounds(row.Values, row.Low, row.High, []float64{0})
	width := 0.8 / float64(n)
	offset := -0.4 + width*float64(i)
	last := float64(len(row.Values)) - 0.5
	return canvas.Paint(-0.5, last, lo, hi, func(c draw.Canvas, x, y canvas.Mapping) {
		for k, v := range row.Values {
			left := float64(k) + offset
			box := vg.Rectangle{
				Min: vg.Point{X: x(left) + 0.4, Y: y(math.Min(0, v))},
				Max: vg.Point{X: x(left+width) - 0.4, Y: y(math.Max(0, v))},
			}
			c.FillPolygon(fill, c.ClipPolygonXY(canvas.Corners(box)))
			canvas.Hatch(c, box, i)
			if row.Low != nil {
				half := min(vg.Points(3), (box.Max.X-box.Min.X)/3)
				canvas.ErrorBar(c, (box.Min.X+box.Max.X)/2, y(row.Low[k]), y(row.High[k]), half, canvas.Stroke(canvas.Ink, vg.Points(1)))
			}
		}
	})
}

// slantLabels rotates the names on a horizontal axis if they would overlap.
func slantLabels(p *plot.Plot, names []string, width int) {
	space := vg.Length(width) * canvas.Pixel * 0.88 / vg.Length(len(names))
	for _, name := range names {
		if canvas.TextWidth(name, canvas.TickSize, 0)+vg.Points(6) > space {
			p.X.Tick.Label.Rotation = math.Pi / 5
			p.X.Tick.Label.XAlign = text.XRight
			p.X.Tick.Label.YAlign = -0.95 // YTop is −1 and YBottom is 0; this value keeps the text off the axis line
			return
		}
	}
}

// widenBars adds a margin beyond the longest bars. It adds none at zero if all bars are on one side
// of it.
func widenBars(a *plot.Axis) {
	below, above := 0.05, 0.05
	if a.Min == 0 {
		below = 0
	}
	if a.Max == 0 && a.Min < 0 {
		above = 0
	}
	if a.Min == a.Max {
		a.Max = 1
	}
	canvas.Widen(a, below, above)
}

// ColumnMeans returns the mean of each column of rows [N,D]. The error bars are ±2 standard errors,
// 2·s/√N, where s is the column's standard deviation. A matrix with one row has no error bars.
func ColumnMeans(name string, rows mat.Matrix) BarSeries {
	n, d := rows.Dims()
	s := BarSeries{Name: name}
	for k := range d {
		mean, stdDev := stat.MeanStdDev(mat.Col(nil, k, rows), nil)
		if n < 2 {
			s.Add(mean)
			continue
		}
		half := 2 * stdDev / math.Sqrt(float64(n))
		s.AddInterval(mean, mean-half, mean+half)
	}
	return s
}

package payoff

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/igbo/research/study"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/canvas"
)

// Figures implements study.Result: the map compared with ridge regression and with the model without the order, and the map
// with directions.
func (r *Result) Figures() ([]plots.Figure, error) {
	m := slices.Max(r.Config.Statements)
	title := fmt.Sprintf("Change of the error in %% with %d statements about %d columns, compared with ", m, r.Config.Features)
	return []plots.Figure{
		r.chart(view{"payoff", title + "ridge", m, false, Change.overRidge}),
		r.chart(view{"payoff-bare", title + "the same model without the statements", m, false, Change.overBare}),
		r.chart(view{"payoff-directions", "Change of the error in % with statements and directions of all columns, compared with ridge", m, true, Change.overRidge}),
	}, nil
}

// view selects the content of a map.
type view struct {
	name, title string
	statements  int
	directions  bool
	of          func(Change) [3]float64
}

func (c Change) overRidge() [3]float64 { return c.Ratio }

func (c Change) overBare() [3]float64 { return c.Bare }

// worth is the least gain that counts: 1 % of the error.
const worth = 0.01

// darkest is the change that has the darkest colour.
const darkest = 0.2

// chart draws a map with a panel for each explained share. The number of rows increases to the right and the trust upwards.
// Colour and number show the change of the error, and a line surrounds the cells in which the error falls by 1 % or more.
func (r *Result) chart(v view) *canvas.Chart {
	c := r.Config
	s := canvas.Settings{
		Name: v.name, Title: v.title, Width: 980, Height: 130 + 34*len(c.Trusts), XLabel: "rows", YLabel: "trust: P(a statement is right)",
		Alt: "One panel for each explained share of the variance: the number of rows increases to the right and the trust upwards, and each cell has the change of the error in per cent.",
	}
	rows, trusts := slices.Sorted(slices.Values(c.Rows)), slices.Clone(c.Trusts)
	slices.Sort(trusts)
	var panels []*plot.Plot
	widths := make([]float64, len(c.Explained))
	for i, share := range c.Explained {
		p := canvas.NewPanel()
		s.Label(p)
		p.Title.Text = fmt.Sprintf("%g %% of the variance explained", 100*share)
		p.Add(r.cells(v, share, rows, trusts))
		canvas.Nominal(&p.X, study.Each(rows, func(n int) string { return fmt.Sprint(n) }))
		canvas.Nominal(&p.Y, study.Each(trusts, func(t float64) string { return fmt.Sprint(t) }))
		if widths[i] = 1; i > 0 {
			p.Y.Tick.Marker, p.Y.Label.Text = plot.ConstantTicks(nil), ""
		} else {
			widths[i] = 1.12
		}
		panels = append(panels, p)
	}
	line := canvas.Stroke(canvas.Ink, frame)
	legend := []canvas.LegendEntry{
		canvas.FillEntry("less error", canvas.Diverging(-0.6)), canvas.FillEntry("more error", canvas.Diverging(0.6)),
		canvas.LineEntry(fmt.Sprintf("border of a gain of %g %% or more", 100*worth), line),
	}
	return s.Row(legend, widths, panels...)
}

// frame is the width of the line that surrounds the gain.
const frame = vg.Length(2.4)

// cells draws one panel.
func (r *Result) cells(of view, explained float64, rows []int, trusts []float64) canvas.Painter {
	nx, ny := float64(len(rows)), float64(len(trusts))
	ratio := func(i, j int) (q study.Interval, there bool) {
		if i < 0 || j < 0 || i >= len(rows) || j >= len(trusts) {
			return q, false
		}
		return interval(of.of(r.change(rows[i], explained, of.statements, of.directions, slices.Index(r.Config.Trusts, trusts[j])))), true
	}
	pays := func(i, j int) bool {
		q, there := ratio(i, j)
		return there && q.Mean <= 1-worth
	}
	return canvas.Paint(-0.5, nx-0.5, -0.5, ny-0.5, func(c draw.Canvas, x, y canvas.Mapping) {
		at := func(i, j float64) vg.Point { return vg.Point{X: x(i), Y: y(j)} }
		for i := range rows {
			for j := range trusts {
				q, _ := ratio(i, j)
				v := q.Mean - 1
				if math.IsNaN(v) {
					continue
				}
				left, right, low, high := float64(i)-0.5, float64(i)+0.5, float64(j)-0.5, float64(j)+0.5
				canvas.Tooltip(c, fmt.Sprintf("%d rows, trust %g: %s", rows[i], trusts[j], q.Text("%.3f")), func() {
					c.FillPolygon(canvas.Diverging(v/darkest), []vg.Point{at(left, low), at(right, low), at(right, high), at(left, high)})
				})
				style := canvas.TextStyle(vg.Points(8), font.WeightNormal, canvas.Ink)
				if math.Abs(v) > 0.5*darkest {
					style.Color = canvas.Paper
				}
				style.XAlign, style.YAlign = text.XCenter, text.YCenter
				c.FillText(style, at(float64(i), float64(j)), strings.TrimSuffix(percent(v), " %"))
			}
		}
		edge := canvas.Stroke(canvas.Ink, frame)
		for i := range rows {
			for j := range trusts {
				if !pays(i, j) {
					continue
				}
				fi, fj := float64(i), float64(j)
				for _, side := range []struct {
					i, j     int
					from, to vg.Point
				}{
					{i - 1, j, at(fi-0.5, fj-0.5), at(fi-0.5, fj+0.5)}, {i + 1, j, at(fi+0.5, fj-0.5), at(fi+0.5, fj+0.5)},
					{i, j - 1, at(fi-0.5, fj-0.5), at(fi+0.5, fj-0.5)}, {i, j + 1, at(fi-0.5, fj+0.5), at(fi+0.5, fj+0.5)},
				} {
					if _, there := ratio(side.i, side.j); there && !pays(side.i, side.j) {
						c.StrokeLine2(edge, side.from.X, side.from.Y, side.to.X, side.to.Y)
					}
				}
			}
		}
	})
}

package plots

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// TrainingRun is the history of one training: at each of Steps the task loss L,
// the interpretability loss H, cos(g1, g2) and the case of the projection, an
// index into the case names. Cosine may hold NaN where a gradient was zero.
type TrainingRun struct {
	Name   string
	Steps  []float64
	L, H   []float64
	Cosine []float64
	Cases  []int
}

// Training draws, one above the other, L (logarithmic where it spans more than a
// factor of twenty), H and cos(g1, g2) against steps, and for each run a ribbon
// with the case of each step. Where steps are many, a column of the ribbon shows
// the share of each case in its stretch, and cosines are drawn as points.
func Training(runs []TrainingRun, cases []string, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "training", Title: "Training", Width: 720, Height: 560 + 22*len(runs), XLabel: "step",
	}, opts)
	if err != nil {
		return nil, err
	}
	if err := checkRuns(s.Name, runs, cases); err != nil {
		return nil, err
	}
	legend := runLegend(runs, cases)
	loss := canvas.NewPanel()
	pick := func(f func(TrainingRun) []float64) [][]float64 {
		var all [][]float64
		for _, r := range runs {
			all = append(all, f(r))
		}
		return all
	}
	lo, hi := canvas.Bounds(pick(func(r TrainingRun) []float64 { return r.L })...)
	if lo > 0 && hi > 20*lo {
		canvas.SetLog(&loss.Y)
	}
	interpretability, cosine, ribbon := canvas.NewPanel(), canvas.NewPanel(), canvas.NewPanel()
	addHistory(loss, "L", runs, func(r TrainingRun) []float64 { return r.L })
	addHistory(interpretability, "H", runs, func(r TrainingRun) []float64 { return r.H })
	addCosines(cosine, runs)
	addRibbons(ribbon, runs, len(cases))
	linkX(s, loss, interpretability, cosine, ribbon)
	heights := []float64{3, 3, 3, 1 + 0.4*float64(len(runs))}
	return s.Stack(legend, heights, loss, interpretability, cosine, ribbon), nil
}

// checkRuns names the first fault of the input.
func checkRuns(figure string, runs []TrainingRun, cases []string) error {
	c := checker{figure: figure}
	c.notEmpty("runs", len(runs))
	for i, r := range runs {
		what := fmt.Sprintf("run %d (%q)", i, r.Name)
		c.curve("L in "+what, r.Steps, r.L)
		c.length("H in "+what, len(r.H), len(r.Steps), "step")
		c.length("Cosine in "+what, len(r.Cosine), len(r.Steps), "step")
		c.length("Cases in "+what, len(r.Cases), len(r.Steps), "step")
		c.finite("H in "+what, r.H)
		for k, v := range r.Cosine {
			if v < -1.000001 || v > 1.000001 {
				c.failf("cosine %d of %s is %g, expected a number in [−1, 1] or NaN", k, what, v)
			}
		}
		for k, v := range r.Cases {
			if v < 0 || v >= len(cases) {
				c.failf("case %d of %s is %d, expected an index of the %d case names", k, what, v, len(cases))
			}
		}
	}
	return c.err
}

// runLegend names the runs, where there are several, and the cases.
func runLegend(runs []TrainingRun, cases []string) []canvas.LegendEntry {
	var legend []canvas.LegendEntry
	if len(runs) > 1 {
		for i, color := range runColors(runs) {
			legend = append(legend, canvas.LineEntry(runs[i].Name, canvas.Stroke(color, canvas.LineWidth)))
		}
	}
	for i, name := range cases {
		legend = append(legend, canvas.FillEntry(name, caseColor(i)))
	}
	return legend
}

// runColors are those of the runs' names.
func runColors(runs []TrainingRun) []color.NRGBA {
	return colorsOf(runs, func(r TrainingRun) string { return r.Name })
}

// caseColor returns the colour of a case: other hues than the first runs have.
func caseColor(i int) color.NRGBA {
	colors := [...]color.NRGBA{canvas.Sky, canvas.Vermillion, canvas.Purple, canvas.Hair, canvas.Muted, canvas.Green}
	return colors[i%len(colors)]
}

// addHistory draws one curve a run.
func addHistory(p *plot.Plot, label string, runs []TrainingRun, values func(TrainingRun) []float64) {
	canvas.Grid(p, false, true)
	for i, color := range runColors(runs) {
		xs, ys := canvas.Thin(runs[i].Steps, values(runs[i]), 1000, false)
		p.Add(canvas.Polyline(xs, ys, canvas.Stroke(color, vg.Points(1.2))))
	}
	p.Y.Label.Text = label
	fewTicks(&p.Y)
	canvas.Widen(&p.Y, 0.04, 0.06)
}

// fewTicks thins the labels of a low panel's linear axis.
func fewTicks(a *plot.Axis) {
	if _, ok := a.Tick.Marker.(canvas.LinearTicks); ok {
		a.Tick.Marker = canvas.LinearTicks{Most: 4}
	}
}

// addCosines draws cosines as points; undefined ones are left out.
func addCosines(p *plot.Plot, runs []TrainingRun) {
	canvas.Grid(p, false, true)
	p.Add(canvas.RuleY(0, canvas.Stroke(canvas.Muted, canvas.ThinWidth)))
	colors := runColors(runs)
	for i, r := range runs {
		var xs, ys []float64
		stride := max(1, len(r.Steps)/600)
		for k := 0; k < len(r.Steps); k += stride {
			if !math.IsNaN(r.Cosine[k]) {
				xs, ys = append(xs, r.Steps[k]), append(ys, r.Cosine[k])
			}
		}
		dot := draw.GlyphStyle{Color: canvas.Fade(colors[i], 0.6), Radius: vg.Points(1.4), Shape: draw.CircleGlyph{}}
		if len(xs) > 0 {
			p.Add(canvas.Markers(xs, ys, dot))
		}
	}
	p.Y.Min, p.Y.Max = -1.05, 1.05
	p.Y.Tick.Marker = canvas.LinearTicks{Most: 4}
	p.Y.Label.Text = "cos(g₁, g₂)"
}

// addRibbons draws the cases of each run as a ribbon.
func addRibbons(p *plot.Plot, runs []TrainingRun, cases int) {
	names := make([]string, len(runs))
	for i, r := range runs {
		names[i] = r.Name
		edges, shares := caseShares(r, cases)
		row := float64(len(runs) - 1 - i)
		p.Add(canvas.Paint(edges[0], edges[len(edges)-1], row-0.5, row+0.5, func(c draw.Canvas, x, y canvas.Mapping) {
			for k, share := range shares {
				below := row - 0.4
				for j, part := range share {
					box := vg.Rectangle{
						Min: vg.Point{X: x(edges[k]), Y: y(below)},
						Max: vg.Point{X: x(edges[k+1]) + 0.15, Y: y(below + 0.8*part)},
					}
					if part > 0 {
						c.FillPolygon(caseColor(j), c.ClipPolygonXY(canvas.Corners(box)))
					}
					below += 0.8 * part
				}
			}
		}))
	}
	if len(runs) == 1 {
		names[0] = "case"
	}
	reversed := make([]string, len(names))
	for i, name := range names {
		reversed[len(names)-1-i] = name
	}
	canvas.Nominal(&p.Y, reversed)
}

// caseShares cuts a run into at most 240 stretches and returns their edges and
// the share of each case in each.
func caseShares(r TrainingRun, cases int) (edges []float64, shares [][]float64) {
	n := min(240, len(r.Steps))
	edge := func(i int) float64 {
		if i < len(r.Steps) {
			return r.Steps[i]
		}
		last := r.Steps[len(r.Steps)-1]
		return last + (last-r.Steps[0])/float64(max(1, len(r.Steps)-1))
	}
	for k := range n {
		from, to := k*len(r.Steps)/n, (k+1)*len(r.Steps)/n
		share := make([]float64, cases)
		for _, c := range r.Cases[from:to] {
			share[c] += 1 / float64(to-from)
		}
		edges, shares = append(edges, edge(from)), append(shares, share)
	}
	return append(edges, edge(len(r.Steps))), shares
}

// linkX gives all panels the same horizontal range, ticks on the lowest only.
func linkX(s canvas.Settings, panels ...*plot.Plot) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range panels {
		lo, hi = math.Min(lo, p.X.Min), math.Max(hi, p.X.Max)
	}
	for i, p := range panels {
		p.X.Min, p.X.Max = lo, hi
		if s.XRange != nil {
			p.X.Min, p.X.Max = s.XRange[0], s.XRange[1]
		}
		if i == len(panels)-1 {
			p.X.Label.Text = s.XLabel
			continue
		}
		p.X.Tick.Marker = blank{p.X.Tick.Marker}
	}
}

// blank keeps the ticks and drops their labels.
type blank struct{ plot.Ticker }

// Ticks returns the ticks without labels.
func (b blank) Ticks(lo, hi float64) []plot.Tick {
	ticks := b.Ticker.Ticks(lo, hi)
	for i := range ticks {
		ticks[i].Label = ""
	}
	return ticks
}

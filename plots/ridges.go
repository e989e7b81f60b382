package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"math"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Ridge is a named stack of series of equal length. Series[i] is drawn at the position At[i]. Off, if not nil, marks the series
// that are drawn dashed. Notes, if not nil, holds a text for the right end of each series. Noted is the heading above Notes.
type Ridge struct {
	Name   string
	At     []float64
	Series [][]float64
	Off    []bool
	Notes  []string
	Noted  string
}

// Ridges draws stacks of series, for instance a series at several positions of a path. Each stack
// has its own panel, and each series is drawn around its position on the vertical axis. The first
// and the last series of a stack are dark, because they are usually the end points that all stacks
// share. All series have the same scale.
func Ridges(stacks []Ridge, opts ...Option) (*Chart, error) {
	var largest float64
	s, err := apply(canvas.Settings{
		Name: "ridges", Title: "A series on its path", Width: 720, Height: 420,
		XLabel: "time step t", YLabel: "position τ on the path",
	}, opts, func(c *checker) { largest = c.ridges(stacks) })
	if err != nil {
		return nil, err
	}
	var panels []*plot.Plot
	var widths []float64
	colors := colorsOf(stacks, func(r Ridge) string { return r.Name })
	for i, r := range stacks {
		p := canvas.NewPanel()
		canvas.Grid(p, false, true)
		p.Add(r.paint(colors[i], largest))
		s.Label(p)
		p.Title.Text, p.X.LineStyle.Width = r.Name, 0
		p.Y.Tick.Marker = places(r.At)
		if i > 0 {
			p.Y.Label.Text = ""
		}
		panels, widths = append(panels, p), append(widths, 1)
	}
	return s.Row(nil, widths, panels...), nil
}

// places returns one tick for each series.
func places(at []float64) plot.ConstantTicks {
	var ticks []plot.Tick
	for _, y := range at {
		ticks = append(ticks, plot.Tick{Value: y, Label: canvas.FormatTick(math.Round(y*100) / 100)})
	}
	return ticks
}

// ridges records the first error in the input. It returns the largest absolute value, or 1 if all
// are zero.
func (c *checker) ridges(stacks []Ridge) (largest float64) {
	c.notEmpty("stacks", len(stacks))
	for i, r := range stacks {
		what := fmt.Sprintf("stack %d (%q)", i, r.Name)
		if len(r.At) < 2 {
			c.failf("%s has %d positions, want at least 2", what, len(r.At))
			break
		}
		c.curve(what, r.At, r.At)
		c.length("Series of "+what, len(r.Series), len(r.At), "place")
		if r.Off != nil {
			c.length("Off of "+what, len(r.Off), len(r.At), "place")
		}
		if r.Notes != nil {
			c.length("Notes of "+what, len(r.Notes), len(r.At), "place")
		}
		for j, series := range r.Series {
			c.notEmpty(fmt.Sprintf("values in series %d of %s", j, what), len(series))
			c.length(fmt.Sprintf("series %d of %s", j, what), len(series), len(stacks[0].Series[0]), "time step")
			c.finite(fmt.Sprintf("series %d of %s", j, what), series)
			lo, hi := canvas.Bounds(series)
			largest = math.Max(largest, math.Max(-lo, hi))
		}
	}
	return cmp.Or(largest, 1)
}

// paint draws the stack in a colour. The amplitude of a series is limited by the gap to the next
// series.
func (r Ridge) paint(color color.Color, largest float64) canvas.Painter {
	last := len(r.At) - 1
	gap := (r.At[last] - r.At[0]) / float64(last)
	steps := len(r.Series[0])
	right := float64(steps) - 1
	if r.Notes != nil {
		right *= 1.14 // leaves space for the notes
	}
	return canvas.Paint(0, right, r.At[0]-0.7*gap, r.At[last]+0.7*gap, func(c draw.Canvas, x, y canvas.Mapping) {
		note := canvas.TextStyle(canvas.TickSize, font.WeightNormal, canvas.Muted)
		note.XAlign, note.YAlign = text.XRight, text.YBottom
		if r.Notes != nil {
			c.FillText(note, vg.Point{X: c.Max.X, Y: y(r.At[last]+0.42*gap) + vg.Points(1.5)}, r.Noted)
		}
		for j := last; j >= 0; j-- {
			points := make([]vg.Point, steps)
			for t, v := range r.Series[j] {
				points[t] = vg.Point{X: x(float64(t)), Y: y(r.At[j] + 0.62*gap*v/largest)}
			}
			style := canvas.Stroke(color, canvas.LineWidth)
			if j == 0 || j == last {
				style = canvas.Stroke(canvas.Ink, vg.Points(2))
			}
			if r.Off != nil && r.Off[j] {
				style.Dashes = twinDashes(true)
			}
			c.StrokeLines(style, points)
			if r.Notes != nil {
				c.FillText(note, vg.Point{X: c.Max.X, Y: y(r.At[j]) + vg.Points(1.5)}, r.Notes[j])
			}
		}
	})
}

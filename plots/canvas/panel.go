package canvas

import (
	"math"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// panel is a plot whose title and axis labels the chart draws, in strips that all panels share.
type panel struct {
	*plot.Plot
	title, xLabel, yLabel string
}

// takePanel returns a panel for the plot and removes the plot's own title and labels.
func takePanel(p *plot.Plot) panel {
	taken := panel{Plot: p, title: p.Title.Text, xLabel: p.X.Label.Text, yLabel: p.Y.Label.Text}
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "", "", ""
	return taken
}

// cell is the area of one panel and the margins that its tick labels need.
type cell struct {
	draw.Canvas
	left, bottom, top vg.Length
}

// Heights of the strips for labels and titles, and the gap between columns.
const (
	labelStrip = LabelSize * 1.6
	columnGap  = vg.Length(10)
)

// drawPanels divides the area into columns and draws the panels, so that their data areas have the
// same lower and upper edges.
func (c *Chart) drawPanels(area draw.Canvas) {
	cells := c.cells(area)
	var bottom, top vg.Length
	for _, k := range cells {
		bottom, top = max(bottom, k.bottom), max(top, k.top)
	}
	for j, k := range cells {
		canvas := draw.Crop(k.Canvas, 0, 0, bottom-k.bottom, k.top-top)
		c.panels[j].drawLabels(canvas, k.left, bottom, top)
		c.drawPanel(c.panels[j].Plot, canvas)
	}
}

// cells divides the area, reserves strips for labels, and measures the margins.
func (c *Chart) cells(area draw.Canvas) (cells []cell) {
	width := area.Size().X - columnGap*vg.Length(len(c.widths)-1)
	left := area.Min.X
	for j, p := range c.panels {
		right := left + width*vg.Length(c.widths[j]/sum(c.widths))
		canvas := area
		canvas.Min.X, canvas.Max.X = left, right
		canvas = c.cropLabels(canvas, p)
		data := p.DataCanvas(canvas)
		cells = append(cells, cell{
			Canvas: canvas, left: data.Min.X - canvas.Min.X,
			bottom: data.Min.Y - canvas.Min.Y, top: canvas.Max.Y - data.Max.Y,
		})
		left = right + columnGap
	}
	return cells
}

// cropLabels returns the canvas without the strips for the panel's labels and for the titles and
// labels of the row.
func (c *Chart) cropLabels(canvas draw.Canvas, p panel) draw.Canvas {
	var left, bottom, top vg.Length
	if p.yLabel != "" {
		left = labelStrip
	}
	for _, p := range c.panels {
		if p.xLabel != "" {
			bottom = labelStrip
		}
		if p.title != "" {
			top = labelStrip
		}
	}
	return draw.Crop(canvas, left, 0, bottom, -top)
}

// drawLabels writes the title and the labels, centred on the data area, outside the margins of the
// tick labels.
func (p panel) drawLabels(canvas draw.Canvas, left, bottom, top vg.Length) {
	data := p.DataCanvas(canvas)
	style := TextStyle(LabelSize, font.WeightNormal, Ink)
	style.XAlign = text.XCenter
	x, y := (data.Min.X+data.Max.X)/2, (data.Min.Y+data.Max.Y)/2
	if p.title != "" {
		canvas.FillText(style, vg.Point{X: x, Y: data.Max.Y + top + vg.Points(2)}, p.title)
	}
	if p.xLabel != "" {
		style.YAlign = text.YTop
		canvas.FillText(style, vg.Point{X: x, Y: data.Min.Y - bottom - vg.Points(3)}, p.xLabel)
	}
	if p.yLabel != "" {
		style.YAlign = text.YBottom
		style.Rotation = math.Pi / 2
		canvas.FillText(style, vg.Point{X: data.Min.X - left - vg.Points(4), Y: y}, p.yLabel)
	}
}

// drawPanel draws one panel, with equal scales on both axes if the settings require it.
func (c *Chart) drawPanel(p *plot.Plot, canvas draw.Canvas) {
	if !c.settings.Equal {
		c.note(p, canvas)
		p.Draw(canvas)
		return
	}
	x, y := [2]float64{p.X.Min, p.X.Max}, [2]float64{p.Y.Min, p.Y.Max}
	size := p.DataCanvas(canvas).Size()
	unit := max((x[1]-x[0])/float64(size.X), (y[1]-y[0])/float64(size.Y))
	centre(&p.X, x, unit*float64(size.X))
	centre(&p.Y, y, unit*float64(size.Y))
	c.note(p, canvas)
	p.Draw(canvas)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x[0], x[1], y[0], y[1]
}

// centre widens a range to the given span, about its middle.
func centre(a *plot.Axis, r [2]float64, span float64) {
	middle := (r[0] + r[1]) / 2
	a.Min, a.Max = middle-span/2, middle+span/2
}

// sum returns the sum of the values.
func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}

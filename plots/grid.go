package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// cell is one panel's place and the margins its axes take from it.
type cell struct {
	draw.Canvas
	left, right, bottom, top vg.Length
}

// drawPanels divides the area into rows and columns and draws the panels so that
// data areas share their left and right edges in a column, and their lower and
// upper edges in a row.
func (c *Chart) drawPanels(area draw.Canvas) {
	cells := c.cells(area)
	for j := range c.widths {
		var left, right vg.Length
		for i := range cells {
			left, right = max(left, cells[i][j].left), max(right, cells[i][j].right)
		}
		for i := range cells {
			cells[i][j].Canvas = draw.Crop(cells[i][j].Canvas, left-cells[i][j].left, cells[i][j].right-right, 0, 0)
		}
	}
	for i, row := range cells {
		var bottom, top vg.Length
		for _, k := range row {
			bottom, top = max(bottom, k.bottom), max(top, k.top)
		}
		for j, k := range row {
			canvas := draw.Crop(k.Canvas, 0, 0, bottom-k.bottom, k.top-top)
			c.drawPanel(c.panels[i][j], canvas)
		}
	}
}

// cells divides the area and measures the margins.
func (c *Chart) cells(area draw.Canvas) [][]cell {
	size := area.Size()
	cells := make([][]cell, len(c.panels))
	top := area.Max.Y
	for i, row := range c.panels {
		height := size.Y * vg.Length(c.heights[i]/sum(c.heights))
		left := area.Min.X
		for j, p := range row {
			width := size.X * vg.Length(c.widths[j]/sum(c.widths))
			canvas := area
			canvas.Rectangle = vg.Rectangle{Min: vg.Point{X: left, Y: top - height}, Max: vg.Point{X: left + width, Y: top}}
			data := p.DataCanvas(canvas)
			cells[i] = append(cells[i], cell{
				Canvas: canvas,
				left:   data.Min.X - canvas.Min.X, right: canvas.Max.X - data.Max.X,
				bottom: data.Min.Y - canvas.Min.Y, top: canvas.Max.Y - data.Max.Y,
			})
			left += width
		}
		top -= height
	}
	return cells
}

// drawPanel draws one panel, with equal units where the chart asks for them.
func (c *Chart) drawPanel(p *plot.Plot, canvas draw.Canvas) {
	if !c.equal {
		p.Draw(canvas)
		return
	}
	x, y := [2]float64{p.X.Min, p.X.Max}, [2]float64{p.Y.Min, p.Y.Max}
	size := p.DataCanvas(canvas).Size()
	unit := max((x[1]-x[0])/float64(size.X), (y[1]-y[0])/float64(size.Y))
	centre(&p.X, x, unit*float64(size.X))
	centre(&p.Y, y, unit*float64(size.Y))
	p.Draw(canvas)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x[0], x[1], y[0], y[1]
}

// centre widens a range to the span given.
func centre(a *plot.Axis, r [2]float64, span float64) {
	middle := (r[0] + r[1]) / 2
	a.Min, a.Max = middle-span/2, middle+span/2
}

// sum adds the values up.
func sum(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return total
}

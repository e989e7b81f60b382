package canvas

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// area is the data area of a panel, and the ranges of its axes.
type area struct {
	vg.Rectangle
	ranges [4]float64
	linear bool
}

// Plane returns the data area of the chart's panel and the ranges of its axes. The area is in CSS
// pixels from the top left corner: left, top, right and bottom. The ranges are the smallest x and y
// and the largest x and y.
//
// Plane returns an error if the chart has several panels, an axis is not linear, or drawing fails.
func (c *Chart) Plane() (place, ranges [4]float64, err error) {
	if len(c.panels) != 1 {
		return place, ranges, fmt.Errorf("canvas: Plane: %s: the chart must have one panel, got %d", c.settings.Name, len(c.panels))
	}
	c.mu.Lock()
	noted := c.area.Rectangle != vg.Rectangle{}
	c.mu.Unlock()
	if !noted {
		if err := c.draw(vgsvg.New(c.points())); err != nil {
			return place, ranges, err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.area.linear {
		return place, ranges, fmt.Errorf("canvas: Plane: %s: both axes must be linear", c.settings.Name)
	}
	pixels := func(l vg.Length) float64 { return float64(l / Pixel) }
	height := float64(c.settings.Height)
	at := c.area.Rectangle
	return [4]float64{pixels(at.Min.X), height - pixels(at.Max.Y), pixels(at.Max.X), height - pixels(at.Min.Y)}, c.area.ranges, nil
}

// note records the data area of a panel that is about to be drawn.
func (c *Chart) note(p *plot.Plot, canvas draw.Canvas) {
	_, x := p.X.Scale.(plot.LinearScale)
	_, y := p.Y.Scale.(plot.LinearScale)
	c.area = area{p.DataCanvas(canvas).Rectangle, [4]float64{p.X.Min, p.Y.Min, p.X.Max, p.Y.Max}, x && y}
}

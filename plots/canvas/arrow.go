package canvas

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ArrowHead draws a head of the length and half width given, from base onwards
// in the direction from before to base.
func ArrowHead(c draw.Canvas, before, base vg.Point, length, half vg.Length, clr color.Color) {
	dx, dy := float64(base.X-before.X), float64(base.Y-before.Y)
	norm := math.Hypot(dx, dy)
	if norm == 0 {
		return
	}
	ux, uy := vg.Length(dx/norm), vg.Length(dy/norm)
	c.FillPolygon(clr, []vg.Point{
		{X: base.X + ux*length, Y: base.Y + uy*length},
		{X: base.X - uy*half, Y: base.Y + ux*half},
		{X: base.X + uy*half, Y: base.Y - ux*half},
	})
}

package canvas

import "gonum.org/v1/plot/vg"

// Corners returns the corners of a rectangle, from below left against the clock.
func Corners(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}}
}

// Around returns the rectangle of the size given around a point.
func Around(centre vg.Point, width, height vg.Length) vg.Rectangle {
	half := vg.Point{X: width / 2, Y: height / 2}
	return vg.Rectangle{Min: centre.Sub(half), Max: centre.Add(half)}
}

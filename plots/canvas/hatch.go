package canvas

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Hatch draws the lines that tell the i-th series' boxes from others where there is no colour: none, rising, falling, level, both.
func Hatch(c draw.Canvas, box vg.Rectangle, i int) {
	width, height := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y
	if width <= 0 || height <= 0 {
		return
	}
	const gap = vg.Length(5.5)
	style := Stroke(Fade(Paper, 0.8), vg.Points(0.9))
	line := func(x0, y0, x1, y1 vg.Length) {
		c.StrokeLine2(style, box.Min.X+x0, box.Min.Y+y0, box.Min.X+x1, box.Min.Y+y1)
	}
	kind := i % 5
	if kind == 3 {
		for y := gap / 2; y < height; y += gap {
			line(0, y, width, y)
		}
		return
	}
	for at := gap / 2; at < width+height; at += gap * 1.4 { // where a falling line would meet the bottom
		left, right := max(0, at-height), min(at, width)
		if kind == 2 || kind == 4 {
			line(left, at-left, right, at-right)
		}
		if kind == 1 || kind == 4 {
			line(width-left, at-left, width-right, at-right)
		}
	}
}

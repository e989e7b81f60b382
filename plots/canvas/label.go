package canvas

import (
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// LabelPlacer places labels near points. It tries several positions around the point, from near to
// far, and chooses the one that overlaps the least.
type LabelPlacer struct {
	Area  vg.Rectangle   // of the panel; labels should stay inside
	Dots  []vg.Point     // parts of the drawing that labels should not cover
	boxes []vg.Rectangle // of the labels written so far
}

// AvoidLine adds a line that labels should not cover.
func (l *LabelPlacer) AvoidLine(from, to vg.Point) {
	d := to.Sub(from)
	n := int(math.Ceil(math.Hypot(float64(d.X), float64(d.Y)) / 4))
	for i := range n + 1 {
		l.Dots = append(l.Dots, from.Add(d.Scale(vg.Length(i)/vg.Length(max(n, 1)))))
	}
}

// Write writes a label near the point at. It prefers the side in the direction outward, which is a
// unit vector or zero.
func (l *LabelPlacer) Write(c draw.Canvas, at, outward vg.Point, name string, style text.Style) {
	style.XAlign, style.YAlign = text.XCenter, text.YCenter
	width, height := style.Width(name), style.Font.Size
	best, least := vg.Rectangle{}, math.Inf(1)
	for _, gap := range []float64{7, 13, 20, 30} {
		for k := range 16 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 8)
			centre := vg.Point{
				X: at.X + vg.Length(cos)*(width/2+vg.Points(gap)),
				Y: at.Y + vg.Length(sin)*(height/2+vg.Points(gap)),
			}
			box := Around(centre, width+vg.Points(6), height+vg.Points(4))
			turned := 1 - cos*float64(outward.X) - sin*float64(outward.Y)
			if cost := l.cost(box) + gap*0.4 + 3*turned; cost < least {
				best, least = box, cost
			}
		}
	}
	l.boxes = append(l.boxes, best)
	c.FillText(style, vg.Point{X: (best.Min.X + best.Max.X) / 2, Y: (best.Min.Y + best.Max.Y) / 2}, name)
}

// cost returns how much a box overlaps other labels, the drawing and the area outside the panel.
func (l *LabelPlacer) cost(box vg.Rectangle) float64 {
	cost := 0.0
	for _, other := range l.boxes {
		w := min(box.Max.X, other.Max.X) - max(box.Min.X, other.Min.X)
		h := min(box.Max.Y, other.Max.Y) - max(box.Min.Y, other.Min.Y)
		if w > 0 && h > 0 {
			cost += 20 + float64(w*h)
		}
	}
	for _, dot := range l.Dots {
		if dot.X > box.Min.X && dot.X < box.Max.X && dot.Y > box.Min.Y && dot.Y < box.Max.Y {
			cost += 4
		}
	}
	outside := max(0, l.Area.Min.X-box.Min.X) + max(0, box.Max.X-l.Area.Max.X) +
		max(0, l.Area.Min.Y-box.Min.Y) + max(0, box.Max.Y-l.Area.Max.Y)
	return cost + 10*float64(outside)
}

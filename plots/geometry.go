package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"math"

	"golang.org/x/image/font"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Direction is a named vector, such as the result of a rule that combines two gradients.
type Direction struct {
	Name string
	V    []float64
}

// Geometry draws two gradients and the given directions as arrows, together with the cone of common
// descent
//
//	C_SD = {v : v·g1 > 0 and v·g2 > 0}.
//
// A step along −v reduces both objectives if v is in the cone. The lines perpendicular to g1 and g2
// bound the cone.
//
// In two dimensions, the axes are the coordinates. In more dimensions, Geometry projects everything
// onto the plane of g1 and g2, with the first axis along g1. Both axes have the same scale. For the
// frames of a slider, set XRange and YRange, so the axes do not change between frames.
func Geometry(g1, g2 []float64, directions []Direction, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{
		Name: "geometry", Title: "Gradients and common descent", Width: 720, Height: 460, Equal: true,
	}, opts, func(c *checker) { c.geometry(g1, g2, directions) })
	if err != nil {
		return nil, err
	}
	arrows := planeArrows(g1, g2, directions)
	p := canvas.NewPanel()
	xmin, xmax, ymin, ymax := arrowRange(arrows)
	p.Add(canvas.Paint(xmin, xmax, ymin, ymax, func(c draw.Canvas, x, y canvas.Mapping) {
		drawCone(c, x, y, arrows[0].tip, arrows[1].tip)
	}))
	canvas.Grid(p, true, true)
	p.Add(canvas.RuleX(0, canvas.Stroke(canvas.Muted, canvas.ThinWidth)), canvas.RuleY(0, canvas.Stroke(canvas.Muted, canvas.ThinWidth)))
	p.Add(canvas.FreePainter(func(c draw.Canvas, x, y canvas.Mapping) { drawArrows(c, x, y, arrows) }))
	p.X.LineStyle.Width, p.Y.LineStyle.Width = 0, 0
	return s.Chart(p, geometryLegend(arrows)...), nil
}

// geometry records the first error in the input.
func (c *checker) geometry(g1, g2 []float64, directions []Direction) {
	if len(g1) < 2 {
		c.failf("g1 has %d components, want at least two", len(g1))
	}
	c.length("g2", len(g2), len(g1), "component of g1")
	c.finite("g1", g1)
	c.finite("g2", g2)
	for i, d := range directions {
		what := fmt.Sprintf("direction %d (%q)", i, d.Name)
		c.length(what, len(d.V), len(g1), "component of g1")
		c.finite(what, d.V)
	}
}

// arrow is a vector in the plane of the drawing.
type arrow struct {
	name  string
	tip   [2]float64
	color color.NRGBA
	width vg.Length
}

// planeArrows returns g1, g2 and the directions, projected onto the plane of the drawing.
func planeArrows(g1, g2 []float64, directions []Direction) []arrow {
	e1, e2 := frame(g1, g2)
	at := func(v []float64) [2]float64 { return [2]float64{floats.Dot(v, e1), floats.Dot(v, e2)} }
	arrows := []arrow{
		{name: "g₁", tip: at(g1), color: canvas.Ink, width: vg.Points(2.4)},
		{name: "g₂", tip: at(g2), color: canvas.Muted, width: vg.Points(2.4)},
	}
	for i, color := range colorsOf(directions, func(d Direction) string { return d.Name }) {
		d := directions[i]
		arrows = append(arrows, arrow{name: d.Name, tip: at(d.V), color: color, width: vg.Points(1.8)})
	}
	return arrows
}

// frame returns an orthonormal basis: the coordinate axes in two dimensions, else a basis of the
// plane of g1 and g2 (Gram–Schmidt). If the two vectors do not span a plane, the missing axes are
// zero.
func frame(g1, g2 []float64) (e1, e2 []float64) {
	if len(g1) == 2 {
		return []float64{1, 0}, []float64{0, 1}
	}
	normalised := func(v []float64, scale float64) []float64 {
		u := append([]float64(nil), v...)
		if norm := floats.Norm(u, 2); norm > 1e-12*scale {
			floats.Scale(1/norm, u)
			return u
		}
		return make([]float64, len(v))
	}
	e1 = normalised(g1, 0)
	rest := append([]float64(nil), g2...)
	floats.AddScaled(rest, -floats.Dot(g2, e1), e1)
	return e1, normalised(rest, floats.Norm(g2, 2))
}

// arrowRange returns ranges that include the arrows and the origin, with a margin for labels.
func arrowRange(arrows []arrow) (xmin, xmax, ymin, ymax float64) {
	for _, a := range arrows {
		xmin, xmax = math.Min(xmin, a.tip[0]), math.Max(xmax, a.tip[0])
		ymin, ymax = math.Min(ymin, a.tip[1]), math.Max(ymax, a.tip[1])
	}
	margin := cmp.Or(0.16*math.Max(xmax-xmin, ymax-ymin), 1)
	return xmin - margin, xmax + margin, ymin - margin, ymax + margin
}

// drawCone fills the part of the panel where v·g1 > 0 and v·g2 > 0, and draws the
// lines v·g1 = 0 and v·g2 = 0.
func drawCone(c draw.Canvas, x, y canvas.Mapping, g1, g2 [2]float64) {
	zero := vg.Point{X: x(0), Y: y(0)}
	region := canvas.Corners(c.Rectangle)
	reach := c.Size().X + c.Size().Y
	for i, g := range [][2]float64{g1, g2} {
		normal := vg.Point{X: x(g[0]) - zero.X, Y: y(g[1]) - zero.Y}
		norm := vg.Length(math.Hypot(float64(normal.X), float64(normal.Y)))
		if norm == 0 {
			region = nil
			continue
		}
		region = halfPlane(region, zero, normal)
		along := vg.Point{X: -normal.Y / norm * reach, Y: normal.X / norm * reach}
		line := []vg.Point{{X: zero.X - along.X, Y: zero.Y - along.Y}, {X: zero.X + along.X, Y: zero.Y + along.Y}}
		c.StrokeLines(canvas.Dashed([]color.Color{canvas.Ink, canvas.Muted}[i], canvas.ThinWidth), c.ClipLinesXY(line)...)
	}
	if len(region) > 2 {
		c.FillPolygon(canvas.Fade(canvas.Sky, 0.22), region)
	}
}

// halfPlane clips a convex polygon at the line through zero and keeps the side to which the normal
// points (Sutherland–Hodgman).
func halfPlane(polygon []vg.Point, zero, normal vg.Point) []vg.Point {
	side := func(p vg.Point) vg.Length { return p.Sub(zero).Dot(normal) }
	var kept []vg.Point
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		sp, sq := side(p), side(q)
		if sp > 0 {
			kept = append(kept, p)
		}
		if (sp > 0) != (sq > 0) {
			t := sp / (sp - sq)
			kept = append(kept, p.Add(q.Sub(p).Scale(t)))
		}
	}
	return kept
}

// drawArrows draws the arrows from the origin, and then their names where they overlap the least.
func drawArrows(c draw.Canvas, x, y canvas.Mapping, arrows []arrow) {
	zero := vg.Point{X: x(0), Y: y(0)}
	placer := canvas.LabelPlacer{Area: c.Rectangle}
	placer.AvoidLine(vg.Point{X: c.Min.X, Y: zero.Y}, vg.Point{X: c.Max.X, Y: zero.Y})
	placer.AvoidLine(vg.Point{X: zero.X, Y: c.Min.Y}, vg.Point{X: zero.X, Y: c.Max.Y})
	for _, g := range arrows[:2] {
		along := unit(vg.Point{X: y(g.tip[1]) - zero.Y, Y: zero.X - x(g.tip[0])}).Scale(c.Size().X + c.Size().Y)
		placer.AvoidLine(zero.Sub(along), zero.Add(along))
	}
	for _, a := range arrows {
		tip := vg.Point{X: x(a.tip[0]), Y: y(a.tip[1])}
		drawArrow(c, zero, tip, a.width, a.color)
		placer.AvoidLine(zero, tip)
		placer.AvoidLine(tip.Add(vg.Point{X: -3, Y: -3}), tip.Add(vg.Point{X: 3, Y: 3}))
		placer.AvoidLine(tip.Add(vg.Point{X: -3, Y: 3}), tip.Add(vg.Point{X: 3, Y: -3}))
	}
	for i, a := range arrows {
		weight := font.WeightNormal
		if i < 2 {
			weight = font.WeightBold
		}
		tip := vg.Point{X: x(a.tip[0]), Y: y(a.tip[1])}
		placer.Write(c, tip, unit(tip.Sub(zero)), a.name, canvas.TextStyle(canvas.LabelSize, weight, darken(a.color)))
	}
}

// drawArrow draws a line with an arrowhead at its tip. A zero vector is drawn as a dot.
func drawArrow(c draw.Canvas, from, tip vg.Point, width vg.Length, clr color.Color) {
	d := tip.Sub(from)
	norm := vg.Length(math.Hypot(float64(d.X), float64(d.Y)))
	if norm < vg.Points(1) {
		c.DrawGlyph(draw.GlyphStyle{Color: clr, Radius: vg.Points(3), Shape: draw.CircleGlyph{}}, tip)
		return
	}
	head := min(vg.Points(5)+2.2*width, norm)
	base := tip.Sub(d.Scale(head / norm))
	c.StrokeLines(canvas.Stroke(clr, width), []vg.Point{from, base})
	canvas.ArrowHead(c, from, base, head, head*0.38, clr)
}

// unit returns v scaled to length one, or zero if v is zero.
func unit(v vg.Point) vg.Point {
	norm := vg.Length(math.Hypot(float64(v.X), float64(v.Y)))
	if norm == 0 {
		return vg.Point{}
	}
	return v.Scale(1 / norm)
}

// darken returns a darker colour that is legible as text.
func darken(c color.NRGBA) color.NRGBA {
	return color.NRGBA{R: uint8(float64(c.R) * 0.8), G: uint8(float64(c.G) * 0.8), B: uint8(float64(c.B) * 0.8), A: c.A}
}

// geometryLegend explains the cone and names the arrows, because their labels can be crowded.
func geometryLegend(arrows []arrow) []canvas.LegendEntry {
	legend := []canvas.LegendEntry{canvas.FillEntry("v·g₁ > 0 and v·g₂ > 0", canvas.Fade(canvas.Sky, 0.22))}
	for _, a := range arrows {
		legend = append(legend, canvas.LineEntry(a.name, canvas.Stroke(a.color, a.width)))
	}
	return legend
}

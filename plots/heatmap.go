package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// Attribution is a named matrix of attributions: T time steps × D features.
type Attribution struct {
	Name   string
	Values mat.Matrix
}

// maxTooltips is the largest number of cells for which tooltips are drawn.
const maxTooltips = 600

// HeatMap draws attributions over time (horizontal axis) and features (vertical axis, from top to
// bottom). All maps share one diverging palette centred at zero, so you can compare, for instance,
// attributions with the ground truth. Every map must have D columns, one per feature. The label of
// the colour bar is "attribution" unless [ColorLabel] sets another one. The largest absolute value
// sets the scale of the colours unless [ColorLimit] does. Cells below −0.1 of the scale have a minus
// sign if it fits, so that signs remain visible in greyscale.
func HeatMap(features []string, maps []Attribution, opts ...Option) (*Chart, error) {
	var scale float64
	s, err := apply(canvas.Settings{
		Name: "heatmap", Title: "Attribution over time", Width: 720, Height: 120 + 26*max(4, len(features)),
		XLabel: "time step t", ColorLabel: "attribution",
	}, opts, func(c *checker) { scale = c.maps(features, maps) })
	if err != nil {
		return nil, err
	}
	var panels []*plot.Plot
	var widths []float64
	for i, m := range maps {
		p := canvas.NewPanel()
		p.Add(heatCells(features, m.Values, scale))
		s.Label(p)
		p.Title.Text = m.Name
		p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
		canvas.Nominal(&p.Y, features)
		if i > 0 {
			p.Y.Tick.Marker = plot.ConstantTicks(nil)
		}
		p.X.LineStyle.Width = 0
		panels, widths = append(panels, p), append(widths, 1)
	}
	names := vg.Length(0)
	for _, name := range features {
		names = max(names, canvas.TextWidth(name, canvas.TickSize, 0))
	}
	mapWidth := float64(vg.Length(s.Width)*canvas.Pixel-names-vg.Points(70)) / float64(len(maps))
	widths[0] += float64(names) / mapWidth
	bar, barWidth := colorBar(scale), 44.0
	if s.ColorLabel != "" {
		bar.Y.Label.Text, barWidth = s.ColorLabel, 60
	}
	panels, widths = append(panels, bar), append(widths, barWidth/mapWidth)
	return s.Row(nil, widths, panels...), nil
}

// maps records the first error in the input. It returns the colour limit or, if there is none, the
// largest absolute attribution, or 1 if all are zero.
func (c *checker) maps(features []string, maps []Attribution) (scale float64) {
	c.notEmpty("features", len(features))
	c.notEmpty("maps", len(maps))
	if c.ColorLimit != nil {
		c.positive("the colour limit", []float64{*c.ColorLimit})
	}
	for i, m := range maps {
		what := fmt.Sprintf("map %d (%q)", i, m.Name)
		if m.Values == nil {
			c.failf("%s has no values, want a matrix", what)
			break
		}
		steps, d := m.Values.Dims()
		c.notEmpty("time steps in "+what, steps)
		if d != len(features) {
			c.failf("%s has %d columns, want one for each of %d features", what, d, len(features))
			break
		}
		for t := range steps {
			row := mat.Row(nil, t, m.Values)
			c.finite(fmt.Sprintf("time step %d of %s", t, what), row)
			lo, hi := canvas.Bounds(row)
			scale = math.Max(scale, math.Max(-lo, hi))
		}
	}
	if c.ColorLimit != nil {
		return *c.ColorLimit
	}
	return cmp.Or(scale, 1)
}

// heatCells draws the cells of one map.
func heatCells(features []string, values mat.Matrix, scale float64) canvas.Painter {
	steps, d := values.Dims()
	return canvas.Paint(-0.5, float64(steps)-0.5, -0.5, float64(d)-0.5, func(c draw.Canvas, x, y canvas.Mapping) {
		cell := func(t, k int) {
			left, right := x(float64(t)-0.5), x(float64(t)+0.5)
			top, bottom := y(float64(k)-0.5), y(float64(k)+0.5)
			c.FillPolygon(canvas.Diverging(values.At(t, k)/scale), []vg.Point{
				{X: left, Y: bottom}, {X: right + 0.2, Y: bottom}, {X: right + 0.2, Y: top}, {X: left, Y: top},
			})
			if v := values.At(t, k) / scale; v < -0.1 {
				minus(c, vg.Rectangle{Min: vg.Point{X: left, Y: bottom}, Max: vg.Point{X: right, Y: top}}, v)
			}
		}
		for t := range steps {
			for k := range d {
				if steps*d > maxTooltips {
					cell(t, k)
					continue
				}
				canvas.Tooltip(c, fmt.Sprintf("t = %d, %s: %.4g", t, features[k], values.At(t, k)), func() { cell(t, k) })
			}
		}
		c.StrokeLines(canvas.Stroke(canvas.Muted, canvas.ThinWidth), append(canvas.Corners(c.Rectangle), c.Min))
	})
}

// minus draws a minus sign in the middle of a cell with the value v of the scale, unless the cell is
// too small.
func minus(c draw.Canvas, cell vg.Rectangle, v float64) {
	if size := cell.Size(); min(size.X, size.Y) < vg.Points(6) {
		return
	}
	ink := canvas.Ink
	if v < -0.5 {
		ink = canvas.Paper
	}
	middle, half := cell.Min.Add(cell.Max).Scale(0.5), vg.Points(2)
	c.StrokeLine2(canvas.Stroke(ink, vg.Points(1)), middle.X-half, middle.Y, middle.X+half, middle.Y)
}

// colorBar draws the palette for values from −scale to scale.
func colorBar(scale float64) *plot.Plot {
	p := canvas.NewPanel()
	p.Add(canvas.Paint(0, 1, -scale, scale, func(c draw.Canvas, _, y canvas.Mapping) {
		const n = 64
		width := min(vg.Points(14), c.Size().X)
		for i := range n {
			lo, hi := -scale+2*scale*float64(i)/n, -scale+2*scale*float64(i+1)/n
			box := vg.Rectangle{
				Min: vg.Point{X: c.Min.X, Y: y(lo)}, Max: vg.Point{X: c.Min.X + width, Y: y(hi) + 0.2},
			}
			c.FillPolygon(canvas.Diverging((lo+hi)/2/scale), canvas.Corners(box))
		}
	}))
	p.HideX()
	p.Y.LineStyle.Width = 0
	return p
}

// TileKind is a kind of tile. Series is the index of the series whose colour and marker the tile
// has.
type TileKind struct {
	Name   string
	Series int
}

// TileRow is a named row of tiles.
type TileRow struct {
	Name string
	// Kinds holds the kind of each tile, as an index into the kinds. Texts holds the tooltip of
	// each tile; it may be nil.
	Kinds []int
	Texts []string
	// Chosen is the number of the tile to frame, counted from 1; 0 frames none.
	Chosen int
}

// Tiles draws named rows of tiles, one tile per item. The colour and the marker of a tile show its
// kind. Use it for counts that are small enough to show each item.
func Tiles(kinds []TileKind, rows []TileRow, opts ...Option) (*Chart, error) {
	longest := 0
	s, err := apply(canvas.Settings{Name: "tiles", Width: 720, Height: 100 + 30*max(2, len(rows))}, opts, func(c *checker) { longest = c.tiles(kinds, rows) })
	if err != nil {
		return nil, err
	}
	p := canvas.NewPanel()
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = fmt.Sprintf("%s  %d", r.Name, len(r.Kinds))
	}
	p.Add(canvas.Paint(-0.5, float64(longest)-0.5, -0.5, float64(len(rows))-0.5, func(c draw.Canvas, x, y canvas.Mapping) {
		for i, r := range rows {
			r.draw(c, x, y, float64(i), kinds)
		}
	}))
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	canvas.Nominal(&p.Y, names)
	p.HideX()
	var legend []canvas.LegendEntry
	for _, k := range kinds {
		legend = append(legend, canvas.SwatchEntry(k.Name, canvas.Swatch{Fill: k.fill(), Glyph: k.glyph()}))
	}
	return s.Chart(p, legend...), nil
}

// tiles records the first error in the input and returns the length of the longest row.
func (c *checker) tiles(kinds []TileKind, rows []TileRow) (longest int) {
	c.notEmpty("kinds", len(kinds))
	for _, k := range kinds {
		if k.Series < 0 {
			c.failf("kind %q: Series must be at least 0, got %d", k.Name, k.Series)
		}
	}
	c.notEmpty("rows", len(rows))
	for i, r := range rows {
		what := fmt.Sprintf("row %d (%q)", i, r.Name)
		c.notEmpty("tiles in "+what, len(r.Kinds))
		longest = max(longest, len(r.Kinds))
		if r.Texts != nil {
			c.length("texts in "+what, len(r.Texts), len(r.Kinds), "tile")
		}
		for j, k := range r.Kinds {
			if k < 0 || k >= len(kinds) {
				c.failf("tile %d of %s has kind %d, want the index of one of %d kinds", j, what, k, len(kinds))
			}
		}
		if r.Chosen < 0 || r.Chosen > len(r.Kinds) {
			c.failf("Chosen of %s must be from 0 to %d, got %d", what, len(r.Kinds), r.Chosen)
		}
	}
	return longest
}

// draw draws a row at the vertical position at.
func (r TileRow) draw(c draw.Canvas, x, y canvas.Mapping, at float64, kinds []TileKind) {
	for j, k := range r.Kinds {
		box := vg.Rectangle{
			Min: vg.Point{X: x(float64(j) - 0.46), Y: y(at + 0.44)}, Max: vg.Point{X: x(float64(j) + 0.46), Y: y(at - 0.44)},
		}
		middle := vg.Point{X: x(float64(j)), Y: y(at)}
		tile := func() {
			c.FillPolygon(kinds[k].fill(), canvas.Corners(box))
			c.DrawGlyph(kinds[k].glyph(), middle)
			if j+1 == r.Chosen {
				corners := canvas.Corners(box)
				c.StrokeLines(canvas.Stroke(canvas.Ink, canvas.LineWidth), append(corners, corners[0]))
			}
		}
		if r.Texts == nil {
			tile()
			continue
		}
		canvas.Tooltip(c, r.Texts[j], tile)
	}
}

func (k TileKind) fill() color.Color { return canvas.Fade(canvas.SeriesColor(k.Series), 0.3) }

func (k TileKind) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: canvas.SeriesColor(k.Series), Radius: vg.Points(3.2), Shape: canvas.SeriesPolygon(k.Series, false)}
}

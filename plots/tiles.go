package plots

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/igbolab/igbolab/plots/canvas"
)

// TileKind is the name of a kind of tiles, and which series has its colour and marker.
type TileKind struct {
	Name   string
	Series int
}

// TileRow is a named row of tiles.
type TileRow struct {
	Name string
	// Kinds holds the kind of each tile, an index of the kinds; Texts is what each says under the
	// pointer, nil for nothing.
	Kinds []int
	Texts []string
	// Chosen is the tile with a frame, counted from 1; 0 is none.
	Chosen int
}

// Tiles draws rows of tiles, one for each thing of a group, by colour and by marker of its kind: a
// count that can be read one by one.
func Tiles(kinds []TileKind, rows []TileRow, opts ...Option) (*Chart, error) {
	s, err := apply(canvas.Settings{Name: "tiles", Width: 720, Height: 100 + 30*max(2, len(rows))}, opts)
	if err != nil {
		return nil, err
	}
	longest, err := checkTiles(s.Name, kinds, rows)
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

// checkTiles names the first fault of the input and returns the length of the longest row.
func checkTiles(figure string, kinds []TileKind, rows []TileRow) (longest int, err error) {
	c := checker{figure: figure}
	c.notEmpty("kinds", len(kinds))
	for _, k := range kinds {
		if k.Series < 0 {
			c.failf("kind %q has the colour of series %d, expected 0 or more", k.Name, k.Series)
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
				c.failf("tile %d of %s is of kind %d, expected one of %d", j, what, k, len(kinds))
			}
		}
		if r.Chosen < 0 || r.Chosen > len(r.Kinds) {
			c.failf("tile %d of %s is chosen, expected one of %d", r.Chosen, what, len(r.Kinds))
		}
	}
	return longest, c.err
}

// draw draws a row at a height.
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

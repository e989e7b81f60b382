package plots

import (
	"bytes"
	"cmp"
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a drawing with a name that can render itself.
type Figure interface {
	// FigureName is a file name without extension.
	FigureName() string
	// Title is what stands above the figure, empty where nothing does.
	Title() string
	// Alt says in words what the figure shows, for those who cannot see it: the
	// text of the option Alt, or else the title.
	Alt() string
	// Size is the figure's width and height in CSS pixels.
	Size() (width, height int)
	// SVG renders the figure as a standalone SVG document.
	SVG() ([]byte, error)
	// PNG renders the figure at 144 dots an inch, 1.5 dots a CSS pixel.
	PNG() ([]byte, error)
}

// pngDPI is the resolution of rendered PNGs.
const pngDPI = 144

// pixel is one CSS pixel, 1/96 inch.
const pixel = vg.Inch / 96

// legendEntry is one name in the legend with its sample.
type legendEntry struct {
	name  string
	thumb []plot.Thumbnailer
}

// Chart is a figure made of a title, a legend row and panels from gonum/plot.
// Its methods may be called from several goroutines.
type Chart struct {
	settings
	mu      sync.Mutex
	legend  []legendEntry
	panels  [][]panel // rows of panels, from the top and from the left
	heights []float64 // relative heights of the rows
	widths  []float64 // relative widths of the columns
	equal   bool      // one unit is as long upwards as to the right
}

// FigureName returns the name set by the option Name, or the figure's own.
func (c *Chart) FigureName() string { return c.name }

// Title returns the title set by the option Title, or the figure's own.
func (c *Chart) Title() string { return c.title }

// Alt returns the text set by the option Alt, or else the title.
func (c *Chart) Alt() string { return cmp.Or(c.alt, c.title) }

// Size returns the chart's width and height in CSS pixels.
func (c *Chart) Size() (width, height int) { return c.width, c.height }

// chart wraps one panel.
func (s settings) chart(p *plot.Plot, legend ...legendEntry) *Chart {
	s.label(p)
	return s.stack(legend, []float64{1}, p)
}

// stack puts panels above each other; heights are relative.
func (s settings) stack(legend []legendEntry, heights []float64, panels ...*plot.Plot) *Chart {
	c := &Chart{settings: s, legend: legend, heights: heights, widths: []float64{1}}
	for _, p := range panels {
		c.panels = append(c.panels, []panel{takePanel(p)})
	}
	return c
}

// row puts panels beside each other; widths are relative.
func (s settings) row(legend []legendEntry, widths []float64, panels ...*plot.Plot) *Chart {
	row := make([]panel, len(panels))
	for i, p := range panels {
		row[i] = takePanel(p)
	}
	return &Chart{settings: s, legend: legend, heights: []float64{1}, widths: widths, panels: [][]panel{row}}
}

// SVG renders the chart as a standalone SVG document. Its fonts are named, not
// embedded, and every text carries its length, so that it fits with any font.
func (c *Chart) SVG() ([]byte, error) {
	w, h := c.points()
	canvas := vgsvg.New(w, h)
	if err := c.draw(canvas, w, h); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if _, err := canvas.WriteTo(&buf); err != nil {
		return nil, fmt.Errorf("plots: %s: writing SVG: %w", c.name, err)
	}
	return finishSVG(buf.Bytes(), c.title, c.alt), nil
}

// PNG renders the chart at 144 dots an inch.
func (c *Chart) PNG() ([]byte, error) {
	w, h := c.points()
	canvas := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(pngDPI), vgimg.UseBackgroundColor(paper))
	if err := c.draw(canvas, w, h); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(&buf); err != nil {
		return nil, fmt.Errorf("plots: %s: writing PNG: %w", c.name, err)
	}
	return buf.Bytes(), nil
}

// points returns the chart's width and height in points.
func (c *Chart) points() (w, h vg.Length) {
	return vg.Length(c.width) * pixel, vg.Length(c.height) * pixel
}

// draw paints paper, title, legend and panels; a panic of the drawing library
// becomes an error.
func (c *Chart) draw(canvas vg.CanvasSizer, w, h vg.Length) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("plots: %s: drawing failed: %v", c.name, r)
		}
	}()
	area := draw.New(canvas)
	area.FillPolygon(paper, corners(area.Rectangle))
	area = draw.Crop(area, vg.Points(6), -vg.Points(12), vg.Points(6), -vg.Points(8))
	area = c.drawTitle(area)
	area = c.drawLegend(area)
	c.drawPanels(area)
	return nil
}

// corners returns the corners of a rectangle.
func corners(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}}
}

// drawTitle writes the title and returns the area below it.
func (c *Chart) drawTitle(area draw.Canvas) draw.Canvas {
	if c.title == "" {
		return area
	}
	style := textStyle(titleSize, font.WeightBold, ink)
	style.YAlign = text.YTop
	area.FillText(style, vg.Point{X: area.Min.X + vg.Points(6), Y: area.Max.Y}, c.title)
	return draw.Crop(area, 0, 0, 0, -titleSize*1.6)
}

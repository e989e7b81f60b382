package canvas

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// pngDPI is the resolution of rendered PNGs.
const pngDPI = 144

// Pixel is one CSS pixel, 1/96 inch, in points.
const Pixel = vg.Inch / 96

// Chart is a figure with a title, a legend and a row of gonum/plot panels. Its methods are safe for
// concurrent use.
type Chart struct {
	settings Settings
	mu       sync.Mutex
	legend   []LegendEntry
	panels   []panel   // side by side, from the left
	widths   []float64 // relative
	area     area      // of the last panel drawn
}

// FigureName returns the chart's name, which is a file name without extension.
func (c *Chart) FigureName() string { return c.settings.Name }

// Title returns the title above the chart.
func (c *Chart) Title() string { return c.settings.Title }

// Size returns the chart's width and height in CSS pixels.
func (c *Chart) Size() (width, height int) { return c.settings.Width, c.settings.Height }

// SVG renders the chart as a standalone SVG document. The document names its fonts but does not
// embed them. Every text has a fixed length, so that it fits with any font. Screen readers get the
// title and the text description. SVG returns an error if drawing fails.
func (c *Chart) SVG() ([]byte, error) {
	canvas := vgsvg.New(c.points())
	area := draw.New(canvas)
	area.FillPolygon(Paper, Corners(area.Rectangle))
	if err := c.draw(canvas); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if _, err := canvas.WriteTo(&buf); err != nil {
		return nil, fmt.Errorf("canvas: %s: writing SVG: %w", c.settings.Name, err)
	}
	return finishSVG(buf.Bytes(), c.settings.Title, c.Alt()), nil
}

// PNG renders the chart at 144 dots per inch (1.5 dots per CSS pixel). It returns an error if
// drawing fails.
func (c *Chart) PNG() ([]byte, error) {
	canvas := vgimg.NewWith(vgimg.UseWH(c.points()), vgimg.UseDPI(pngDPI), vgimg.UseBackgroundColor(Paper))
	if err := c.draw(raster{canvas}); err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	fast := png.Encoder{CompressionLevel: png.BestSpeed} // the cell waits for the image
	if err := fast.Encode(&buf, canvas.Image()); err != nil {
		return nil, fmt.Errorf("canvas: %s: writing PNG: %w", c.settings.Name, err)
	}
	return buf.Bytes(), nil
}

// points returns the chart's width and height in points.
func (c *Chart) points() (w, h vg.Length) {
	return vg.Length(c.settings.Width) * Pixel, vg.Length(c.settings.Height) * Pixel
}

// draw draws the title, the legend and the panels. It converts a panic of the drawing library to an
// error.
func (c *Chart) draw(canvas vg.CanvasSizer) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("canvas: %s: drawing failed: %v", c.settings.Name, r)
		}
	}()
	area := draw.Crop(draw.New(canvas), vg.Points(6), -vg.Points(12), vg.Points(6), -vg.Points(8))
	area = c.drawTitle(area)
	area = c.drawLegend(area)
	c.drawPanels(area)
	return nil
}

// drawTitle writes the title, on several lines if it is wider than the chart, and returns the area below it.
func (c *Chart) drawTitle(area draw.Canvas) draw.Canvas {
	if c.settings.Title == "" {
		return area
	}
	style := TextStyle(titleSize, font.WeightBold, Ink)
	style.YAlign = text.YTop
	indent := vg.Points(6)
	lines := wrap(c.settings.Title, func(line string) bool { return style.Width(line) <= area.Max.X-area.Min.X-indent })
	for i, line := range lines {
		area.FillText(style, vg.Point{X: area.Min.X + indent, Y: area.Max.Y - vg.Length(i)*titleLine}, line)
	}
	return draw.Crop(area, 0, 0, 0, -titleSize*1.6-vg.Length(len(lines)-1)*titleLine)
}

// wrap breaks a title at spaces into lines that fit. A line with one word may not fit.
func wrap(title string, fits func(line string) bool) (lines []string) {
	for _, word := range strings.Fields(title) {
		if last := len(lines) - 1; last >= 0 && fits(lines[last]+" "+word) {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

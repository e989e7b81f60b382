package notebook

import (
	"bytes"
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// A drawing shows a plot of gonum as a figure.
type drawing struct{ plot *plot.Plot }

// Size of a drawing in CSS pixels. An inch has 96 of them.
const drawingWidth, drawingHeight = 640, 400

func (d drawing) FigureName() string        { return "plot" }
func (d drawing) Title() string             { return d.plot.Title.Text }
func (d drawing) Alt() string               { return d.plot.Title.Text }
func (d drawing) Size() (width, height int) { return drawingWidth, drawingHeight }
func (d drawing) SVG() ([]byte, error)      { return d.as("svg") }
func (d drawing) PNG() ([]byte, error)      { return d.as("png") }

// as draws the plot in a format of gonum.
func (d drawing) as(format string) ([]byte, error) {
	var picture bytes.Buffer
	w, err := d.plot.WriterTo(drawingWidth*vg.Inch/96, drawingHeight*vg.Inch/96, format)
	if err == nil {
		_, err = w.WriteTo(&picture)
	}
	if err != nil {
		return nil, fmt.Errorf("notebook: drawing the plot as %s: %w", format, err)
	}
	return picture.Bytes(), nil
}

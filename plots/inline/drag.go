package inline

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/plots/inline/widget"
)

// Point is a point in a figure, in the units of its axes.
type Point struct{ X, Y float64 }

// plane is a figure with linear axes, such as a chart with one panel. Plane returns the data area
// in CSS pixels from the figure's top left corner (left, top, right, bottom), and the ranges of the
// axes (smallest x and y, largest x and y).
type plane interface {
	Figure
	Plane() (place, ranges [4]float64, err error)
}

//go:embed drag.js
var dragScript string

// Drag shows a figure with points that a reader can drag with the pointer or the arrow keys. After
// each move, it draws the figure again with the new points. The figure's axes should have fixed
// ranges, because a point stays at its screen position while it is dragged.
//
//	err := inline.Drag([]inline.Point{{1, 0}, {0, 1}}, func(p []inline.Point) (inline.Figure, error) {
//		return plots.Geometry([]float64{p[0].X, p[0].Y}, []float64{p[1].X, p[1].Y}, nil)
//	})
//
// Where live widgets are not available (see [Slider]), Drag shows the figure for the initial
// points. Dragging requires anywidget in the front end; `igbo lab` installs it.
//
// Drag returns an error if there are no points, a point is not finite, or the figure has several
// panels or an axis that is not linear. It also returns an error of the first drawing. Later errors
// are shown below the figure.
func Drag(points []Point, draw func(points []Point) (Figure, error)) error {
	if draw == nil {
		return errors.New("inline: Drag: the drawing function is nil")
	}
	if len(points) == 0 {
		return errors.New("inline: Drag: at least one point is required")
	}
	for i, p := range points {
		if !finite(p) {
			return fmt.Errorf("inline: Drag: point %d is (%v, %v); it must be finite", i, p.X, p.Y)
		}
	}
	first, err := drawn(func() (Figure, error) { return draw(slices.Clone(points)) })
	if err != nil {
		return err
	}
	state, err := planeState(first)
	if err != nil {
		return err
	}
	if !followed() {
		return Show(first)
	}
	content, err := ContentOf(first)
	if err != nil {
		return err
	}
	var places [][2]float64
	for _, p := range points {
		places = append(places, [2]float64{p.X, p.Y})
	}
	state["points"] = places
	return showWidget(content, dragged(state, draw))
}

// dragged returns the widget, which draws the figure again when the page sends new points.
func dragged(state widget.State, draw func(points []Point) (Figure, error)) *widget.Model {
	w, count := widget.Any(dragScript, "", state), len(state["points"].([][2]float64))
	redraw := func() {
		var points []Point
		for _, at := range widget.Get[[][2]float64](w, "points") {
			points = append(points, Point{at[0], at[1]})
		}
		if len(points) != count {
			return // a page sends as many points as it received
		}
		var next widget.State
		_, err := caught(func() (string, error) {
			figure, err := drawn(func() (Figure, error) { return draw(points) })
			if err == nil {
				next, err = planeState(figure)
			}
			return "", err
		})
		if err != nil {
			next = widget.State{"fault": err.Error()}
		}
		_ = w.Set(next) // JSON can encode next
	}
	w.OnUpdate(nil, &redraw)
	return w
}

// planeState returns the widget state that describes a figure to the page.
func planeState(figure Figure) (widget.State, error) {
	p, is := figure.(plane)
	if !is {
		return nil, fmt.Errorf("inline: Drag: the figure is a %T, which has no axes; it must be a chart of one panel", figure)
	}
	svg, err := p.SVG()
	if err != nil {
		return nil, err
	}
	place, ranges, err := p.Plane()
	if err != nil {
		return nil, fmt.Errorf("inline: Drag: %w", err)
	}
	width, height := p.Size()
	return widget.State{
		"figure": svgElement(svg), "size": [2]int{width, height}, "place": place, "ranges": ranges, "fault": "",
	}, nil
}

func finite(p Point) bool { return !math.IsNaN(p.X-p.X) && !math.IsNaN(p.Y-p.Y) }

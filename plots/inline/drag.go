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

// plane is a figure that has linear axes, such as a chart of one panel: the place of their area in CSS pixels from the figure's left
// upper corner, as left, top, right, bottom; and their ranges, as the least x and y and the greatest.
type plane interface {
	Figure
	Plane() (place, ranges [4]float64, err error)
}

//go:embed drag.js
var dragScript string

// Drag shows a figure with points that a reader drags, by the pointer or by the arrow keys. After each move the figure is drawn again with
// the points. Its axes should have fixed ranges, because a point keeps its place on the screen while it is dragged.
//
//	err := inline.Drag([]inline.Point{{1, 0}, {0, 1}}, func(p []inline.Point) (inline.Figure, error) {
//		return plots.Geometry([]float64{p[0].X, p[0].Y}, []float64{p[1].X, p[1].Y}, nil)
//	})
//
// If nothing can follow the points (see [Slider]), it shows the figure for the first points. Dragging requires anywidget in the front
// end, as `igbo lab` installs it.
//
// Errors: no points, a point that is not finite, a figure whose axes are not linear or are those of several panels; those of the first
// drawing. Later errors are shown below the figure.
func Drag(points []Point, draw func(points []Point) (Figure, error)) error {
	if draw == nil {
		return errors.New("inline: Drag: the function that draws is nil")
	}
	if len(points) == 0 {
		return errors.New("inline: Drag: there must be a point to drag")
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

// dragged is the widget; it draws again for what the page sends.
func dragged(state widget.State, draw func(points []Point) (Figure, error)) *widget.Model {
	w, count := widget.Any(dragScript, "", state), len(state["points"].([][2]float64))
	redraw := func() {
		var points []Point
		for _, at := range widget.Get[[][2]float64](w, "points") {
			points = append(points, Point{at[0], at[1]})
		}
		if len(points) != count {
			return // the page sends as many as it has
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
		_ = w.Set(next) // JSON can encode it
	}
	w.OnUpdate(nil, &redraw)
	return w
}

// planeState is what the page gets of a figure.
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

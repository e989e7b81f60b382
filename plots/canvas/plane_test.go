package canvas_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"github.com/igbolab/igbolab/plots/canvas"
)

// diagonal returns a panel with one line from the origin to (3, 2).
func diagonal() *plot.Plot {
	p := canvas.NewPanel()
	p.Add(canvas.Polyline([]float64{0, 3}, []float64{0, 2}, canvas.Stroke(canvas.Blue, canvas.LineWidth)))
	return p
}

var path = regexp.MustCompile(`d="M([0-9.]+),([0-9.]+)L([0-9.]+),([0-9.]+)"`)

// TestPlane checks that Plane agrees with the drawing: with labels, with equal scales, and before
// the chart is first drawn.
func TestPlane(t *testing.T) {
	for name, s := range map[string]canvas.Settings{
		"plain":  {XRange: &[2]float64{-1, 4}, YRange: &[2]float64{-1, 3}},
		"labels": {XRange: &[2]float64{-1, 4}, YRange: &[2]float64{-1, 3}, XLabel: "x", YLabel: "y", Title: "A title"},
		"equal":  {XRange: &[2]float64{-1, 4}, YRange: &[2]float64{-1, 3}, Equal: true},
	} {
		s.Name, s.Width, s.Height = "plane", 600, 300
		c := s.Chart(diagonal())
		place, ranges, err := c.Plane()
		if err != nil {
			t.Fatal(err)
		}
		svg, err := c.SVG()
		if err != nil {
			t.Fatal(err)
		}
		again, _, err := c.Plane()
		if err != nil || again != place {
			t.Errorf("%s: after a drawing %v, before %v (%v)", name, again, place, err)
		}
		at := func(x, y float64) [2]float64 {
			return [2]float64{
				place[0] + (x-ranges[0])/(ranges[2]-ranges[0])*(place[2]-place[0]),
				place[3] - (y-ranges[1])/(ranges[3]-ranges[1])*(place[3]-place[1]),
			}
		}
		if !drawn(string(svg), at(0, 0), at(3, 2), float64(s.Height)) {
			t.Errorf("%s: no line from %v to %v in %v", name, at(0, 0), at(3, 2), path.FindAllString(string(svg), -1))
		}
	}
}

// drawn reports whether the document contains a line with these ends, given in CSS pixels from the
// top left corner. Coordinates in the document are points from the bottom left corner.
func drawn(svg string, from, to [2]float64, height float64) bool {
	const pixel = 0.75 // points
	for _, m := range path.FindAllStringSubmatch(svg, -1) {
		found := true
		for i, want := range []float64{from[0], height - from[1], to[0], height - to[1]} {
			v, err := strconv.ParseFloat(m[i+1], 64)
			found = found && err == nil && math.Abs(v-want*pixel) < 0.01
		}
		if found {
			return true
		}
	}
	return false
}

// TestPlaneRefusals checks that Plane rejects charts with several panels or with axes that are not
// linear.
func TestPlaneRefusals(t *testing.T) {
	s := canvas.Settings{Name: "plane", Width: 600, Height: 300}
	if _, _, err := s.Row(nil, []float64{1, 1}, diagonal(), diagonal()).Plane(); err == nil || !strings.Contains(err.Error(), "must have one panel, got 2") {
		t.Errorf("two panels: %v", err)
	}
	log := canvas.NewPanel()
	log.Add(canvas.Polyline([]float64{1, 3}, []float64{0, 2}, canvas.Stroke(canvas.Blue, canvas.LineWidth)))
	log.X.Scale, log.X.Min = plot.LogScale{}, 1
	if _, _, err := s.Chart(log).Plane(); err == nil || !strings.Contains(err.Error(), "both axes must be linear") {
		t.Errorf("a logarithmic axis: %v", err)
	}
}

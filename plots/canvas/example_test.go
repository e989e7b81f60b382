package canvas_test

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
)

// This example creates a custom figure from a panel, its content, a legend and the settings. To add
// a figure to this project, add a file to package plots with a function that checks its input,
// takes options and returns such a chart. Its test is an example, whose image is stored in
// testdata.
func ExampleSettings_Chart() {
	var xs, ys []float64
	for i := range 101 {
		xs = append(xs, float64(i)/100)
		ys = append(ys, math.Sqrt(float64(i)/100))
	}
	line := canvas.Stroke(canvas.Blue, vg.Points(1.5))
	panel := canvas.NewPanel()
	canvas.Grid(panel, true, true)
	panel.Add(canvas.Polyline(xs, ys, line))

	settings := canvas.Settings{
		Name: "root", Title: "A square root", Alt: "The root of x rises steeply from 0, and to 1 at 1.",
		XLabel: "x", YLabel: "√x", Width: 480, Height: 320,
	}
	chart := settings.Chart(panel, canvas.LineEntry("√x", line))
	svg, err := chart.SVG()
	width, height := chart.Size()
	fmt.Println(chart.Title(), width, height, len(svg) > 1000, err)
	// Output: A square root 480 320 true <nil>
}

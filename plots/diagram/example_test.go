package diagram_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/plot/vg"

	"github.com/igbolab/igbolab/plots/canvas"
	"github.com/igbolab/igbolab/plots/diagram"
)

// Draw three features and the edges between them as a figure.
func ExampleArrange() {
	names, edges := []string{"income", "age", "postcode"}, [][2]int{{0, 1}, {0, 2}}
	thickest := vg.Points(3)
	layout, err := diagram.Arrange(context.Background(), names, edges, vg.Points(400), thickest, false)
	if err != nil {
		log.Fatal(err)
	}
	styles := []diagram.EdgeStyle{
		{Width: thickest, Color: canvas.Blue, Tip: "income above age"},
		{Width: vg.Points(1), Color: canvas.Blue, Tip: "income above postcode"},
	}
	settings := canvas.Settings{Name: "order", Title: "Income is most important", Width: 480, Height: 240}
	chart := settings.Chart(layout.Panel(styles))
	svg, err := chart.SVG()
	fmt.Println(layout.Names, layout.Width < vg.Points(400), len(svg) > 1000, err)
	// Output: [income age postcode] true true <nil>
}

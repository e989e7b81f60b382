package layered_test

import (
	"context"
	"fmt"
	"log"

	"github.com/igbolab/igbolab/plots/layered"
)

// Compute the layout of a box above two others. X grows to the right, and Y downwards.
func ExampleDraw() {
	g := layered.Graph{
		Width: []float64{60, 40, 40}, Height: []float64{20, 20, 20},
		Edges: [][2]int{{0, 1}, {0, 2}},
	}
	cfg := layered.Config{NodeGap: 20, EdgeGap: 10, LayerGap: 40, Arrow: 8, ArrowWidth: 8, RowWidth: 500}
	d, err := layered.Draw(context.Background(), g, cfg)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.0f × %.0f\n", d.Width, d.Height)
	for i, centre := range d.Nodes {
		fmt.Printf("box %d: (%.0f, %.0f)\n", i, centre.X, centre.Y)
	}
	// Output:
	// 100 × 80
	// box 0: (50, 10)
	// box 1: (20, 70)
	// box 2: (80, 70)
}

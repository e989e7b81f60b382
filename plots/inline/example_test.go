package inline_test

import (
	"fmt"
	"log"
	"math"

	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// Draw a figure for each value of a slider. Show displays the slider, which works without a kernel.
func ExampleFrames() {
	draw := func(power float64) (inline.Figure, error) {
		curve := plots.Curve("x^p", func(x float64) float64 { return math.Pow(x, power) }, 0, 1)
		return plots.Lines([]plots.Line{curve}, plots.Name("powers"), plots.Title(fmt.Sprintf("x to the power of %.0f", power)))
	}
	frames, err := inline.Frames("power", []float64{1, 2, 3}, draw, inline.StartAt(2))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(frames.FigureName()+":", frames.Title())
	// Output: powers: x to the power of 2
}

// Display shows the richest form that the reader supports: HTML in a notebook, and text in a terminal.
func ExampleDisplay() {
	err := inline.Display(inline.Content{Text: "21.5 °C", HTML: "<b>21.5 °C</b>"})
	if err != nil {
		log.Fatal(err)
	}
	// Output: 21.5 °C
}

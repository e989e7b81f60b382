package widget_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/plots/inline/widget"
)

// A text follows a slider. In a stateful cell, Display shows both; elsewhere they only hold values.
func Example() {
	speed := widget.FloatSlider("speed", 1, 0, 10, 0.1)
	text := widget.HTML("")
	speed.OnChange(func(v float64) { _ = text.Set(fmt.Sprintf("<b>%.1f m/s</b>", v)) })
	if widget.Available() {
		if err := widget.Display(widget.VBox(speed, text)); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(speed.Get())
	// Output: 1
}

// Constructors check their input, and Display returns the first error.
func ExampleModel_Err() {
	rows := widget.IntSlider("rows", 20, 0, 10, 1)
	fmt.Println(rows.Err())
	// Output: widget: IntSlider: the value must be from 0 to 10, got 20
}

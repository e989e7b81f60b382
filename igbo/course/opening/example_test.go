package opening_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/course/opening"
)

// Draw the figure of notebook 1. In a notebook, notebook.Show shows it with its slider.
func ExampleOrder() {
	frames, err := opening.Order()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(frames.Title())
	fmt.Println("at most 300 kB:", len(frames.HTML()) <= 300_000)
	// Output:
	// Correlation 0.00: a wrong order raises the error by at least 0.080
	// at most 300 kB: true
}

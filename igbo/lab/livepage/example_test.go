package livepage_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"os"

	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
	"github.com/igbolab/igbolab/igbo/lab/livepage"
	"github.com/igbolab/igbolab/plots"
	"github.com/igbolab/igbolab/plots/inline"
)

// Find the sliders in the output of a cell.
func ExampleBlocks() {
	draw := func(power float64) (inline.Figure, error) {
		curve := plots.Curve("x^p", func(x float64) float64 { return math.Pow(x, power) }, 0, 1)
		return plots.Lines([]plots.Line{curve}, plots.Name("powers"))
	}
	slider, err := inline.Frames("power", []float64{1, 2, 3}, draw)
	check(err)
	for _, b := range livepage.Blocks("<div>" + slider.HTML() + "</div>") {
		fmt.Println(b.Label, b.Values)
	}
	// Output: power [1 2 3]
}

// Build the program for the page of a notebook, and print which sliders compute there. Compiling the program can take minutes, so this
// example is compiled but not run.
func ExampleBuilder_Make() {
	text, err := os.ReadFile("notebook.ipynb")
	check(err)
	notebook, err := ipynb.Read(text)
	check(err)
	var cells []livepage.Cell
	outputs := notebook.HTML()
	for i, code := range notebook.Code() {
		cells = append(cells, livepage.Cell{Code: code, Blocks: livepage.Blocks(outputs[i])})
	}
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)

	b := livepage.Builder{Go: "go", Source: ".", Env: os.Environ(), Folder: dir} // Source is the folder of the project's go.mod
	program, err := b.Make(context.Background(), cells, livepage.DefaultLimits())
	check(err)
	for _, s := range program.Sliders {
		fmt.Printf("cell %d, %s: computes %t %s\n", s.Cell, s.Label, s.Why == "", s.Why)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

package notebook_test

import (
	"errors"
	"fmt"

	"github.com/igbolab/igbolab/igbo/notebook"
)

// Temperature is displayed in bold in a notebook, and as text elsewhere.
type Temperature struct{ celsius float64 }

// HTML implements the method that Display calls.
func (t Temperature) HTML() string { return fmt.Sprintf("<b>%.1f °C</b>", t.celsius) }

// This example shows how a type uses a method to define how a notebook displays its values.
func ExampleDisplay() {
	notebook.Display(Temperature{21.5})
	notebook.Display([]string{"a b", "c"}, []byte("text"), struct{ x, y int }{1, 2})
	notebook.Display(fmt.Errorf("reading: %w", errors.New("no data")))
	// Output:
	// 21.5 °C
	// ["a b" "c"]
	// text
	// struct { x int; y int }
	// field  value
	// x      1
	// y      2
	// error: reading: no data
	//   ← *errors.errorString: no data
}

// This example displays values in one form.
func ExampleMarkdown() {
	notebook.Display(notebook.Markdown("**bold**"), notebook.LaTeX(`\frac12`), notebook.JSON(map[string]int{"a": 1}))
	// Output:
	// **bold**
	// \frac12
	// {
	//   "a": 1
	// }
}

// This example displays a chart. Its specification can be a map, a struct or JSON text.
func ExampleVegaLite() {
	notebook.Display(notebook.VegaLite(map[string]any{
		"title":    "Squares",
		"data":     map[string]any{"values": []map[string]int{{"x": 1, "y": 1}, {"x": 2, "y": 4}}},
		"mark":     "line",
		"encoding": map[string]any{"x": map[string]string{"field": "x"}, "y": map[string]string{"field": "y"}},
	}))
	// Output: Vega-Lite chart: Squares
}

package tabulate_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// This example prints a table for readers, and the same table with all digits as CSV.
func Example() {
	t := tabulate.Table{Name: "errors"}
	t.Columns("model", "model")
	t.Columns("error", "error")
	t.Add(tabulate.Words("ridge"), tabulate.Number("%.2f", 0.30612))
	t.Add(tabulate.Words("IGBO"), tabulate.Number("%.2f", 0.27891))
	fmt.Print(t.Markdown())
	fmt.Print(string(t.CSV()))
	// Output:
	// | model | error |
	// | --- | --- |
	// | ridge | 0.31 |
	// | IGBO | 0.28 |
	// model,error
	// ridge,0.30612
	// IGBO,0.27891
}

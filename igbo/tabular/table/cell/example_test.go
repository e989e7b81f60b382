package cell_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// This example parses numbers with a decimal comma.
func ExampleParser() {
	o := cell.DefaultOptions()
	o.Decimal, o.Separator = ',', '.'
	parser := cell.NewParser(cell.Number, o.Words(), o)
	for _, text := range []string{"1.234,5", "NA", "x"} {
		v, ok := parser.Parse(text)
		fmt.Println(v, ok)
	}
	// Output:
	// 1234.5 true
	// NaN true
	// NaN false
}

package explain_test

import (
	"fmt"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/explain"
)

// Explain the panic of a program by the lines of the cells.
func ExampleCells_Exit() {
	var cells explain.Cells
	cells.Add(1, "func ratio(a, b int) int {\n\treturn a / b\n}")
	cells.Add(2, "%%\nfmt.Println(ratio(1, 0))")
	failure, _ := cells.Exit(`panic: runtime error: integer divide by zero

goroutine 1 [running]:
main.ratio(...)
	/stateful/cell_1.go:2
main.cell_2()
	/stateful/cell_2.go:2 +0x1d
exit status 2
`, "exit status 2")
	fmt.Println(failure.Value)
	colours := strings.NewReplacer(explain.Red, "", explain.Faint, "", explain.Plain, "")
	for _, line := range failure.Traceback[1:] {
		fmt.Println(colours.Replace(line))
	}
	// Output:
	// cell [1], line 2: runtime error: integer divide by zero
	// cell [1], line 2, in ratio
	//     2 | 	return a / b
	// cell [2], line 2, in main
	//     2 | fmt.Println(ratio(1, 0))
}

// A message about an undefined name states that the cell with its declaration failed.
func ExampleSources_WithPlace() {
	var cells explain.Sources
	cells.Add(1, "func ratio(a, b int) int { return a / c }")
	cells.Fail(1)
	cells.Add(2, "ratio(1, 2)")
	fmt.Println(cells.WithPlace("undefined: ratio", true))
	// Output: undefined: ratio (declared in cell [1], which failed)
}

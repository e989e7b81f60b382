package compose_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/compose"
)

// The program of a cell contains the declarations that it needs from earlier cells, and the imports.
func ExampleNotebook_Program() {
	var n compose.Notebook
	var last compose.Program
	for i, code := range []string{
		"func double(x int) int { return 2 * x }\nfunc unused() {}",
		"%%\nfmt.Println(double(21))",
	} {
		p, err := n.Program(code, i+1)
		if err != nil {
			log.Fatal(err)
		}
		n.Keep()
		last = p
	}
	for line := range strings.Lines(last.Text) {
		if !strings.HasPrefix(line, "//line ") && strings.TrimSpace(line) != "" {
			fmt.Print(line)
		}
	}
	// Output:
	// package main
	// import "fmt"
	// func cell_2() {
	// fmt.Println(double(21))
	// }
	// func double(x int) int { return 2 * x }
	// func main() { cell_2() }
}

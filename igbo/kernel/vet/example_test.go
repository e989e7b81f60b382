package vet_test

import (
	"fmt"
	"go/importer"

	"github.com/igbolab/igbolab/igbo/kernel/vet"
)

// Check the format in a call of a function that an earlier cell has declared as a wrapper of fmt.Printf.
func ExampleChecker_Printf() {
	packages := importer.Default()
	var c vet.Checker
	c.Printf("package main\n\nimport \"fmt\"\n\nfunc warn(format string, args ...any) { fmt.Printf(format, args...) }\n", packages)

	second := "package main\n\nfunc warn(format string, args ...any)\n\nfunc cell_2() {\n//line cell_2.go:1\n\twarn(\"%d degrees\", \"21\")\n}\n"
	for _, w := range c.Printf(second, packages) {
		fmt.Printf("%s:%d: %s\n", w.File, w.Line, w.Text)
	}
	// Output: cell_2.go:1: main.warn format %d has arg "21" of wrong type string
}

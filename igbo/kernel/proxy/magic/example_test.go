package magic_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/magic"
)

// Split a cell into kernel lines and Go code, which run in order.
func ExampleSplit() {
	for _, p := range magic.Split("%cd data\nx := 1\n!ls -l\nx++") {
		if p.Line != "" {
			fmt.Printf("line %d: kernel line %q, magic %q\n", p.At, p.Line, magic.Name(p.Line))
		} else {
			fmt.Printf("line %d: code %q\n", p.At, p.Code)
		}
	}
	// Output:
	// line 1: kernel line "%cd data", magic "%cd"
	// line 2: code "\nx := 1\n"
	// line 3: kernel line "!ls -l", magic "!"
	// line 4: code "\n\n\nx++"
}

// Find the magic with the name that is nearest to a misspelt one.
func ExampleNearest() {
	m, _ := magic.Find(magic.Nearest("%timit"))
	fmt.Printf("%s: %s\n", m.Usage(), m.Does)
	// Output:
	// %timeit [-n CALLS] [-r REPEATS] CODE: call code repeatedly, and show its mean time, spread and allocations
}

package pressure_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/pressure"
)

// Read how much memory is left, to end a cell before the machine has none. The values differ between machines, so this example is compiled
// but not run.
func ExampleLeft() {
	left, total, known := pressure.Left()
	switch {
	case !known:
		fmt.Println("the available memory is unknown on this system")
	case left < 0.05*total:
		fmt.Printf("only %.0f of %.0f MB are left\n", left/1e6, total/1e6)
	}
}

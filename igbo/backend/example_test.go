package backend_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/backend"
)

// An empty name selects the fastest backend that is installed. Here the embedded one is requested, which always exists.
func ExampleSelect() {
	engine, _, err := backend.Select("go")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Finalize()
	fmt.Println(engine.Name())

	_, _, err = backend.Select("tpuu")
	fmt.Println(err)
	// Output:
	// Go Backend
	// backend: unknown backend "tpuu" (want one of auto, xla, xla:cuda, xla:cpu, go)
}

package backend_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/backend"
)

// This example selects the embedded backend, which is always available. An empty name selects the first backend that works.
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

package selftest_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/backend"
	"github.com/igbolab/igbolab/igbo/backend/selftest"
)

// Check that the embedded backend computes correctly on this machine. Summary also has the durations.
func ExampleRun() {
	engine, _, err := backend.Select("go")
	if err != nil {
		log.Fatal(err)
	}
	defer engine.Finalize()
	for _, c := range selftest.Run(engine) {
		fmt.Println(c.Name, c.Fault == "")
	}
	// Output:
	// product true
	// gradient true
	// loop true
}

package modeltest_test

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/trained/modeltest"
)

// List the ways to damage a folder with a file of two bytes. A test applies each of them, and checks that the folder is not read.
func ExampleMutants() {
	for _, m := range modeltest.Mutants(map[string][]byte{"model.json": []byte("{}")}) {
		fmt.Println(m.What)
	}
	// Output:
	// an alien file
	// bit 0 of model.json flipped
	// bit 9 of model.json flipped
	// model.json cut to 0 bytes
	// model.json cut to 1 bytes
	// model.json a byte longer
	// model.json removed
}

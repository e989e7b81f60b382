package catalog_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/research/study/catalog"
)

// Find a study by its name.
func ExampleFind() {
	d, err := catalog.Find("few-samples")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(d.Question)
	fmt.Println("has a committed result:", d.Committed() != nil)
	// Output:
	// When does a correct order of importance help a model that has few samples?
	// has a committed result: true
}

package spool_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/durable/spool"
)

// Allocate a large array in a temporary file instead of memory.
func Example() {
	space := &spool.Space{}
	values, err := spool.Make[float64](space, 1<<20)
	if err != nil {
		log.Fatal(err)
	}
	values[3] = 0.5
	fmt.Println(len(values), values[3])
	if err := space.Close(); err != nil { // frees values
		log.Fatal(err)
	}
	// Output: 1048576 0.5
}

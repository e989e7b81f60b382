package saved_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"reflect"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/saved"
)

// Write a variable to a file, of at most 1 MiB, and initialise another variable with the file.
func Example() {
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "table")

	table := map[string][]float64{"rent": {650, 720}, "rooms": {2, 3}}
	const program = 0 // the value has no pointers to variables of the program
	text, err := saved.Write(reflect.TypeOf(table), unsafe.Pointer(&table), 1<<20, program)
	check(err)
	check(os.WriteFile(file, text, 0o600))

	again := saved.Value[map[string][]float64](file)
	fmt.Println(again)
	// Output: map[rent:[650 720] rooms:[2 3]]
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

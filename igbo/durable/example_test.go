package durable_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/durable"
)

// Write a folder atomically: readers see either the complete folder or none. A manifest detects damaged files.
func ExampleWriteFolder() {
	temp, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(temp)
	dir := filepath.Join(temp, "result")
	err = durable.WriteFolder(dir, func(temp string) error {
		return os.WriteFile(filepath.Join(temp, "error.txt"), []byte("0.27"), 0o666)
	})
	if err != nil {
		log.Fatal(err)
	}
	files, err := durable.ReadFolder(dir)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(files["error.txt"]))
	// Output: 0.27
}

package past_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/past"
)

// Store a cell, and read it in a later session.
func ExampleFile() {
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "history.jsonl")

	first := past.File{Path: path}
	check(first.Add(&past.Entry{Count: 1, Code: "x := 42"}))

	second := past.File{Path: path}
	before, session, err := second.Before()
	check(err)
	fmt.Println("this is session", session)
	for _, e := range before {
		fmt.Printf("session %d, cell %d: %s\n", e.Session, e.Count, e.Code)
	}
	// Output:
	// this is session 2
	// session 1, cell 1: x := 42
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

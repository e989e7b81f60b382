package workcopy_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/igbolab/igbolab/igbo/lab/workcopy"
)

// Copy a course of two notebooks, change one copy, and get a later version of the course. The changed copy keeps its content.
func ExampleUpdate() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "")
	check(err)
	defer os.RemoveAll(dir)
	course, mine := filepath.Join(dir, "course"), filepath.Join(dir, "mine")
	write(course, "01_data.ipynb", "x := 1")
	write(course, "02_paths.ipynb", "y := 1")

	report, err := workcopy.Update(ctx, course, mine)
	check(err)
	fmt.Println("added:", report.Added)

	write(mine, "01_data.ipynb", "x := 42")
	write(course, "01_data.ipynb", "x := 2")
	write(course, "02_paths.ipynb", "y := 2")
	report, err = workcopy.Update(ctx, course, mine)
	check(err)
	fmt.Println("updated:", report.Updated, "conflicts:", report.Conflicts)
	// Output:
	// added: [01_data.ipynb 02_paths.ipynb]
	// updated: [02_paths.ipynb] conflicts: [01_data.ipynb]
}

// write writes a notebook with one cell.
func write(dir, name, code string) {
	check(os.MkdirAll(dir, 0o755))
	text := fmt.Sprintf(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "source": %q, "outputs": []}]}`, code)
	check(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

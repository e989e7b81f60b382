package proxy

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/kernel/proxy/required"
)

// TestWithPlace checks the hint that an unknown name is declared in a cell that failed, that ended with its program, or that has not run.
func TestWithPlace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.ipynb")
	text := `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
		{"cell_type": "markdown", "source": "func later() {}", "metadata": {}},
		{"cell_type": "code", "source": "first := 1", "metadata": {}, "outputs": []},
		{"cell_type": "code", "source": ["type Later struct{}\n", "%%\n", "inside := 2"], "metadata": {}, "outputs": []},
		{"cell_type": "code", "source": "!ls\nvar early, lately = 1, 2", "metadata": {}, "outputs": []}]}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(required.NotebookVariable, file)
	p := &proxy{}
	p.cells.Elsewhere = notRun
	for i, code := range []string{"first := 1", "broken := first +", "func gone() {}", "first"} {
		p.cells.Add(i+1, code)
	}
	p.cells.Fail(2)
	p.cells.Add(5, "wrong := 2")
	p.cells.Fail(5)
	p.cells.Add(6, "the one that asks")
	for message, want := range map[string]string{
		"undefined: wrong":                         "undefined: wrong (declared in cell [5], which failed)",
		"undefined: Later (did you mean later?)":   "undefined: Later (declared in code cell 2 of the notebook, which has not run)",
		"undefined: lately":                        "undefined: lately (declared in code cell 3 of the notebook, which has not run)",
		"undefined: gone":                          "undefined: gone (declared in cell [3], but removed later)",
		"undefined: inside":                        "undefined: inside",
		"undefined: later (did you mean latest?)":  "undefined: later (did you mean latest?)",
		"cannot use x":                             "cannot use x",
		"undefined: fmt.X (did you mean fmt.Max?)": "undefined: fmt.X (did you mean fmt.Max?)",
	} {
		if got := p.cells.WithPlace(message, true); got != want {
			t.Errorf("%q became %q, expected %q", message, got, want)
		}
	}
	if got, want := p.cells.WithPlace("undefined: first", false), "undefined: first (set in cell [1], but this cell runs as a program, which has no variables of other cells)"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	if err := os.WriteFile(file, []byte(text[:200]), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := p.cells.WithPlace("undefined: lately", true); got != "undefined: lately" {
		t.Error(got)
	}
}

package proxy

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/igbolab/igbolab/igbo/lab/kernel/proxy/required"
)

// TestWithPlace: a name that is not known is said to be declared in a cell that failed, ended with its program, or has not run.
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
	for i, code := range []string{"first := 1", "broken := first +", "func gone() {}", "first"} {
		p.cells.Add(i+1, code)
	}
	p.cells.Fail(2)
	p.cells.Add(5, "wrong := 2")
	p.cells.Fail(5)
	p.cells.Add(6, "the one that asks")
	for message, want := range map[string]string{
		"undefined: wrong":                         "undefined: wrong (declared in cell [5], which did not come to its end)",
		"undefined: Later (did you mean later?)":   "undefined: Later (declared in code cell 2 of the notebook, which has not run)",
		"undefined: lately":                        "undefined: lately (declared in code cell 3 of the notebook, which has not run)",
		"undefined: gone":                          "undefined: gone (declared in cell [3], and forgotten since)",
		"undefined: inside":                        "undefined: inside",
		"undefined: later (did you mean latest?)":  "undefined: later (did you mean latest?)",
		"cannot use x":                             "cannot use x",
		"undefined: fmt.X (did you mean fmt.Max?)": "undefined: fmt.X (did you mean fmt.Max?)",
	} {
		if got := p.withPlace(message, true); got != want {
			t.Errorf("%q became %q, expected %q", message, got, want)
		}
	}
	if got, want := p.withPlace("undefined: first", false), "undefined: first (declared in cell [1], and this cell is a program of its own)"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	if err := os.WriteFile(file, []byte(text[:200]), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := p.withPlace("undefined: lately", true); got != "undefined: lately" {
		t.Error(got)
	}
}

package lab

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestDefinitions: a page defines symbols once in a cell and terms once in a page. It defines none in code, headings and tables, and no symbol
// that a later notebook introduces. A folded answer stays within its element.
func TestDefinitions(t *testing.T) {
	page := defined(t, "02_a.ipynb",
		"# The baseline\n\nAt $\\tau$ and $\\tau$, `baseline` is code.\n\n| baseline |\n|---|\n| $x'$ |",
		"Two baselines, and $\\tau$ again. A baseline is an input; $\\alpha$ and $M$ < 3.",
		"<details><summary>Answer</summary>\n\nIt is *folded*.\n\n</details>",
	)
	for definition, want := range map[string]int{
		`data-means="position on the path, from 0 (baseline) to 1 (input)"><math`:                                                                           2,
		`data-means="a neutral input, with which the input is compared; in notebook 6 also the student that is trained without the order">baselines</span>`: 1,
		`data-means="a neutral input, with which the input is compared; in notebook 6 also the student that is trained without the order"`:                  1,
		`data-means="number of gradients that approximate the integral"><math`:                                                                              1,
		"<details><summary>Answer</summary>\n<p>It is <em>folded</em>.</p>\n</details>":                                                                     1,
		`threshold of the rule`: 0, `igbolabterm`: 0, `igbolabformula`: 0,
	} {
		if got := strings.Count(page, definition); got != want {
			t.Errorf("%q is %d times in the page, expected %d", definition, got, want)
		}
	}
}

// TestLettersOfOneCase: a page defines the letter Φ and exports φ, which the notation does not contain.
func TestLettersOfOneCase(t *testing.T) {
	page := defined(t, "04_a.ipynb", "The angle φ, and the function Φ.")
	if !strings.Contains(page, "angle φ,") || strings.Count(page, `data-means="normal distribution function`) != 1 {
		t.Errorf("the page is\n%s", page)
	}
}

// defined exports a notebook of texts as a page with definitions.
func defined(t *testing.T, name string, texts ...string) string {
	t.Helper()
	python := pagesPython(t)
	cells := []map[string]any{}
	for _, text := range texts {
		cells = append(cells, map[string]any{"cell_type": "markdown", "metadata": map[string]any{}, "source": text})
	}
	text := must.Of(json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 4, "metadata": map[string]any{}, "cells": cells})).In(t)
	l := &Lab{Options: Options{Checkout: filepath.Join("..", "..")}}
	job := must.Of(json.Marshal(map[string]any{
		"kind": "html", "ending": ".html", "pages": []string{}, "style": "", "notation": l.notation(),
		"notebooks": []source{{Title: "a", Folder: t.TempDir(), Text: string(text), Name: name}},
	})).In(t)
	var made, complaints bytes.Buffer
	cmd := exec.Command(python, "-c", cleanScript+pagesScript+exportScript)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(job), &made, &complaints
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &complaints)
	}
	var pages []struct{ Text string }
	must.Do(t, json.Unmarshal(made.Bytes(), &pages))
	return pages[0].Text
}

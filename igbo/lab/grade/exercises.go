package grade

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/igbolab/igbolab/igbo/kernel/ipynb"
)

// Exercise is an exercise that is graded.
type Exercise struct {
	// Name is the name in package course, such as "path 1", and Points the maximum number of points.
	Name   string
	Points float64
	// ByHand reports whether it is answered in text, which a person reads.
	ByHand bool

	id, answer, check string // the graded cell, the cell with the answer, and the code of the check
}

// Notebook is a notebook of the course with its exercises.
type Notebook struct {
	// Name is the name of its file, without extension.
	Name      string
	Exercises []Exercise

	cells []ipynb.Cell
}

// Read finds the exercises of the course's notebooks, given by name and text. It omits notebooks without exercises. It returns an error if
// a text is not a notebook, or if no notebook has exercises.
func Read(names []string, texts [][]byte) (all []Notebook, err error) {
	for i, text := range texts {
		n, err := ipynb.Read(text)
		if err != nil {
			return nil, fmt.Errorf("grade: %s: %w", names[i], err)
		}
		notebook := Notebook{Name: strings.TrimSuffix(path.Base(names[i]), ".ipynb"), cells: n.Cells()}
		answer := ""
		for _, c := range notebook.cells {
			if c.Solution {
				answer = c.Grade
			}
			if !c.Graded {
				continue
			}
			e := Exercise{Name: c.Checks(), Points: c.Points, id: c.Grade, answer: answer}
			if e.ByHand = c.Solution; e.ByHand {
				e.Name = spaced(c.Grade)
			} else if _, e.check, _ = strings.Cut(c.Source, "%%\n"); e.Name == "" || e.check == "" {
				return nil, fmt.Errorf("grade: %s: the check cell %s must call course.Check below its %%%% line", names[i], c.Grade)
			}
			notebook.Exercises = append(notebook.Exercises, e)
		}
		if len(notebook.Exercises) > 0 {
			all = append(all, notebook)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("grade: no notebook with exercises is selected")
	}
	return all, nil
}

// spaced returns the name of an exercise from that of its cell: by-hand-4 becomes "by-hand 4".
func spaced(id string) string {
	if at := strings.LastIndexByte(id, '-'); at > 0 {
		return id[:at] + " " + id[at+1:]
	}
	return id
}

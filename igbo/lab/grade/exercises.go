package grade

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/igbolab/igbolab/igbo/lab/ipynb"
)

// Exercise is one that is marked.
type Exercise struct {
	// Name is the course's, such as "path 1", and Points are what it is worth.
	Name   string
	Points float64
	// ByHand tells that it is answered in text, which a person reads.
	ByHand bool

	id, answer, check string // of the cell that is marked, of that with the answer, and what the check says
}

// Notebook is a notebook of the course with its exercises.
type Notebook struct {
	// Name is its file's, without ending.
	Name      string
	Exercises []Exercise

	cells []ipynb.Cell
}

// Read finds the exercises of the course's notebooks, given by name and text; those without exercises are left out.
// Errors: a text that is no notebook, or none that has exercises.
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
				return nil, fmt.Errorf("grade: %s: the check %s calls no course.Check below a line %%%%", names[i], c.Grade)
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

// spaced is the name of an exercise by its cell's: by-hand-4 is "by-hand 4".
func spaced(id string) string {
	if at := strings.LastIndexByte(id, '-'); at > 0 {
		return id[:at] + " " + id[at+1:]
	}
	return id
}

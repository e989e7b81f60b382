package ipynb

import (
	"encoding/json"
	"regexp"
)

// Cell is a cell of a notebook, with what grading needs.
type Cell struct {
	ID     string
	Code   bool
	Source string
	// Grade is the name of the cell in nbgrader, or "" if it is neither an answer nor a check.
	Grade string
	// Points is the maximum number of points of a graded cell.
	Points float64
	// Graded reports whether the cell is graded, and Solution whether the reader writes it.
	Graded, Solution bool
}

// Cells returns the cells of the notebook.
func (n *Notebook) Cells() (all []Cell) {
	for _, c := range n.cells() {
		cell := Cell{Code: c["cell_type"] == "code", Source: source(c)}
		cell.ID, _ = c["id"].(string)
		meta, _ := c["metadata"].(map[string]any)
		if grader, ok := meta["nbgrader"].(map[string]any); ok {
			cell.Grade, _ = grader["grade_id"].(string)
			cell.Graded, _ = grader["grade"].(bool)
			cell.Solution, _ = grader["solution"].(bool)
			if points, ok := grader["points"].(json.Number); ok {
				cell.Points, _ = points.Float64()
			}
		}
		all = append(all, cell)
	}
	return all
}

var checked = regexp.MustCompile(`course\.Check\("([^"\n]+)"`)

// Checks returns the exercise that a cell checks, or "" if it checks none.
func (c Cell) Checks() string {
	if m := checked.FindStringSubmatch(c.Source); c.Code && m != nil {
		return m[1]
	}
	return ""
}

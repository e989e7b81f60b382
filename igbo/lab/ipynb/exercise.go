package ipynb

import (
	"encoding/json"
	"regexp"
)

// Cell is a cell of a notebook, as far as marking needs it.
type Cell struct {
	ID     string
	Code   bool
	Source string
	// Grade is the name that nbgrader knows the cell by; empty where it is neither an answer nor a check.
	Grade string
	// Points are those of a cell that is marked.
	Points float64
	// Graded tells that it is marked, and Solution that it is the reader's to write.
	Graded, Solution bool
}

// Cells are the notebook's.
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

// Checks is the exercise that a cell asks about, empty where it asks about none.
func (c Cell) Checks() string {
	if m := checked.FindStringSubmatch(c.Source); c.Code && m != nil {
		return m[1]
	}
	return ""
}

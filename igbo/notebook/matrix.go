package notebook

import (
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/study"
)

// most is how many rows and columns of a matrix are shown; of more, the last one and
// those before.
const most = 12

// matrix is a table of the elements, four digits each.
func matrix(m mat.Matrix) study.Table {
	rows, columns := m.Dims()
	t := study.Table{Name: "matrix", Title: fmt.Sprintf("%d × %d", rows, columns), Header: []string{""}}
	for _, j := range shown(columns) {
		if j < 0 {
			t.Header = append(t.Header, "…")
			continue
		}
		t.Header = append(t.Header, strconv.Itoa(j))
	}
	for _, i := range shown(rows) {
		t.Rows = append(t.Rows, row(i, columns, func(j int) string { return fmt.Sprintf("%.4g", m.At(i, j)) }))
	}
	return t
}

// shown lists the indices of n that are shown, −1 where some are left out.
func shown(n int) []int {
	var indices []int
	for i := range n {
		switch {
		case n <= most || i < most-2 || i == n-1:
			indices = append(indices, i)
		case i == most-2:
			indices = append(indices, -1)
		}
	}
	return indices
}

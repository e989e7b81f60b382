package notebook

import (
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/igbolab/igbolab/igbo/tabular/tabulate"
)

// most is the largest number of rows and columns to show. For a larger matrix, the first ones and
// the last one are shown.
const most = 12

// matrix returns a table of the elements, with four digits each.
func matrix(m mat.Matrix) tabulate.Table {
	rows, columns := m.Dims()
	t := tabulate.Table{Name: "matrix", Title: fmt.Sprintf("%d × %d", rows, columns), Header: []string{""}}
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

// shown returns the indices below n that are shown, with −1 for omitted ones.
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

package table

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/table/cell"
)

// otherName is the category of all others, which no file has.
const otherName = "(other)"

// Fit learns from rows of a table, the training rows, how its columns become
// numbers; no rows (nil) are all. No other row is looked at: the categories, the means and
// medians that stand in for missing values, the earliest date, the classes
// of the target and the longest series are those of the training rows.
//
//   - A number is one column, a boolean one of 0 and 1; a category is a column of 0
//     and 1 for each of its values (in order of name, or of number), a date the columns of its parts.
//   - A missing value becomes what the Spec says. The indicator column, and the category
//     "(missing)", are there where a training row needs them.
//
// Errors: columns that are not there or have two uses, a missing value that is
// refused (with row and column), a column with no value at all, more than
// MaxCategories categories, a target of dates, of one class, or a constant.
func Fit(t *Table, rows []int, s Spec) (*Encoding, error) {
	l, err := newLearner(t, s)
	if err != nil {
		return nil, err
	}
	if rows, err = t.rows(rows); err != nil {
		return nil, err
	}
	if err := l.add(t, rows); err != nil {
		return nil, err
	}
	return l.encoding()
}

// rows checks row numbers; nil are all.
func (t *Table) rows(rows []int) ([]int, error) {
	if t == nil || t.Rows() == 0 {
		return nil, fmt.Errorf("table: no rows, expected a table")
	}
	for _, c := range t.Columns {
		if len(c.Values) != t.Rows() {
			return nil, fmt.Errorf("table: column %.60q has %d cells, the first has %d", c.Name, len(c.Values), t.Rows())
		}
	}
	if rows == nil {
		rows = make([]int, t.Rows())
		for i := range rows {
			rows[i] = i
		}
	}
	for _, i := range rows {
		if i < 0 || i >= t.Rows() {
			return nil, fmt.Errorf("table: row %d, expected 0 to %d", i, t.Rows()-1)
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("table: no rows chosen, expected some of %d", t.Rows())
	}
	return rows, nil
}

// inOrder sorts names by number where all are numbers, else as text.
func inOrder(names []string) []string {
	numbers := map[string]float64{}
	for _, name := range names {
		if v, ok := cell.ParseNumber(name); ok {
			numbers[name] = v
		}
	}
	if len(numbers) < len(names) {
		slices.Sort(names)
		return names
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(numbers[a], numbers[b]), cmp.Compare(a, b)) })
	return names
}

package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// The names of the categories that no file has.
const (
	missingName = "(missing)"
	otherName   = "(other)"
)

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

// Text is the cell of row i as text: a number as people write it, a date in ISO 8601, "(missing)" where there is none.
func (c *Column) Text(i int) string {
	v := c.Values[i]
	switch {
	case v != v:
		return missingName
	case c.Kind == Category:
		return c.Categories[int(v)]
	case c.Kind == Boolean:
		return strconv.FormatBool(v == 1)
	case c.Kind == Date && math.Mod(v, day) == 0:
		return instant(v).Format(time.DateOnly)
	case c.Kind == Date:
		return instant(v).Format(time.RFC3339Nano)
	}
	return decimal(v)
}

// decimal writes a number as people do, but for large and small ones.
func decimal(v float64) string {
	if size := math.Abs(v); size != 0 && (size >= 1e15 || size < 1e-5) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// inOrder sorts names by number where all are numbers, else as text.
func inOrder(names []string) []string {
	numbers := map[string]float64{}
	for _, name := range names {
		if v, ok := number(name); ok {
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

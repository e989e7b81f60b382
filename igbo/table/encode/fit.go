package encode

import (
	"cmp"
	"slices"

	"github.com/igbolab/igbolab/igbo/table"
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
func Fit(t *table.Table, rows []int, s Spec) (*Encoding, error) {
	l, err := newLearner(t, s)
	if err != nil {
		return nil, err
	}
	if rows, err = t.Choose(rows); err != nil {
		return nil, err
	}
	if err := l.add(t, rows); err != nil {
		return nil, err
	}
	return l.encoding()
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

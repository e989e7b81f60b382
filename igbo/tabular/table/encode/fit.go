package encode

import (
	"cmp"
	"slices"

	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// otherName is the category for all rare categories. No file may contain it.
const otherName = "(other)"

// Fit learns from the training rows of a table how its columns become numbers; nil means all rows. It looks at no other row. From the
// training rows come the categories, the means and medians that replace missing values, the earliest date, the classes, and the length of
// the longest series.
//
//   - A number becomes one column, a boolean one column of 0 and 1.
//   - A category becomes a column of 0 and 1 for each of its values, in order of name or of number.
//   - A date becomes the columns of its parts.
//   - A missing value is treated as the Spec states. The indicator column and the category "(missing)" exist if a training row needs them.
//
// It returns an error if:
//
//   - a column is not found or has two uses
//   - a missing value is refused (with row and column)
//   - a column has no value, or more than MaxCategories categories
//   - the target is a date, has only one class, or is constant
func Fit(t *table.Table, rows []int, s Spec) (*Encoding, error) {
	l, err := newLearner(t, s)
	if err != nil {
		return nil, err
	}
	space := t.Space().Like()
	defer space.Close()
	if rows, err = t.ChooseIn(space, rows); err != nil {
		return nil, err
	}
	if err := l.add(t, rows); err != nil {
		return nil, err
	}
	return l.encoding()
}

// inOrder sorts names by number if all are numbers, else as text.
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

package table

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/fold"
	"github.com/igbolab/igbolab/igbo/table/cell"
)

// windows are the folds by time.
func (o SplitOptions) windows(units []fold.Unit, yield func(Fold, error) bool) {
	total := 0
	for _, u := range units {
		total += len(u.Rows)
	}
	part, before := make([]int, len(units)), 0
	for i, u := range units {
		part[i] = before * (o.Folds + 1) / total
		before += len(u.Rows)
	}
	for k := range o.Folds {
		past := 0
		for past < len(units) && part[past] <= k+1 {
			past++
		}
		f := sides(units[:past], func(i, _ int) bool { return part[i] == k+1 })
		f.Fold = k
		if len(f.Train) == 0 || len(f.Test) == 0 {
			yield(Fold{}, fmt.Errorf("table: fold %d by time has %d training and %d test rows, expected at least 1 each; %d different times are too few for %d folds",
				k, len(f.Train), len(f.Test), len(units), o.Folds))
			return
		}
		if !yield(f, nil) {
			return
		}
	}
}

// tenths is the number of strata of a column of numbers.
const tenths = 10

// named has each unit once as the test part.
func (o SplitOptions) named(units []fold.Unit, yield func(Fold, error) bool) {
	if len(units) != o.Folds {
		yield(Fold{}, fmt.Errorf("table: the column %.60q names %d folds, expected %d", o.Group, len(units), o.Folds))
		return
	}
	for k := range units {
		f := sides(units, func(i, _ int) bool { return i == k })
		if f.Fold = k; !yield(f, nil) {
			return
		}
	}
}

// stratify gives each unit the stratum that most of its rows are in; a missing value is one of its own.
func (t *Table) stratify(name string, rows []int, units []fold.Unit) error {
	c := t.Column(name)
	if c == nil {
		return NoColumn(t.Name, name, t.Names())
	}
	stratum := c.strata(rows)
	for k := range units {
		count := map[int]int{}
		for _, i := range units[k].Rows {
			count[stratum(c.Values[i])]++
		}
		best := -1
		for s, n := range count {
			if best < 0 || n > count[best] || n == count[best] && s < best {
				best = s
			}
		}
		units[k].Stratum = best
	}
	return nil
}

// strata numbers values from 1; 0 is missing.
func (c *Column) strata(rows []int) func(v float64) int {
	var values []float64
	for _, i := range rows {
		if !c.Missing(i) {
			values = append(values, c.Values[i])
		}
	}
	slices.Sort(values)
	different := slices.Compact(slices.Clone(values))
	if c.Kind == cell.Category || len(different) <= tenths {
		values = different
	}
	n := len(values)
	return func(v float64) int {
		if v != v {
			return 0
		}
		at, _ := slices.BinarySearch(values, v)
		if n == len(different) && (c.Kind == cell.Category || n <= tenths) {
			return 1 + at
		}
		return 1 + at*tenths/n
	}
}

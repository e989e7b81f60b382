package table

import (
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// windows yields the folds by time.
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
			yield(Fold{}, fmt.Errorf("table: fold %d by time has %d training rows and %d test rows, want at least 1 of each; %d different times are too few for %d folds (use fewer folds)",
				k, len(f.Train), len(f.Test), len(units), o.Folds))
			return
		}
		if !yield(f, nil) {
			return
		}
	}
}

// tenths is the number of strata of a numeric column.
const tenths = 10

// named yields folds in which each unit is once the test part.
func (o SplitOptions) named(units []fold.Unit, yield func(Fold, error) bool) {
	if len(units) != o.Folds {
		yield(Fold{}, fmt.Errorf("table: column %.60q names %d folds, but Folds is %d; they must be equal", o.Group, len(units), o.Folds))
		return
	}
	for k := range units {
		f := sides(units, func(i, _ int) bool { return i == k })
		if f.Fold = k; !yield(f, nil) {
			return
		}
	}
}

// stratify assigns each unit the stratum of most of its rows. Missing values form a separate stratum.
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

// strataOf returns the stratum of each row, in a space; nil is the heap.
func (c *Column) strataOf(space *spool.Space) []int32 {
	values, of := spool.Scratch[float64](space, len(c.Values)), spool.Scratch[int32](space, len(c.Values))
	stratum := c.stratum(append(values[:0], c.Values...))
	for i, v := range c.Values {
		of[i] = int32(stratum(v))
	}
	return of
}

// strata returns a function that numbers values from 1; 0 is missing.
func (c *Column) strata(rows []int) func(v float64) int {
	return c.stratum(fold.Take(c.Values, 1, rows))
}

// stratum returns a function that numbers the values of some cells, which it sorts.
func (c *Column) stratum(values []float64) func(v float64) int {
	values = slices.DeleteFunc(values, math.IsNaN)
	slices.Sort(values)
	different := 0
	for i, v := range values {
		if i == 0 || v != values[i-1] {
			different++
		}
	}
	each := c.Kind == cell.Category || different <= tenths
	if each {
		values = slices.Compact(values)
	}
	n := len(values)
	return func(v float64) int {
		if v != v {
			return 0
		}
		at, _ := slices.BinarySearch(values, v)
		if each {
			return 1 + at
		}
		return 1 + at*tenths/n
	}
}

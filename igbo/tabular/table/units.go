package table

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/samples/fold"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// units returns the rows, groups or times that are split.
func (o SplitOptions) units(t *Table, rows []int) ([]fold.Unit, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	rows, err := t.Choose(rows)
	if err != nil {
		return nil, err
	}
	if o.Time != "" {
		return t.byValue(o.Time, rows, true)
	}
	units := make([]fold.Unit, len(rows))
	for k := range rows {
		units[k].Rows = rows[k : k+1 : k+1]
	}
	if o.Group != "" {
		if units, err = t.byValue(o.Group, rows, false); err != nil {
			return nil, err
		}
	}
	if o.Stratify != "" {
		return units, t.stratify(o.Stratify, rows, units)
	}
	return units, nil
}

// byValue makes a unit of each value of a column, in order of value or of appearance.
func (t *Table) byValue(name string, rows []int, sorted bool) ([]fold.Unit, error) {
	c := t.Column(name)
	if c == nil {
		return nil, NoColumn(t.Name, name, t.Names())
	}
	if sorted {
		if err := t.InTime(name); err != nil {
			return nil, err
		}
	}
	at := map[float64]int{}
	var units []fold.Unit
	for _, i := range rows {
		if c.Missing(i) {
			return nil, fmt.Errorf("table: %s: %s, column %.60q: the value is missing, but every row needs a value in a column that splits the rows", t.Name, t.Place(i), name)
		}
		k, known := at[c.Values[i]]
		if !known {
			k = len(units)
			at[c.Values[i]], units = k, append(units, fold.Unit{})
		}
		units[k].Rows = append(units[k].Rows, i)
	}
	if sorted {
		slices.SortFunc(units, func(a, b fold.Unit) int { return cmp.Compare(c.Values[a.Rows[0]], c.Values[b.Rows[0]]) })
	}
	return units, nil
}

// sides splits units: the test part has those for which test is true, given the unit and the number of rows before it.
func sides(units []fold.Unit, test func(i, before int) bool) Fold {
	var f Fold
	before := 0
	for i, u := range units {
		if test(i, before) {
			f.Test = append(f.Test, u.Rows...)
		} else {
			f.Train = append(f.Train, u.Rows...)
		}
		before += len(u.Rows)
	}
	slices.Sort(f.Train)
	slices.Sort(f.Test)
	return f
}

// InTime checks that a column can be ordered by time.
func (t *Table) InTime(name string) error {
	if t.Column(name).Kind == cell.Category {
		return fmt.Errorf("table: %s: time column %.60q is text, want numbers or dates; set its kind or the date format", t.Name, name)
	}
	return nil
}

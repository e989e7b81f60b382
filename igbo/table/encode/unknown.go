package encode

import (
	"fmt"
	"slices"

	"github.com/igbolab/igbolab/igbo/table"
	"github.com/igbolab/igbolab/igbo/table/cell"
)

// Unknown says what becomes of a category in new data that no training row has.
type Unknown string

// What becomes of categories that no training row has. The zero value treats them as the training treats rare categories,
// if it has a column for these; else as it treats missing values, if it knows any in the column; else it refuses them.
const (
	UnknownRefuse  Unknown = "refuse"  // an error that names the first row and how many there are
	UnknownRare    Unknown = "rare"    // the column "(other)", or without one the means of the category's columns over the training rows
	UnknownMissing Unknown = "missing" // the category "(missing)", or the row is left out, as the training does with a missing value
)

// Unknowns are the choices for Unknown.
func Unknowns() []Unknown { return []Unknown{UnknownRefuse, UnknownRare, UnknownMissing} }

// UnknownRows counts the rows whose category of a column no training row has.
type UnknownRows struct {
	Column string
	// As is what they are treated as, in words.
	As   string
	Rows int
	// Value and Place are those of the first.
	Value, Place string
}

// unknowns is what WithUnknown sets.
type unknowns struct {
	rule  Unknown
	means []float64
}

// WithUnknown returns a copy of the encoding that treats categories which no training row has by a rule. The means are
// those of the D columns over the training rows, such as a model's Normalization.Shift; nil if they are not known, and
// UnknownRare then refuses where the training has no column for rare categories. An encoding without a rule goes by
// Spec.Unseen.
func (e *Encoding) WithUnknown(rule Unknown, means []float64) *Encoding {
	if e == nil {
		return nil
	}
	with := *e
	with.unknown = &unknowns{rule: rule, means: means}
	return &with
}

// knowsMissing reports whether the training says what a missing value of the category becomes.
func (c *ColumnEncoding) knowsMissing() bool {
	return c.Missing == DropRow || slices.Contains(c.Categories, cell.Absent)
}

// treat returns what becomes of unknown categories of a column; why is a reason to refuse them.
func (e *Encoding) treat(c *ColumnEncoding) (rule Unknown, why string) {
	if e.unknown != nil {
		rule = e.unknown.rule
	}
	switch {
	case rule == "" && c.Other:
		return UnknownRare, ""
	case e.unknown == nil:
		return UnknownRefuse, ""
	case rule == "" && c.knowsMissing():
		return UnknownMissing, ""
	case rule == "":
		return UnknownRefuse, "; --unknown rare predicts for these rows with the mean of the training's categories"
	case rule == UnknownMissing && !c.knowsMissing():
		return UnknownRefuse, "; the training had no missing value in the column, so --unknown missing says nothing of it: take --unknown rare"
	case rule == UnknownRare && !c.Other && len(e.unknown.means) != len(e.Features()):
		return UnknownRefuse, "; the model does not know the means of the training's columns, which --unknown rare needs"
	}
	return rule, ""
}

// says tells what a rule does with the rows of a column.
func (c *ColumnEncoding) says(rule Unknown) string {
	switch {
	case rule == UnknownRare && c.Other:
		return "rare"
	case rule == UnknownRare:
		return "the mean of the training's categories"
	case c.Missing == DropRow:
		return "missing, so these rows are left out"
	}
	return "missing"
}

// strange finds the rows whose category has no column. A missing value has none either where the training had none and
// its rule would be a category of its own.
func (c *ColumnEncoding) strange(from *table.Column) func(i int) bool {
	known := map[string]bool{}
	for _, name := range c.Categories {
		known[name] = true
	}
	is := make([]bool, len(from.Categories)+1)
	for k, name := range from.Categories {
		is[k] = !known[name]
	}
	is[len(from.Categories)] = c.Missing == Own && !known[cell.Absent]
	if !slices.Contains(is, true) {
		return nil
	}
	return func(i int) bool {
		if from.Missing(i) {
			return is[len(from.Categories)]
		}
		return is[int(from.Values[i])]
	}
}

// settleUnknown counts the rows with unknown categories. Where these are treated as missing, the table that it returns has missing
// values in their place.
func (e *Encoding) settleUnknown(t *table.Table, rows []int) (settled *table.Table, found []UnknownRows, err error) {
	find := t.ByName()
	settled = t
	for i := range e.Columns {
		c := &e.Columns[i]
		if c.Kind != cell.Category {
			continue
		}
		from := find(c.Name)
		strange := c.strange(from)
		if strange == nil {
			continue
		}
		at := slices.IndexFunc(rows, strange)
		if at < 0 {
			continue
		}
		rule, why := e.treat(c)
		if rule == UnknownRefuse {
			return nil, nil, e.refuseUnknown(c, t, rows, rows[at], why)
		}
		first := rows[at]
		found = append(found, UnknownRows{c.Name, c.says(rule), countRows(rows, strange), from.Text(first), t.Place(first)})
		if rule == UnknownMissing {
			settled = withMissing(settled, t, c.Name, strange)
		}
	}
	return settled, found, nil
}

// refuseUnknown is the error of rows whose category is not known.
func (e *Encoding) refuseUnknown(c *ColumnEncoding, t *table.Table, rows []int, first int, why string) error {
	count := func(t *table.Table, rows []int) int {
		if strange := c.strange(t.Column(c.Name)); strange != nil {
			return countRows(rows, strange)
		}
		return 0
	}
	value, place, of := t.Column(c.Name).Text(first), t.Place(first), t.Name
	return &rowsError{rows: count(t, rows), count: count, text: func(n int) string {
		return fmt.Sprintf("table: %s: %s, column %.60q: no training row has the category %.60q%s, expected one of %s%s", of, place, c.Name, value, inRows(n, "have such categories"), table.ListNames(c.Categories), why)
	}}
}

// AddUnknown adds the counts of later rows.
func AddUnknown(to, later []UnknownRows) []UnknownRows {
	for _, u := range later {
		at := slices.IndexFunc(to, func(known UnknownRows) bool { return known.Column == u.Column })
		if at < 0 {
			to = append(to, u)
			continue
		}
		to[at].Rows += u.Rows
	}
	return to
}

// UnknownText says of each column how many of so many rows of a file have a category that no training row has, and what became
// of them; nil for none.
func UnknownText(file string, rows int, unknown []UnknownRows) (says []string) {
	for _, u := range unknown {
		says = append(says, fmt.Sprintf("%d of %d rows of %s have categories of %.60q that the training did not see (the first is %.60q in %s); they are treated as %s", u.Rows, rows, file, u.Column, u.Value, u.Place, u.As))
	}
	return says
}

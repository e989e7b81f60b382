package encode

import (
	"fmt"
	"slices"

	"golang.org/x/text/unicode/norm"

	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// Unknown is the rule for categories in new data that are not in the training rows.
type Unknown string

// Rules for categories that are not in the training rows. The zero value treats them as rare categories if the training has a column for
// these; else as missing values if the training had any in the column; else it refuses them.
const (
	UnknownRefuse  Unknown = "refuse"  // return an error that names the first row and the number of rows
	UnknownRare    Unknown = "rare"    // use the column "(other)", or without one the means of the category's columns over the training rows
	UnknownMissing Unknown = "missing" // use the category "(missing)", or leave the row out, as the training does for a missing value
)

// Unknowns returns all values of Unknown.
func Unknowns() []Unknown { return []Unknown{UnknownRefuse, UnknownRare, UnknownMissing} }

// UnknownRows counts the rows whose category in a column is not in the training rows.
type UnknownRows struct {
	Column string
	// As describes how they are treated.
	As   string
	Rows int
	// Value and Place belong to the first such row.
	Value, Place string
}

// unknowns holds the settings of WithUnknown.
type unknowns struct {
	rule  Unknown
	means []float64
}

// WithUnknown returns a copy of the encoding with a rule for categories that are not in the training rows. An encoding without a rule uses
// Spec.Unseen.
//
// The means are those of the D columns over the training rows, such as a model's Normalization.Shift. If they are nil, UnknownRare returns
// an error unless the training has a column for rare categories.
func (e *Encoding) WithUnknown(rule Unknown, means []float64) *Encoding {
	if e == nil {
		return nil
	}
	with := *e
	with.unknown = &unknowns{rule: rule, means: means}
	return &with
}

// knowsMissing reports whether the training defines how to treat a missing value of the category.
func (c *ColumnEncoding) knowsMissing() bool {
	return c.Missing == DropRow || slices.Contains(c.Categories, cell.Absent)
}

// treat returns the rule for unknown categories of a column; why is a reason to refuse them.
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
		return UnknownRefuse, "; the training had no missing value in the column, so --unknown missing cannot be used; use --unknown rare"
	case rule == UnknownRare && !c.Other && len(e.unknown.means) != len(e.Features()):
		return UnknownRefuse, "; the model does not know the means of the training's columns, which --unknown rare needs"
	}
	return rule, ""
}

// reports describes how a rule treats the rows of a column.
func (c *ColumnEncoding) reports(rule Unknown) string {
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

// strange returns a function that reports whether the category of a row has no column. This includes a missing value if the training had
// none and the rule is Own.
func (c *ColumnEncoding) strange(from *table.Column) func(i int) bool {
	known := map[string]bool{}
	for _, name := range table.Composed(c.Categories...) {
		known[name] = true
	}
	is := make([]bool, len(from.Categories)+1)
	for k, name := range from.Categories {
		is[k] = !known[norm.NFC.String(name)]
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

// settleUnknown counts the rows with unknown categories. If these are treated as missing, the returned table has missing values instead of
// them.
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
		found = append(found, UnknownRows{c.Name, c.reports(rule), countRows(rows, strange), from.Text(first), t.Place(first)})
		if rule == UnknownMissing {
			settled = withMissing(settled, t, c.Name, strange)
		}
	}
	return settled, found, nil
}

// refuseUnknown returns the error for rows with an unknown category.
func (e *Encoding) refuseUnknown(c *ColumnEncoding, t *table.Table, rows []int, first int, why string) error {
	count := func(t *table.Table, rows []int) int {
		if strange := c.strange(t.Column(c.Name)); strange != nil {
			return countRows(rows, strange)
		}
		return 0
	}
	value, place, of := t.Column(c.Name).Text(first), t.Place(first), t.Name
	return &rowsError{rows: count(t, rows), count: count, text: func(n int) string {
		return fmt.Sprintf("table: %s: %s, column %.60q: no training row has the category %.60q%s, want one of %s%s", of, place, c.Name, value, inRows(n, "have such categories"), table.ListNames(c.Categories), why)
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

// UnknownText reports for each column how many rows of a file have a category that is not in the training rows, and how these were treated;
// nil for none.
func UnknownText(file string, rows int, unknown []UnknownRows) (reports []string) {
	for _, u := range unknown {
		reports = append(reports, fmt.Sprintf("%d of %d rows of %s have categories of %.60q that the training did not see (the first is %.60q in %s); they are treated as %s", u.Rows, rows, file, u.Column, u.Value, u.Place, u.As))
	}
	return reports
}

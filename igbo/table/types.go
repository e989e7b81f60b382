package table

import (
	"fmt"
	"math"

	"golang.org/x/text/unicode/norm"

	"github.com/igbolab/igbolab/igbo/table/cell"
)

// Column is a named column of N cells of one kind.
type Column struct {
	Name string
	Kind cell.Kind
	// Values holds N numbers: of booleans 0 and 1, of dates seconds since
	// 1970-01-01 UTC, of categories the place in Categories. NaN is a missing cell.
	Values []float64
	// Categories are the different texts of a category, in the order in which they appear.
	Categories []string
}

// Missing tells whether the cell of row i is missing.
func (c *Column) Missing(i int) bool { return math.IsNaN(c.Values[i]) }

// Text is the cell of row i as text: a number as people write it, a date in ISO 8601, "(missing)" where there is none.
func (c *Column) Text(i int) string {
	if v := c.Values[i]; c.Kind == cell.Category && v == v {
		return c.Categories[int(v)]
	}
	return cell.Text(c.Kind, c.Values[i])
}

// Table is a file's rows as named columns of the same length.
type Table struct {
	// Name is the file, for errors.
	Name    string
	Columns []Column
	// Left are the columns of the file that were not read.
	Left []Left

	// First is the row of the file that the table begins with, where it is a piece of it.
	First int

	options ReadOptions
	surveys []*cell.Survey // of a piece, of each column whose kind is open

	lines []int // of each row in the file; nil where row i is line i+2, or the file has no lines
	text  bool  // the file has lines
}

// Left is a column of a file that was not read, and why.
type Left struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// Rows returns N.
func (t *Table) Rows() int {
	if t == nil || len(t.Columns) == 0 {
		return 0
	}
	return len(t.Columns[0].Values)
}

// Names are the names of the columns.
func (t *Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i := range t.Columns {
		names[i] = t.Columns[i].Name
	}
	return names
}

// Header are the names of all columns of the file.
func (t *Table) Header() []string {
	names := t.Names()
	for _, l := range t.Left {
		names = append(names, l.Name)
	}
	return names
}

// Column returns the column of a name, or nil. Names that a file gave are composed, and so is the name that is looked for.
func (t *Table) Column(name string) *Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	if composed := norm.NFC.String(name); composed != name {
		return t.Column(composed)
	}
	return nil
}

// ByName finds columns as Column does, for whoever looks for many.
func (t *Table) ByName() func(name string) *Column {
	columns := make(map[string]*Column, len(t.Columns))
	for i := range t.Columns {
		if c := &t.Columns[i]; columns[c.Name] == nil {
			columns[c.Name] = c
		}
	}
	return func(name string) *Column {
		if c := columns[name]; c != nil {
			return c
		}
		return columns[norm.NFC.String(name)]
	}
}

// Choose checks row numbers; nil are all.
func (t *Table) Choose(rows []int) ([]int, error) {
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

package table

import (
	"fmt"
	"math"

	"golang.org/x/text/unicode/norm"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// Column is a named column of N cells of one kind.
type Column struct {
	Name string
	Kind cell.Kind
	// Values holds N numbers: 0 and 1 for booleans, seconds since 1970-01-01 UTC for dates, the index in Categories for categories. NaN is a
	// missing cell.
	Values []float64
	// Categories lists the distinct texts of a category, in the order in which they appear.
	Categories []string
}

// Missing reports whether the cell of row i is missing.
func (c *Column) Missing(i int) bool { return math.IsNaN(c.Values[i]) }

// Text returns the cell of row i as text: a number in decimal notation, a date in ISO 8601, "(missing)" for a missing cell.
func (c *Column) Text(i int) string {
	if v := c.Values[i]; c.Kind == cell.Category && v == v {
		return c.Categories[int(v)]
	}
	return cell.Text(c.Kind, c.Values[i])
}

// A Table holds the rows of a file as named columns of the same length.
type Table struct {
	// Name is the file's name, which errors mention.
	Name    string
	Columns []Column
	// Left lists the columns of the file that were not read.
	Left []Left

	// First is the row of the file at which the table begins, if it is a piece of a file.
	First int

	options ReadOptions
	surveys []*cell.Survey // of a piece: one for each column whose kind is not stated

	lines []int // the line of each row in the file; nil if row i is line i+2, or the file has no lines
	text  bool  // reports whether the file has lines
}

// Left describes a column of a file that was not read, and gives the reason.
type Left struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// Rows returns N, the number of rows.
func (t *Table) Rows() int {
	if t == nil || len(t.Columns) == 0 {
		return 0
	}
	return len(t.Columns[0].Values)
}

// Names returns the names of the columns.
func (t *Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i := range t.Columns {
		names[i] = t.Columns[i].Name
	}
	return names
}

// Header returns the names of all columns of the file.
func (t *Table) Header() []string {
	names := t.Names()
	for _, l := range t.Left {
		names = append(names, l.Name)
	}
	return names
}

// Column returns the column with this name, or nil. Names are compared in Unicode's composed form (NFC).
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

// ByName returns a function that finds columns as Column does. It is faster if you look up many columns.
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

// Choose checks row numbers. It returns all rows for nil.
func (t *Table) Choose(rows []int) ([]int, error) { return t.ChooseIn(nil, rows) }

// ChooseIn is like Choose, but stores the list of all rows in a space; nil is the heap.
func (t *Table) ChooseIn(space *spool.Space, rows []int) ([]int, error) {
	if t == nil || t.Rows() == 0 {
		return nil, fmt.Errorf("table: the table has no rows")
	}
	for _, c := range t.Columns {
		if len(c.Values) != t.Rows() {
			return nil, fmt.Errorf("table: column %.60q has %d cells, but the first column has %d; all must have the same number", c.Name, len(c.Values), t.Rows())
		}
	}
	if rows == nil {
		rows = spool.Scratch[int](space, t.Rows())
		for i := range rows {
			rows[i] = i
		}
	}
	for _, i := range rows {
		if i < 0 || i >= t.Rows() {
			return nil, fmt.Errorf("table: row %d not found, want 0 to %d", i, t.Rows()-1)
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("table: the list of rows is empty, want at least 1 of the %d rows", t.Rows())
	}
	return rows, nil
}

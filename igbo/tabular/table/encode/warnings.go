package encode

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// checkedRows is the number of evenly spaced rows that Warnings inspects.
const checkedRows = 2000

// Warnings returns one sentence, with advice, for each input that looks like an identifier, for inputs that determine the target, and for a
// model with more weights than rows.
//
// The table is the one from which the encoding was learned, and train is the number of rows or series to train on. Warnings inspects at
// most 2000 rows. For series it only checks the number of weights, because the inputs of series often repeat.
func (e *Encoding) Warnings(t *table.Table, train int) []string {
	if e == nil || t.Rows() == 0 {
		return nil
	}
	if e.Spec.ID != "" {
		return e.crowded(train, "series")
	}
	var warnings []string
	find, named := t.ByName(), map[string]bool{}
	for _, c := range e.Columns {
		column := find(c.Name)
		if column == nil || column.Kind != c.Kind {
			continue
		}
		if w := identifier(column); w != "" {
			warnings, named[c.Name] = append(warnings, w), true
		}
	}
	if e.Target != nil {
		warnings = append(warnings, e.determined(t, named)...)
	}
	return append(warnings, e.crowded(train, "rows")...)
}

// different counts distinct values.
func different(values []float64) int {
	seen := map[float64]bool{}
	for _, v := range values {
		seen[v] = true
	}
	return len(seen)
}

// crowded warns if there are more weights than n rows or series, and names the widest categories.
func (e *Encoding) crowded(n int, unit string) []string {
	weights := e.Steps*len(e.Features()) + 1
	if n < 1 || weights <= n {
		return nil
	}
	text := fmt.Sprintf("%s become %d weights of a linear model, more than the %d %s that a fold trains on: its predictions rest on the penalty", inputs(len(e.Columns)), weights, n, unit)
	wide := slices.Clone(e.Columns)
	slices.SortStableFunc(wide, func(a, b ColumnEncoding) int { return cmp.Compare(b.width(), a.width()) })
	if widest := wide[0]; widest.Kind == cell.Category && widest.width() > 2 {
		return []string{fmt.Sprintf("%s; the categories of %.60q take %d of them: drop it (--drop %.60q) or merge its rare categories", text, widest.Name, widest.width(), widest.Name)}
	}
	return []string{text + "; drop columns that matter little (--drop), or add " + unit}
}

func inputs(n int) string {
	if n == 1 {
		return "1 input column"
	}
	return fmt.Sprintf("%d input columns", n)
}

// leastRows is the minimum number of rows with a value for a warning.
const leastRows = 10

// idWords are words in the names of identifiers, timeWords in the names of times.
var (
	idWords   = []string{"id", "uuid", "guid", "key", "rowid", "serial"}
	timeWords = []string{"t", "time", "second", "minute", "hour", "day", "week", "month", "quarter", "year", "step", "period", "age"}
)

// identifier warns of a column whose values identify rows; "" is no warning.
func identifier(c *table.Column) string {
	present := at(c, spread(c))
	n := len(present)
	if n < leastRows {
		return ""
	}
	k, what := different(present), "values"
	switch {
	case c.Kind == cell.Category && 2*k > n && 2*len(c.Categories) > len(c.Values): // in the inspected rows, and in all
	case c.Kind == cell.Number && k == n && counts(c.Name, present, len(c.Values)):
		what = "whole numbers"
	default:
		return ""
	}
	fix := fmt.Sprintf("name the rows by it (--key %.60q)", c.Name)
	if k < n {
		fix = fmt.Sprintf("keep the rows of each value together (--group %.60q)", c.Name)
	}
	return fmt.Sprintf("column %.60q looks like an identifier: %d different %s in %d rows; drop it (--drop %.60q) or %s", c.Name, k, what, n, c.Name, fix)
}

// counts reports whether distinct integers are row numbers (counted up from 0 or 1, and not a time) or identifiers by their name.
func counts(name string, values []float64, rows int) bool {
	for _, v := range values {
		if v != math.Trunc(v) {
			return false
		}
	}
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' || r == ' ' || r == '-' || r == '.' })
	has := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool {
			return slices.Contains(list, w) || slices.Contains(list, strings.TrimSuffix(w, "s"))
		})
	}
	if has(idWords) || strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "ID") {
		return true
	}
	low, high := slices.Min(values), slices.Max(values)
	return !has(timeWords) && (low == 0 || low == 1) && high <= float64(rows) && slices.IsSorted(values)
}

package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// String summarises the table in a few lines: the number of rows, and for each column its kind, its missing cells, and its range or
// categories.
func (t *Table) String() string {
	if t == nil {
		return "no table"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d rows\n", t.Name, t.Rows())
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "column\tkind\tmissing\tvalues")
	for i := range t.Columns {
		c := &t.Columns[i]
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\n", c.Name, c.Kind, c.CountMissing(), c.Summary())
	}
	w.Flush()
	return b.String()
}

// CountMissing returns the number of missing cells.
func (c *Column) CountMissing() (n int) {
	for i := range c.Values {
		if c.Missing(i) {
			n++
		}
	}
	return n
}

// listed is the number of categories that are named.
const listed = 6

// firstOf names the first categories and counts the others.
func firstOf(categories []string) string {
	names := strings.Join(categories[:min(listed, len(categories))], ", ")
	if more := len(categories) - listed; more > 0 {
		names = fmt.Sprintf("%s and %d more", names, more)
	}
	return names
}

// Summary returns the range of a column, or its first categories.
func (c *Column) Summary() string {
	if c.Kind == cell.Category {
		return firstOf(c.Categories)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range c.Values {
		if !math.IsNaN(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	if low > high {
		return "none"
	}
	switch c.Kind {
	case cell.Boolean:
		return fmt.Sprintf("%s to %s", strconv.FormatBool(low != 0), strconv.FormatBool(high != 0))
	case cell.Date:
		return fmt.Sprintf("%s to %s", cell.OnDay(low), cell.OnDay(high))
	}
	return fmt.Sprintf("%.6g to %.6g", low, high)
}

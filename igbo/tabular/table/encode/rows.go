package encode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/tabular/table"
)

// rowsError is an error for some rows: it names the first row and counts them.
type rowsError struct {
	rows  int
	count func(t *table.Table, rows []int) int
	text  func(rows int) string
}

func (e *rowsError) Error() string { return e.text(e.rows) }

// later counts the affected rows of a later piece.
func (e *rowsError) later(p piece) { e.rows += e.count(p.Table, p.rows) }

// inRows returns the number of affected rows in brackets, "" for one row.
func inRows(n int, have string) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" (%d rows %s)", n, have)
}

// counted iterates over the pieces of a file. After an error for rows it counts the affected rows of the later pieces.
func (f File) counted(ctx context.Context, o table.ReadOptions, use func(p piece) (more bool, err error)) error {
	var fault *rowsError
	for p := range f.pieces(ctx, o) {
		switch {
		case p.err != nil && (fault == nil || ctx.Err() != nil):
			return p.err
		case p.err != nil:
			return fault
		case fault != nil:
			fault.later(p)
			continue
		}
		more, err := use(p)
		if err != nil && !errors.As(err, &fault) {
			return err
		}
		if !more && fault == nil {
			return nil
		}
	}
	if fault != nil {
		return fault
	}
	return nil
}

// countRows counts the rows for which of is true.
func countRows(rows []int, of func(i int) bool) (n int) {
	for _, i := range rows {
		if of(i) {
			n++
		}
	}
	return n
}

// withMissing returns a table like t, which can be the whole one, with missing values in some rows of a column.
func withMissing(t, whole *table.Table, name string, missing func(i int) bool) *table.Table {
	if t == whole {
		like := *whole
		like.Columns = slices.Clone(whole.Columns)
		t = &like
	}
	c := t.Column(name)
	c.Values = slices.Clone(c.Values)
	for i := range c.Values {
		if missing(i) {
			c.Values[i] = math.NaN()
		}
	}
	return t
}

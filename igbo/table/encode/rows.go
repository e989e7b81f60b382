package encode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/igbolab/igbolab/igbo/table"
)

// rowsError is a fault of some rows: it names the first of them and says how many there are.
type rowsError struct {
	rows  int
	count func(t *table.Table, rows []int) int
	text  func(rows int) string
}

func (e *rowsError) Error() string { return e.text(e.rows) }

// later counts the rows of a piece that comes after the fault.
func (e *rowsError) later(p piece) { e.rows += e.count(p.Table, p.rows) }

// inRows says in brackets how many rows have a fault, nothing of one row.
func inRows(n int, have string) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" (%d rows %s)", n, have)
}

// counted goes through the pieces of a file. After a fault of rows it counts those of the pieces that follow.
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

// countRows counts the rows that are of a sort.
func countRows(rows []int, of func(i int) bool) (n int) {
	for _, i := range rows {
		if of(i) {
			n++
		}
	}
	return n
}

// withMissing returns a table like t, which may be the whole one, with missing values in some rows of a column.
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

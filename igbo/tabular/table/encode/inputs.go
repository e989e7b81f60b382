package encode

import (
	"fmt"
	"math"
	"slices"

	"golang.org/x/text/unicode/norm"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/tabular/table"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// inputs fills X [rows, D].
func (e *Encoding) inputs(as encoder, s *Encoded, t *table.Table, rows []int) error {
	d, at := len(s.Features), 0
	if need := 8 * float64(len(rows)) * float64(d); need > 1e9 && as.space == nil {
		if err := memory.Check(need); err != nil {
			return fmt.Errorf("table: %s: encoding %d rows of %d columns as numbers %w; choose columns or rows, or read the file piece by piece", t.Name, len(rows), d, err)
		}
	}
	var err error
	if s.X, err = spool.Make[float64](as.space, len(rows)*d); err != nil {
		return fmt.Errorf("table: %s: %w", t.Name, err)
	}
	find := t.ByName()
	for i := range e.Columns {
		c := &e.Columns[i]
		missing := 0
		if c.Kind == cell.Category {
			missing = c.oneHot(s.X[at:], d, find(c.Name), rows, e.means(at, c.width()))
		} else if missing, err = c.numbers(s.X[at:], d, t, find(c.Name), rows); err != nil {
			return err
		}
		s.Missing += missing
		if n := c.beyond(find(c.Name), rows); n > 0 {
			if s.Beyond == nil {
				s.Beyond = map[string]int{}
			}
			s.Beyond[c.Name] += n
		}
		at += c.width()
	}
	return nil
}

// numbers writes a column of numbers, booleans or dates at every d-th position, and counts the missing cells.
func (c *ColumnEncoding) numbers(x []float64, d int, t *table.Table, from *table.Column, rows []int) (missing int, err error) {
	var cells []float64
	for k, i := range rows {
		v := from.Values[i]
		if math.Abs(v) > cell.Usable && c.Kind != cell.Date {
			return 0, usable(t, from, i)
		}
		absent := v != v
		if absent {
			missing++
			v = c.Fill
		}
		if c.Kind != cell.Date && !c.indicator() {
			x[k*d] = v
			continue
		}
		cells = c.append(cells[:0], v, absent)
		copy(x[k*d:], cells)
	}
	return missing, nil
}

// trends reports whether a date becomes numbers that grow with it.
func (c *ColumnEncoding) trends() bool {
	return c.Kind == cell.Date && (slices.Contains(c.Parts, Days) || slices.Contains(c.Parts, Year))
}

// beyond counts the dates outside the range of the training rows.
func (c *ColumnEncoding) beyond(from *table.Column, rows []int) (n int) {
	if !c.trends() || c.Latest == 0 {
		return 0
	}
	for _, i := range rows {
		if v := from.Values[i]; v < c.Origin || v > c.Latest {
			n++
		}
	}
	return n
}

// BeyondText reports for each date column how many dates are outside the range of the training rows, and what that means; nil for none.
func (e *Encoding) BeyondText(beyond map[string]int) (reports []string) {
	for _, c := range e.Columns {
		if n := beyond[c.Name]; n > 0 {
			reports = append(reports, fmt.Sprintf("%d dates of %.60q are outside the range of the training dates, %s to %s, so the model extrapolates a trend for them", n, c.Name, cell.OnDay(c.Origin), cell.OnDay(c.Latest)))
		}
	}
	return reports
}

// append appends the columns of one cell.
func (c *ColumnEncoding) append(to []float64, v float64, absent bool) []float64 {
	if c.Kind == cell.Date {
		for _, part := range c.Parts {
			to = part.append(to, v, c.Origin)
		}
	} else {
		to = append(to, v)
	}
	if c.indicator() {
		mark := 0.0
		if absent {
			mark = 1
		}
		to = append(to, mark)
	}
	return to
}

// means returns the training means of some columns; nil if they are not known.
func (e *Encoding) means(at, width int) []float64 {
	if e.unknown == nil || len(e.unknown.means) < at+width {
		return nil
	}
	return e.unknown.means[at : at+width]
}

// oneHot writes a 1 in the column of each cell's category. If the category has no column, it writes the means.
func (c *ColumnEncoding) oneHot(x []float64, d int, from *table.Column, rows []int, means []float64) (missing int) {
	categories, place := table.Composed(c.Categories...), make([]int, len(from.Categories)+1)
	for k := range place {
		name := cell.Absent
		if k < len(from.Categories) {
			name = norm.NFC.String(from.Categories[k])
		}
		if place[k] = slices.Index(categories, name); place[k] < 0 && c.Other {
			place[k] = len(c.Categories)
		}
	}
	for k, i := range rows {
		code := len(from.Categories)
		if from.Missing(i) {
			missing++
		} else {
			code = int(from.Values[i])
		}
		if place[code] < 0 {
			copy(x[k*d:], means)
			continue
		}
		x[k*d+place[code]] = 1
	}
	return missing
}

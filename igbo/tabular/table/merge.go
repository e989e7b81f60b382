package table

import (
	"fmt"

	"github.com/igbolab/igbolab/igbo/durable/spool"
	"github.com/igbolab/igbolab/igbo/internal/memory"
	"github.com/igbolab/igbolab/igbo/internal/parallel"
	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// merged merges the pieces of a file and infers the kinds of its columns from all of its rows.
type merged struct {
	options ReadOptions
	chunks  []*Table
	counts  []int // the rows of each piece
	rows    int
	surveys []*cell.Survey // nil if the kind is stated, or the file states it
	checked float64        // the number of bytes for which memory was checked
	plain   int            // the number of first rows whose line is their number + 2; for these no line is stored
	values  *segments      // the columns, if the options have a space
}

// add appends the rows of a piece. It returns an error as soon as a column cannot have any kind, or memory is short.
func (m *merged) add(chunk *Table) error {
	before := m.rows
	if err := m.see(chunk); err != nil {
		return err
	}
	m.counts = append(m.counts, m.rows-before)
	if m.plain == before && inLine(chunk.lines, before+2) {
		m.plain, chunk.lines = m.rows, nil
	}
	if m.options.Space != nil {
		if m.values == nil {
			m.values = newSegments(m.options.Space, len(chunk.Columns))
		}
		if err := m.values.add(chunk); err != nil {
			return err
		}
	}
	m.chunks = append(m.chunks, chunk)
	return m.fits(chunk)
}

// inLine reports whether there are lines and they are consecutive from first on.
func inLine(lines []int, first int) bool {
	for k, line := range lines {
		if line != first+k {
			return false
		}
	}
	return len(lines) > 0
}

// close frees the data that were read.
func (m *merged) close() {
	if m.values != nil {
		_ = m.values.space.Close()
	}
}

// see inspects the cells of a piece and stores nothing.
func (m *merged) see(chunk *Table) error {
	if m.surveys == nil {
		m.surveys = make([]*cell.Survey, len(chunk.Columns))
	}
	for i, later := range chunk.surveys {
		if later == nil {
			continue
		}
		if m.surveys[i] == nil {
			m.surveys[i] = later.Like()
		}
		chunk.First = m.rows
		if m.surveys[i].With(later, chunk.Place, m.rows); m.surveys[i].Mixed() {
			return m.surveys[i].Refuse(chunk.Name, chunk.Columns[i].Name, m.options.Options)
		}
	}
	m.rows += chunk.Rows()
	return nil
}

// fits checks, each time the table has doubled, that memory suffices for twice the table and for its later use.
func (m *merged) fits(chunk *Table) error {
	if m.options.Space != nil {
		return nil
	}
	columns := len(chunk.Columns)
	held := 8 * float64(m.rows) * float64(columns+1) // with the lines of the rows
	if held < leastChecked || held < m.checked {
		return nil
	}
	m.checked = 2 * held
	if err := memory.Check(held * (1 + 2/float64(columns))); err != nil {
		return fmt.Errorf("table: %s: reading more than %d rows of %d columns %w; choose columns or rows, or read the file piece by piece", chunk.Name, m.rows, columns, err)
	}
	if m.options.Fits != nil {
		return m.options.Fits(m.rows, columns)
	}
	return nil
}

// leastChecked is the table size in bytes from which memory is checked.
const leastChecked = 64 << 20

// kinds returns the kinds of all columns.
func (m *merged) kinds(columns []Column, name string) ([]cell.Kind, error) {
	kinds := make([]cell.Kind, len(columns))
	for i, c := range columns {
		kinds[i] = c.Kind
		if s := m.surveys[i]; s != nil {
			kind, ok := s.Kind()
			if !ok {
				return nil, s.Refuse(name, c.Name, m.options.Options)
			}
			kinds[i] = kind
		}
	}
	return kinds, nil
}

// table copies the pieces, column by column, and frees each.
func (m *merged) table(name string) (*Table, error) {
	if m.rows == 0 {
		return nil, fmt.Errorf("table: %s: the file has a header but no rows, want at least 1 row", name)
	}
	first := m.chunks[0]
	kinds, err := m.kinds(first.Columns, name)
	if err != nil {
		return nil, err
	}
	t := &Table{Name: name, Left: first.Left, options: m.options, text: first.text, lines: m.lines()}
	t.Columns = make([]Column, len(kinds))
	for i := range kinds {
		if t.Columns[i].Values, err = spool.Make[float64](m.options.Space, m.rows); err != nil {
			return nil, fmt.Errorf("table: %s: %w", name, err)
		}
	}
	parallel.For(len(kinds), func(i int) { m.column(i, kinds[i], &t.Columns[i]) })
	return t, nil
}

// column merges the pieces of column i and frees them.
func (m *merged) column(i int, kind cell.Kind, to *Column) {
	to.Name, to.Kind = m.chunks[0].Columns[i].Name, kind
	if m.values != nil {
		m.values.column(i, to.Values)
	}
	codes, at := map[string]float64{}, 0
	for k, chunk := range m.chunks {
		piece := chunk.Columns[i]
		values := to.Values[at : at+m.counts[k]]
		copy(values, piece.Values)
		chunk.Columns[i].Values = nil
		piece.Values = values
		piece.become(kind, m.options.Options)
		if kind == cell.Category {
			to.recode(values, piece.Categories, codes)
		}
		at += m.counts[k]
	}
}

// become converts a column that was read as text, if all of its cells are dates or booleans.
func (c *Column) become(kind cell.Kind, h cell.Options) {
	if c.Kind == cell.Category && kind != cell.Category {
		parser := cell.NewParser(kind, h.Words(), h)
		values := make([]float64, len(c.Categories))
		for k, name := range c.Categories {
			values[k], _ = parser.Parse(name)
		}
		for i, v := range c.Values {
			if v == v {
				c.Values[i] = values[int(v)]
			}
		}
		c.Categories = nil
	}
	c.Kind = kind
}

// recode converts the codes of a piece's categories to those of the table.
func (c *Column) recode(values []float64, categories []string, codes map[string]float64) {
	code := make([]float64, len(categories))
	for k, name := range categories {
		known, ok := codes[name]
		if !ok {
			known = float64(len(c.Categories))
			codes[name], c.Categories = known, append(c.Categories, name)
		}
		code[k] = known
	}
	for i, v := range values {
		if v == v {
			values[i] = code[int(v)]
		}
	}
}

// lines returns the lines of the rows, or nil if row i is line i + 2 or there are no lines.
func (m *merged) lines() (lines []int) {
	if m.plain == m.rows {
		return nil
	}
	for row := range m.plain {
		lines = append(lines, row+2)
	}
	for _, chunk := range m.chunks {
		lines = append(lines, chunk.lines...)
	}
	return lines
}

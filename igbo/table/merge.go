package table

import "fmt"

// merged puts chunks together.
type merged struct {
	chunks []*Table
	rows   int
}

// add appends the rows of a chunk.
func (m *merged) add(chunk *Table) {
	m.chunks = append(m.chunks, chunk)
	m.rows += chunk.Rows()
}

// table copies the chunks, column by column, and lets go of each.
func (m *merged) table(name string) (*Table, error) {
	if m.rows == 0 {
		return nil, fmt.Errorf("table: %s: a header and no rows", name)
	}
	first := m.chunks[0]
	t := &Table{Name: name, text: first.text, lines: m.lines()}
	for i, c := range first.Columns {
		to := Column{Name: c.Name, Kind: c.Kind, Values: make([]float64, 0, m.rows)}
		codes := map[string]float64{}
		for _, chunk := range m.chunks {
			from := &chunk.Columns[i]
			start := len(to.Values)
			to.Values = append(to.Values, from.Values...)
			if c.Kind == Category {
				to.recode(to.Values[start:], from.Categories, codes)
			}
			from.Values = nil
		}
		t.Columns = append(t.Columns, to)
	}
	return t, nil
}

// recode turns the codes of a chunk's categories into the table's.
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

// lines are the lines of the rows, or nil where row i is line i + 2.
func (m *merged) lines() []int {
	row, plain := 0, true
	for _, chunk := range m.chunks {
		for _, line := range chunk.lines {
			plain = plain && line == row+2
			row++
		}
	}
	if plain {
		return nil
	}
	lines := make([]int, 0, m.rows)
	for _, chunk := range m.chunks {
		lines = append(lines, chunk.lines...)
	}
	return lines
}

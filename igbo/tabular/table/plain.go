package table

import (
	"bytes"
	"strings"
	"unsafe"

	"github.com/igbolab/igbolab/igbo/tabular/table/cell"
)

// plain is like pass for a block without quotes, whose fields end only at commas and line ends. It
// parses cells in place. It returns done = false if a line has a different number of fields from
// the header, or if a cell is not of its stated kind.
func (t text) plain(b block, out *Table, parsers []*cell.Parser, todo []int) (failed []int, done bool) {
	comma := t.options.comma()
	if !strings.ContainsRune(",;\t|", comma) || bytes.IndexByte(b.text, '"') >= 0 {
		return nil, false
	}
	p := plainPass{comma: byte(comma), of: make([]int, len(t.header)), fields: make([]plainField, len(todo)), stated: t.stated}
	for f := range p.of {
		p.of[f] = -1
	}
	for k, i := range todo {
		p.of[t.at[i]], p.fields[k] = k, plainField{parser: parsers[i], column: i, values: out.Columns[i].Values}
	}
	first := out.lines == nil
	var lines []int
	for at, line := 0, b.line; at < len(b.text); line++ {
		text := b.text[at:]
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			text = text[:end]
		}
		at += len(text) + 1
		if text = bytes.TrimSuffix(text, []byte{'\r'}); len(text) == 0 {
			continue
		}
		if !p.line(text) {
			return nil, false
		}
		if first {
			lines = append(lines, line)
		}
	}
	for _, f := range p.fields {
		out.Columns[f.column].Values = f.values
		if f.failed {
			failed = append(failed, f.column)
		}
	}
	if first {
		out.lines = lines
	}
	return failed, true
}

// plainPass iterates over the lines of a block.
type plainPass struct {
	comma  byte
	of     []int // for each field of a line its index in fields, −1 if it is not read
	fields []plainField
	stated []bool
}

// plainField is a column that is read: its values so far, and whether a cell is not of the tried kind.
type plainField struct {
	parser *cell.Parser
	column int
	values []float64
	failed bool
}

// line reads a line. It reports whether the line has as many fields as the header, each of its stated kind.
func (p *plainPass) line(text []byte) bool {
	at, last := 0, len(p.of)-1
	for f, k := range p.of {
		if at > len(text) {
			return false
		}
		rest := text[at:]
		if k >= 0 && !p.fields[k].failed {
			if v, n, ok := p.fields[k].parser.Field(rest, p.comma); ok && (f == last) == (n == len(rest)) {
				p.fields[k].values = append(p.fields[k].values, v)
				at += n + 1
				continue
			}
		}
		n := bytes.IndexByte(rest, p.comma)
		if (f == last) != (n < 0) {
			return false
		}
		if n < 0 {
			n = len(rest)
		}
		if at += n + 1; k < 0 || p.fields[k].failed {
			continue
		}
		v, ok := p.fields[k].parser.Parse(strings.TrimSpace(view(rest[:n])))
		if !ok && p.stated[p.fields[k].column] {
			return false
		}
		p.fields[k].failed = !ok
		p.fields[k].values = append(p.fields[k].values, v)
	}
	return true
}

// view returns a string that shares the memory of text, which a block never changes. Callers clone
// what they store.
func view(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }

package stateful

import (
	"maps"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/message"
)

// moves holds the variables that keep their storage although a method of their type has changed. Until a cell names such a variable, the
// process uses its earlier type.
type moves struct {
	pending  map[string]bool   // symbols that no cell has named yet
	proposed map[string]bool   // symbols that the cell in preparation adds
	named    map[string]uint64 // symbols that this cell names, with the address of the new type
}

// begin starts a cell that moves the variables with these symbols.
func (m *moves) begin(symbols []string) {
	m.proposed, m.named = maps.Clone(m.pending), map[string]uint64{}
	if m.proposed == nil {
		m.proposed = map[string]bool{}
	}
	for _, name := range symbols {
		m.proposed[name] = true
	}
}

// allow reports whether a variable may get the type at an address.
func (m *moves) allow(name string, to uint64) bool {
	if m.proposed[name] {
		m.named[name] = to
	}
	return m.proposed[name]
}

// commit sets the new types of the variables that a cell has named.
func (m *moves) commit(variables map[string]message.Variable) {
	m.pending = m.proposed
	for name, at := range m.named {
		if v, is := variables[name]; is {
			v.Type = at
			variables[name] = v
			delete(m.pending, name)
		}
	}
}

package compose

import (
	"go/ast"
	"slices"

	"github.com/igbolab/igbolab/igbo/lab/kernel/live/cells"
)

// Scope is what the cells of a notebook declare.
type Scope struct {
	Declared []Declaration
	Imports  []Import
}

// Add takes what a cell declares; number is its place among the cells. Errors: a cell that does not parse.
func (s *Scope) Add(code string, number int) error {
	head, _, _, _ := cells.Cut(code)
	c, err := parse(head, number)
	if err != nil {
		return err
	}
	s.Declared, s.Imports = append(s.Declared, c.declared...), append(s.Imports, c.imports...)
	return nil
}

// Pick chooses the declarations that code needs which stands in, or behind, a cell: of each name the last one up to it, else
// the first behind it. Names that nothing declares are left to the imports.
func (s *Scope) Pick(code ast.Node, before int) []Declaration {
	return s.pick(identifiers(code), before, func(Declaration) bool { return false })
}

// pick chooses the declarations that names need, and those that are wanted anyway.
func (s *Scope) pick(queue []string, before int, wanted func(Declaration) bool) (picked []Declaration) {
	seen, taken := map[string]bool{}, map[int]bool{}
	take := func(i int) {
		if !taken[i] {
			taken[i] = true
			queue = append(append(queue, s.Declared[i].Uses...), s.Declared[i].Names...)
		}
	}
	for i, d := range s.Declared {
		if wanted(d) {
			take(i)
		}
	}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if seen[name] || name == "_" {
			continue
		}
		seen[name] = true
		last, next := -1, -1
		for i, d := range s.Declared {
			switch {
			case !slices.Contains(d.Names, name):
			case d.Cell <= before:
				last = i
			case next < 0:
				next = i
			}
		}
		if last < 0 {
			last = next
		}
		if last >= 0 {
			take(last)
		}
		for i, m := range s.Declared {
			if m.Owner == name && s.current(i, before) {
				take(i)
			}
		}
	}
	for i, d := range s.Declared {
		if taken[i] {
			picked = append(picked, d)
		}
	}
	return picked
}

// current tells whether no later cell before a place declares the same method again.
func (s *Scope) current(i, before int) bool {
	m := s.Declared[i]
	return !slices.ContainsFunc(s.Declared[i+1:], func(d Declaration) bool {
		return d.Owner == m.Owner && d.Method == m.Method && d.Cell <= before && d.Cell > m.Cell
	})
}

package compose

import (
	"go/ast"
	"slices"

	"github.com/igbolab/igbolab/igbo/kernel/stateful/cells"
)

// Scope holds the declarations of the cells of a notebook.
type Scope struct {
	Declared []Declaration
	Imports  []Import
}

// Add adds the declarations of a cell; number is its position among the cells. It returns an error if the cell does not parse.
func (s *Scope) Add(code string, number int) error {
	head, _, _, _ := cells.Cut(code)
	c, err := parse(head, number)
	if err != nil {
		return err
	}
	s.Declared, s.Imports = append(s.Declared, c.declared...), append(s.Imports, c.imports...)
	return nil
}

// Pick returns the declarations that the code of a cell needs: for each name the last declaration up to this cell, or else the
// first one after it. It leaves names without a declaration to the imports.
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

// current reports whether no later cell before a position declares the same method again.
func (s *Scope) current(i, before int) bool {
	m := s.Declared[i]
	return !slices.ContainsFunc(s.Declared[i+1:], func(d Declaration) bool {
		return d.Owner == m.Owner && d.Method == m.Method && d.Cell <= before && d.Cell > m.Cell
	})
}

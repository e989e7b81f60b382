package cells

import (
	"go/ast"
	"go/token"
	"go/types"
)

// step is a statement of a cell, or what sets variables that are declared outside of statements.
type step struct {
	from, to int // its lines
	sets     []*declaration
}

// steps are what the cell does, in its order.
func (c *checked) steps() (all []step) {
	add := func(n ast.Node, vars []types.Object) {
		s := step{from: c.d.s.files.Position(n.Pos()).Line, to: c.d.s.files.Position(n.End()).Line}
		for _, v := range vars {
			if d := c.known[v]; d != nil {
				s.sets = append(s.sets, d)
			}
		}
		all = append(all, s)
	}
	if !c.d.mixed() {
		for _, i := range c.order {
			var vars []types.Object
			for _, v := range i.Lhs {
				vars = append(vars, v)
			}
			add(i.Rhs, vars)
		}
	}
	for _, s := range c.d.body.Body.List {
		var vars []types.Object
		for _, id := range declaredBy(s) {
			vars = append(vars, c.info.Defs[id])
		}
		add(s, vars)
	}
	return all
}

// unset are the variables that a cell did not come to which ended at a line: what the last step there sets, and those behind it. Of several
// statements in one line nobody knows which one it was.
func unset(all []step, line int) map[*declaration]bool {
	last := -1
	for i, s := range all {
		if s.from <= line && line <= s.to {
			last = i
		}
	}
	found := map[*declaration]bool{}
	if last < 0 {
		return found
	}
	for _, s := range all[last:] {
		for _, v := range s.sets {
			found[v] = true
		}
	}
	for _, s := range all[:last] {
		for _, v := range s.sets {
			delete(found, v)
		}
	}
	return found
}

// named tells whether what the cell has declared names a variable.
func (u *Unit) named(v *declaration) bool {
	for _, d := range u.commit {
		if d.kind == token.VAR {
			continue
		}
		for _, one := range append([]*declaration{d}, d.methods...) {
			for _, use := range one.uses {
				if use.to == v {
					return true
				}
			}
		}
	}
	return false
}

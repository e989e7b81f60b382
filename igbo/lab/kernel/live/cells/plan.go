package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// plan is what a cell changes: which of its declarations are new, and which earlier ones are compiled again, or go.
type plan struct {
	changed map[*declaration]bool   // earlier ones that now mean something else
	gone    map[*declaration]string // those that go, and why
	same    map[string]bool         // names of the cell that mean what they meant
}

// planned compares the cell's declarations with the session's.
func (d *draft) planned(found []*declaration) (*plan, error) {
	p := &plan{changed: map[*declaration]bool{}, gone: map[*declaration]string{}, same: map[string]bool{}}
	for _, f := range found {
		if owner, _, isMethod := strings.Cut(f.name, "."); isMethod {
			t := d.s.state[owner]
			if t == nil || t.kind != token.TYPE {
				return nil, Faults{{Cell: f.cell, Line: f.line, Column: f.col, Text: fmt.Sprintf("method of %s, which is not declared", owner)}}
			}
			if old := t.method(f.name); old == nil || old.text != f.text {
				p.changed[t] = true
			} else {
				p.same[f.name] = true
			}
			continue
		}
		old := d.s.state[f.name]
		switch {
		case old == nil:
		case old.kind == f.kind && old.kind != token.CONST && old.text == f.text && sameMethods(old, f):
			p.same[f.name] = true
			for _, m := range f.methods {
				p.same[m.name] = true
			}
		default:
			p.changed[old] = true
		}
	}
	declared := d.namesByPiece()
	for grown := true; grown; { // what stands in one piece with what is new is new too
		p.spread(d.s.state)
		p.unlikeChanged(d.s.state)
		grown = false
		for i := range d.pieces {
			names := declared[&d.pieces[i]]
			if !slices.ContainsFunc(names, func(n string) bool { return !p.same[n] }) {
				continue
			}
			for _, name := range names {
				owner, _, _ := strings.Cut(name, ".")
				if old := d.s.state[owner]; p.same[name] && old != nil && !p.changed[old] {
					p.changed[old], grown = true, true
				}
			}
		}
	}
	return p, nil
}

// unlikeChanged takes what changes from what means what it meant.
func (p *plan) unlikeChanged(state map[string]*declaration) {
	for name := range p.same {
		owner, _, _ := strings.Cut(name, ".")
		if old := state[owner]; old != nil && p.changed[old] {
			delete(p.same, name)
		}
	}
}

// method is the one of that name.
func (d *declaration) method(name string) *declaration {
	for _, m := range d.methods {
		if m.name == name {
			return m
		}
	}
	return nil
}

// sameMethods tells that a type is declared with methods that it has already.
func sameMethods(old, now *declaration) bool {
	return !slices.ContainsFunc(now.methods, func(m *declaration) bool {
		o := old.method(m.name)
		return o == nil || o.text != m.text
	})
}

// spread adds what depends on what has changed.
func (p *plan) spread(state map[string]*declaration) {
	for grown := true; grown; {
		grown = false
		for _, name := range slices.Sorted(maps.Keys(state)) {
			o := state[name]
			if !p.changed[o] && p.gone[o] == "" && o.dependsOn(p.changed) {
				p.changed[o], grown = true, true
				if o.kind == token.VAR {
					p.gone[o] = "its type has changed"
				}
			}
		}
	}
}

// pull lists what is compiled again from its text: what has changed and the cell does not declare itself.
func (p *plan) pull(found []*declaration) (pulled []*declaration) {
	own := byName(found)
	for _, o := range slices.SortedFunc(maps.Keys(p.changed), byNames) {
		if p.gone[o] != "" || o.kind == token.VAR || o.kind == token.CONST {
			continue
		}
		now := own[o.name]
		if now == nil {
			pulled = append(pulled, o)
		} else if now.kind != token.TYPE || o.kind != token.TYPE {
			continue
		}
		for _, m := range o.methods {
			if own[m.name] == nil && (now == nil || now.method(m.name) == nil) && p.gone[m] == "" {
				pulled = append(pulled, m)
			}
		}
	}
	return pulled
}

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
	some := map[*declaration]bool{v: true}
	return slices.ContainsFunc(u.commit, func(d *declaration) bool { return d.kind != token.VAR && d.dependsOn(some) })
}

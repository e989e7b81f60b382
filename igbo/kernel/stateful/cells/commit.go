package cells

import (
	"go/token"
	"maps"
	"slices"
)

// step is a statement of a cell, or code that sets variables that are declared outside of statements.
type step struct {
	from, to int // its lines
	sets     []*declaration
}

// unset returns the variables that a cell did not set because it ended at a line: those of the last step in that line, and all later ones.
// If several statements are in one line, the last one counts.
func unset(all []step, line int) map[*declaration]bool {
	found := map[*declaration]bool{}
	last := -1
	for i, s := range all {
		if s.from <= line && line <= s.to {
			last = i
		}
	}
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

// Commit makes the cell's declarations visible to later cells. Call it after the host has run the cell. If the cell's statements ended
// early, line is where they ended, otherwise 0. A new variable that they did not reach is not declared, and an earlier variable of its name
// stays. If something that was compiled with the cell uses the new variable, the variable is declared and a note reports that it has no
// value.
func (u *Unit) Commit(line int) (notes []string) {
	c := u.preparation
	for d := range c.symbols {
		c.s.versions[d.name]++
	}
	for name := range c.gone {
		delete(c.alive, name)
	}
	c.hold()
	missed := unset(c.steps, line)
	for d := range missed {
		u.Effect.Sets = slices.DeleteFunc(u.Effect.Sets, func(key string) bool { return key == d.key })
	}
	for _, key := range slices.Sorted(maps.Keys(c.alive)) {
		d := c.alive[key]
		switch old := c.s.declarations[key]; {
		case d.unnamed():
			delete(c.alive, key)
		case missed[d] && c.symbols[d] != "" && !c.named(d):
			delete(c.alive, key)
			if old != nil {
				c.alive[key] = old
			}
		default:
			if missed[d] && c.symbols[d] != "" {
				notes = append(notes, d.name+" has no value, because the cell ended before it was set")
			}
			if err := c.take(d, old); err != nil {
				notes = append(notes, err.Error())
				delete(c.alive, key)
			}
		}
	}
	c.s.declarations = c.alive
	c.assign()
	c.remember(line == 0)
	for name, path := range c.file.imports {
		if c.file.explicit[name] {
			c.s.imports[name] = path
		}
	}
	return notes
}

// named reports whether code that is compiled with the cell names a variable.
func (c *preparation) named(v *declaration) bool {
	for d, f := range c.found {
		if c.compiled(d) && slices.Contains(f.targets, v.key) {
			return true
		}
	}
	return false
}

// take records the cell's findings about a declaration.
func (c *preparation) take(d, old *declaration) error {
	if s := c.symbols[d]; s != "" {
		d.symbol = s
	}
	f := c.found[d]
	switch {
	case f != nil:
		if d.symbol == "" && old != nil {
			d.symbol = old.symbol
		}
		d.meaning, d.broken, d.compiled = f.meaning, f.broken, f.broken == ""
	case d.object == nil: // a new variable for which nothing else has changed
		for o, v := range c.vars {
			if v == d {
				d.meaning, d.compiled = meaning{[]string{token.VAR.String()}, c.outer.mentioned(o.Type()), o}, true
			}
		}
	}
	if d.kind != token.VAR || d.in != c.file {
		return nil
	}
	v, err := c.s.newVariable(c.file.number, c.passOf(d), d.name, d.object.Type()) // from now on, its declaration is its type
	if err != nil {
		return err
	}
	v.meaning, v.symbol, v.compiled, v.source = d.meaning, d.symbol, true, d
	c.alive[d.key] = v
	return nil
}

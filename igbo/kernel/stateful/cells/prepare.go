package cells

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
)

// check checks the cell. Methods that do not check are left out of their types.
func (c *preparation) check() error {
	for {
		c.replace()
		if err := c.statements(); err != nil {
			return err
		}
		if c.outer != nil && c.harmless() {
			c.keep()
			return nil
		}
		before := len(c.without)
		if err := c.bodies(); err != nil {
			return err
		}
		if len(c.without) == before {
			return c.decide()
		}
	}
}

// replace replaces earlier declarations with those of the cell.
func (c *preparation) replace() {
	c.vars, c.fresh, c.local = map[types.Object]*declaration{}, nil, map[string]string{}
	c.before = maps.Clone(c.s.declarations)
	for key, d := range c.s.declarations {
		if c.without[key] != nil || c.s.dropped[key] || c.file.cell != "" && d.in.cell == c.file.cell && d.kind == token.FUNC {
			delete(c.before, key)
		}
	}
	for _, d := range c.file.declarations {
		c.before[d.key] = d
	}
	c.alive = maps.Clone(c.before)
}

// statements checks the cell's statements and finds the types of the variables that they declare.
func (c *preparation) statements() error {
	list := c.file.body.Body.List
	if len(list) == 0 {
		return nil
	}
	c.outer = c.s.checkStatements(c.before, c.file)
	if len(c.outer.faults) > 0 {
		return c.outer.faults
	}
	if c.file.below {
		return nil
	}
	for _, s := range list {
		if err := c.variables(s); err != nil {
			return err
		}
	}
	return nil
}

// variables turns the variables that a statement declares into variables of the session. If the type of one of them cannot be written, they
// all end with the cell.
func (c *preparation) variables(s ast.Stmt) error {
	names := slices.DeleteFunc(declaredBy(s), func(id *ast.Ident) bool { return c.outer.info.Defs[id] == nil || id.Name == "_" })
	for _, id := range names {
		if _, _, why := c.outer.checkerText(c.outer.info.Defs[id].Type()); why != "" {
			for _, id := range names {
				c.local[id.Name] = why
			}
			return nil
		}
	}
	for _, id := range names {
		o := c.outer.info.Defs[id]
		if d := c.before[id.Name]; d != nil && d.in == c.file { // as in a function, it assigns to a variable of the same scope
			if d.kind != token.VAR || !types.Identical(c.outer.scope.Lookup(d.name).Type(), o.Type()) {
				return Faults{c.file.fault(id.Pos(), id.Name+" is declared twice in this cell")}
			}
			c.vars[o] = d
			continue
		}
		v, err := c.s.newVariable(c.file.number, c.outer, id.Name, o.Type())
		if err != nil {
			return err
		}
		c.vars[o], c.alive[v.key] = v, v
		c.fresh = append(c.fresh, v)
	}
	return nil
}

// bodies checks the whole package, compares it with its last state, and finds methods that do not check.
func (c *preparation) bodies() error {
	c.whole = c.s.check(c.alive, c.file)
	if len(c.whole.faults) > 0 {
		return c.whole.faults
	}
	c.found = c.whole.compare()
	c.drop()
	for d, f := range c.found {
		if _, method := d.method(); method && f.broken != "" && d.in != c.file {
			c.without[d.key] = f
		}
	}
	return nil
}

// harmless reports whether the cell cannot change the meaning of existing declarations.
func (c *preparation) harmless() bool {
	if len(c.file.declarations) > 0 || len(c.before) < len(c.s.declarations) {
		return false
	}
	for _, d := range c.s.declarations {
		if d.broken != "" { // a new name can repair it
			return false
		}
	}
	for _, v := range c.fresh {
		old := c.s.declarations[v.key]
		switch {
		case old == nil && types.Universe.Lookup(v.name) == nil:
		case old != nil && old.kind == token.VAR && old.in.text == v.in.text && maps.Equal(old.in.imports, v.in.imports):
		default:
			return false
		}
	}
	return true
}

// keep reuses the earlier variables with the same names and types.
func (c *preparation) keep() {
	for i, v := range c.fresh {
		old := c.s.declarations[v.key]
		if old == nil {
			c.newSymbol(v)
			continue
		}
		c.alive[v.key], c.fresh[i] = old, old
		for o, d := range c.vars {
			if d == v {
				c.vars[o] = old
			}
		}
	}
}

package cells

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// own reports whether the cell made a declaration.
func (c *preparation) own(d *declaration) bool { return d.in == c.file || slices.Contains(c.fresh, d) }

// drop finds the variables that no longer exist, and marks declarations that need them as broken.
func (c *preparation) drop() {
	c.gone = map[string]string{}
	users := map[string][]*declaration{}
	var broken []*declaration
	for d, f := range c.found {
		for _, t := range f.targets {
			users[t] = append(users[t], d)
		}
		if d.kind != token.VAR || c.own(d) || f.stays && f.broken == "" {
			continue
		}
		c.gone[d.name] = cmp.Or(f.broken, typeChanged)
		f.broken = c.gone[d.name]
		broken = append(broken, d)
	}
	slices.SortFunc(broken, func(a, b *declaration) int { return strings.Compare(a.key, b.key) })
	spread(c.found, users, broken)
}

// decide finds what is compiled with this cell.
func (c *preparation) decide() error {
	for key, f := range c.without {
		c.alive[key], c.found[f.old] = f.old, f
	}
	faults := c.unwritten()
	for _, key := range slices.Sorted(maps.Keys(c.alive)) {
		d := c.alive[key]
		f := c.found[d]
		_, method := d.method()
		switch {
		case f.broken != "" && c.own(d):
			faults = append(faults, c.file.fault(c.position(d), d.name+": "+f.broken))
		case f.broken != "" || d.kind == token.CONST || method:
		case d.kind == token.VAR && !f.stays, d.kind != token.VAR && f.changed:
			c.newSymbol(d)
		}
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}

// position returns where the cell makes a declaration.
func (c *preparation) position(d *declaration) token.Pos {
	for o, v := range c.vars {
		if v == d {
			return o.Pos()
		}
	}
	return d.node.Pos()
}

// typeChanged is the most common reason why a variable no longer exists.
const typeChanged = "its type has changed"

// unwritten returns faults for variables outside of statements whose types cannot be written in another cell.
func (c *preparation) unwritten() (all Faults) {
	for _, d := range c.file.declarations {
		if d.kind != token.VAR || d.unnamed() || c.alive[d.key] != d || c.found[d].object == nil {
			continue
		}
		if _, _, why := c.whole.checkerText(c.found[d].object.Type()); why != "" {
			all = append(all, c.file.fault(d.node.Pos(), d.name+": "+why+" (declare it with := to use it only in this cell)"))
		}
	}
	return all
}

// newSymbol gives a declaration a symbol that the process does not have. The name of a predeclared object gets a version at once, so the
// plain name always means the predeclared object.
func (c *preparation) newSymbol(d *declaration) {
	c.taken[d.name]++
	n := c.s.versions[d.name] + c.taken[d.name]
	c.symbols[d] = d.name
	if n > 1 || d.name == "main" || d.name == "init" || d.name == "_" || types.Universe.Lookup(d.name) != nil {
		c.symbols[d] = fmt.Sprintf("%s%s%d", d.name, VersionMark, n)
	}
}

// symbol returns the name of a declaration in the process. A constant has a symbol only in the compiler's input.
func (c *preparation) symbol(d *declaration) string {
	if s := c.symbols[d]; s != "" {
		return s
	}
	if d.kind == token.CONST {
		return d.name + VersionMark
	}
	if d.symbol != "" {
		return d.symbol
	}
	if old := c.s.declarations[d.key]; old != nil && old.symbol != "" {
		return old.symbol
	}
	panic(fmt.Errorf("cells: no compiled symbol for %s", d.key))
}

// passOf returns the last pass that contains a declaration. Only the pass of the statements contains variables that the cell replaces, and
// what they need.
func (c *preparation) passOf(d *declaration) *pass {
	if c.whole != nil && c.whole.needed[d.key] == d {
		return c.whole
	}
	return c.outer
}

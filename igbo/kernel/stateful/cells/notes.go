package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// compiled reports whether a function or type is compiled with this cell.
func (c *preparation) compiled(d *declaration) bool {
	f := c.found[d]
	return f != nil && f.broken == "" && f.changed && (d.kind == token.FUNC || d.kind == token.TYPE)
}

// changes returns the names whose meaning or value differs after the cell.
func (c *preparation) changes() (all []string) {
	for key, d := range c.alive {
		if !d.unnamed() && (c.compiled(d) || c.own(d) || slices.Contains(c.fresh, d) || c.found[d] != nil && c.found[d].changed) {
			all = append(all, key)
		}
	}
	all = append(all, slices.Collect(maps.Keys(c.gone))...)
	if c.outer != nil {
		all = append(all, c.assigned()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// assigned returns the variables that the cell's own statements assign.
func (c *preparation) assigned() (all []string) {
	e := &effects{preparation: c}
	for _, s := range c.file.body.Body.List {
		all = append(all, e.assignedBy(s)...)
	}
	return all
}

// root returns the variable to which an expression belongs.
func root(e ast.Expr) *ast.Ident {
	for {
		switch n := e.(type) {
		case *ast.Ident:
			return n
		case *ast.ParenExpr:
			e = n.X
		case *ast.SelectorExpr:
			e = n.X
		case *ast.IndexExpr:
			e = n.X
		case *ast.StarExpr:
			e = n.X
		default:
			return nil
		}
	}
}

// notes returns the notes about earlier declarations.
func (c *preparation) notes() (all []string) {
	var again, broken []string
	for _, key := range slices.Sorted(maps.Keys(c.alive)) {
		d := c.alive[key]
		f := c.found[d]
		_, method := d.method()
		switch {
		case f == nil || d.in == c.file || d.kind == token.VAR:
		case f.broken != "" && d.broken == "":
			broken = append(broken, fmt.Sprintf("does not compile any more: %s (%s)", key, f.broken))
		case c.compiled(d) && !method:
			again = append(again, key)
		}
	}
	if len(again) > 0 {
		all = append(all, "compiled again: "+strings.Join(again, ", "))
	}
	gone := map[string][]string{} // by the reason
	for _, name := range slices.Sorted(maps.Keys(c.gone)) {
		gone[c.gone[name]] = append(gone[c.gone[name]], name)
	}
	for _, why := range slices.Sorted(maps.Keys(gone)) {
		names := gone[why]
		if why == typeChanged && len(names) > 1 {
			why = "their types have changed"
		}
		all = append(all, fmt.Sprintf("gone: %s (%s)", strings.Join(names, ", "), why))
	}
	all = append(all, broken...)
	all = append(all, c.oldVersions()...)
	for _, name := range slices.Sorted(maps.Keys(c.local)) {
		all = append(all, fmt.Sprintf("later cells cannot use %s: %s", name, c.local[name]))
	}
	return all
}

package cells

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// Effect describes how a cell affects the results of other cells. Names are keys of declarations: a name, or Type.Method.
type Effect struct {
	// Changed lists the functions, types and constants whose meaning the cell changes or that it removes.
	Changed []string
	// Declares lists the names that the cell declares. Sets lists the variables that its own declarations and statements assign.
	// Assignments in functions that it calls are not listed.
	Declares, Sets []string
	// Reads lists the names of the session on which the cell depends, including through functions that it calls and methods of types that
	// it uses. Variables that the cell assigned before it reads them are not listed.
	Reads []string
}

// effect returns the effect of the cell.
func (c *preparation) effect() Effect {
	e := &effects{preparation: c, reads: map[string]bool{}, given: map[string]bool{}, seen: map[string]bool{}}
	e.declared()
	if c.outer != nil {
		for _, s := range c.file.body.Body.List {
			e.statement(s)
		}
	}
	var declares []string
	for _, d := range c.file.declarations {
		if d.unnamed() {
			continue
		}
		declares = append(declares, d.key)
		if d.kind == token.VAR {
			e.given[d.key] = true
		}
	}
	for _, d := range c.vars {
		declares = append(declares, d.key)
	}
	slices.Sort(declares)
	for key := range e.reads {
		if d := c.alive[key]; d == nil || d.in == c.file || slices.Contains(c.fresh, d) && c.s.declarations[key] == nil {
			delete(e.reads, key)
		}
	}
	return Effect{c.otherwise(), slices.Compact(declares), slices.Sorted(maps.Keys(e.given)), slices.Sorted(maps.Keys(e.reads))}
}

// otherwise returns the names of Changed.
func (c *preparation) otherwise() (all []string) {
	for key, d := range c.alive {
		old, f := c.s.declarations[key], c.found[d]
		if old != nil && f != nil && f.changed && !d.unnamed() && (d.kind != token.VAR || old.kind != token.VAR) {
			all = append(all, key)
		}
	}
	for key, old := range c.s.declarations {
		if d := c.alive[key]; d == nil || c.gone[key] != "" && d == old {
			all = append(all, key)
		}
	}
	slices.Sort(all)
	return all
}

// effects collects the parts of an effect.
type effects struct {
	*preparation
	reads, given map[string]bool
	seen         map[string]bool // keys that were followed
}

// declared adds the values of variables that are declared outside of statements, and init and main.
func (e *effects) declared() {
	for _, d := range e.file.declarations {
		switch n := d.node.(type) {
		case *ast.FuncDecl:
			if d.unnamed() {
				e.through(d)
			}
		case *ast.ValueSpec:
			for _, value := range n.Values {
				if d.kind == token.VAR {
					e.expression(e.whole, value)
				}
			}
		}
	}
}

// statement adds a statement of the cell: first the names that it reads, then the variables that it assigns.
func (e *effects) statement(s ast.Stmt) {
	set := map[*ast.Ident]bool{}
	if a, is := unlabelled(s).(*ast.AssignStmt); is && (a.Tok == token.ASSIGN || a.Tok == token.DEFINE) {
		for _, left := range a.Lhs {
			if id, is := ast.Unparen(left).(*ast.Ident); is {
				set[id] = true
			}
		}
	}
	for n := range ast.Preorder(s) {
		if id, is := n.(*ast.Ident); is && !set[id] {
			e.name(e.outer, id)
		}
	}
	for _, id := range declaredBy(s) {
		if v := e.vars[e.outer.info.Defs[id]]; v != nil {
			e.given[v.key] = true
		}
	}
	for _, key := range e.assignedBy(s) {
		e.given[key] = true
	}
}

func (e *effects) expression(p *pass, n ast.Expr) {
	for n := range ast.Preorder(n) {
		if id, is := n.(*ast.Ident); is {
			e.name(p, id)
		}
	}
}

// name adds the meaning of an identifier.
func (e *effects) name(p *pass, id *ast.Ident) {
	o := p.info.Uses[id]
	if o == nil || e.vars[o] != nil {
		return
	}
	_, to := p.key(o)
	if method := p.keyOf[to]; method != "" {
		to = method
	}
	if to != "" {
		e.reach(to)
	}
}

// reach adds a declaration that the cell names or calls, and the names in it.
func (e *effects) reach(key string) {
	d := e.alive[key]
	if d == nil || e.seen[key] {
		return
	}
	e.seen[key] = true
	if d.kind != token.VAR || !e.given[key] {
		e.reads[key] = true
	}
	e.through(d)
}

// through adds the names in a declaration.
func (e *effects) through(d *declaration) {
	targets := d.targets
	if f := e.found[d]; f != nil {
		targets = f.targets
	}
	for _, t := range targets {
		e.reach(t)
	}
}

// assignees returns the expressions that a node assigns to.
func assignees(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return slices.Clone(n.Lhs)
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		return []ast.Expr{n.Key, n.Value}
	}
	return nil
}

// defines reports whether a node declares variables by :=.
func defines(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Tok == token.DEFINE
	case *ast.RangeStmt:
		return n.Tok == token.DEFINE
	}
	return false
}

// mayChange returns the names of variables that a node may assign, or that may be assigned through an address taken in it. If declared is
// set, they include variables that the node declares.
func mayChange(n ast.Node, declared bool) (names []string) {
	for n := range ast.Preorder(n) {
		if !declared && defines(n) {
			continue
		}
		set := assignees(n)
		if a, is := n.(*ast.UnaryExpr); is && a.Op == token.AND {
			set = append(set, a.X)
		}
		for _, left := range set {
			if id := root(left); id != nil {
				names = append(names, id.Name)
			}
		}
	}
	return names
}

// assignedBy returns the variables of the session that a statement assigns, including those whose address is passed to a call.
func (e *effects) assignedBy(s ast.Stmt) (all []string) {
	for n := range ast.Preorder(s) {
		set := assignees(n)
		if call, is := n.(*ast.CallExpr); is {
			for _, argument := range call.Args {
				if a, is := argument.(*ast.UnaryExpr); is && a.Op == token.AND {
					set = append(set, a.X)
				}
			}
		}
		for _, left := range set {
			id := root(left)
			if id == nil {
				continue
			}
			if v := e.vars[e.outer.info.Uses[id]]; v != nil {
				all = append(all, v.key)
			} else if key, to := e.outer.key(e.outer.info.Uses[id]); strings.HasPrefix(key, "main.") {
				all = append(all, to)
			}
		}
	}
	return all
}

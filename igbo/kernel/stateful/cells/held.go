package cells

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// holder is a variable, or the goroutines that a cell has started. It keeps the old code of functions and types when these are compiled
// again.
type holder struct {
	variable string // its key; empty for goroutines
	cell     int
	code     map[string]bool // keys of functions, methods and types
}

func (h holder) String() string {
	if h.variable == "" {
		return fmt.Sprintf("goroutines of cell [%d]", h.cell)
	}
	return h.variable
}

// holders returns the holders that the cell creates: goroutines that it does not wait for, and variables that can hold functions or
// interfaces and are set from declarations of the session.
func (c *preparation) holders() (all []holder) {
	if c.whole != nil {
		for _, d := range c.file.declarations {
			if d.kind == token.VAR && c.found[d] != nil && c.found[d].object != nil {
				all = append(all, c.holder(c.whole, d.key, c.found[d].object, d.node)...)
			}
		}
	}
	if c.outer == nil {
		return all
	}
	waits := false
	set := func(n ast.Node, e ast.Expr) {
		if id := root(e); id != nil {
			o := cmp.Or(c.outer.info.Uses[id], c.outer.info.Defs[id])
			_, to := c.outer.key(o)
			if v := c.vars[o]; v != nil {
				to = v.key
			}
			all = append(all, c.holder(c.outer, to, o, n)...)
		}
	}
	var started []holder
	for n := range ast.Preorder(c.file.body) {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			waits = waits || n.Sel.Name == "Wait"
		case *ast.GoStmt:
			if code := code(c.outer, n); len(code) > 0 {
				started = append(started, holder{"", c.file.number, code})
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				set(n, e)
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				set(n, id)
			}
		}
	}
	if !waits {
		all = append(all, started...)
	}
	return all
}

// holder returns the holder for a variable that a node sets. It is empty if the variable cannot hold code or the node names no code.
func (c *preparation) holder(p *pass, key string, o types.Object, n ast.Node) []holder {
	if o == nil || key == "" || !carries(o.Type(), map[types.Type]bool{}) {
		return nil
	}
	code := code(p, n)
	if len(code) == 0 {
		return nil
	}
	return []holder{{key, c.file.number, code}}
}

// code returns the functions, methods and types that a node names, or that the types of its variables name.
func code(p *pass, n ast.Node) map[string]bool {
	code := map[string]bool{}
	for n := range ast.Preorder(n) {
		id, is := n.(*ast.Ident)
		if !is {
			continue
		}
		switch o := p.info.Uses[id].(type) {
		case *types.Var:
			for _, name := range p.mentioned(o.Type()) {
				code[name] = true
			}
		case *types.Func, *types.TypeName:
			if _, to := p.key(o); to != "" {
				code[to] = true
			}
		}
	}
	return code
}

// carries reports whether values of a type can hold functions or values of other types. It does not look into types of packages.
func carries(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] || t == types.Universe.Lookup("error").Type() {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Interface:
		return true
	default:
		if named, is := types.Unalias(t).(*types.Named); is && (named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "main") {
			return slices.ContainsFunc(slices.Collect(named.TypeArgs().Types()), func(a types.Type) bool { return carries(a, seen) })
		}
		for part := range parts(u) {
			if carries(part, seen) {
				return true
			}
		}
	}
	return false
}

// oldVersions returns notes on the holders that may still use what this cell replaces.
func (c *preparation) oldVersions() (all []string) {
	var holding []string
	for _, h := range c.s.holders {
		d := c.alive[h.variable]
		if h.variable != "" && (d == nil || c.own(d) || c.gone[h.variable] != "") {
			continue
		}
		var old []string
		for _, key := range slices.Sorted(maps.Keys(h.code)) {
			owner, _, _ := strings.Cut(key, ".")
			if d := c.alive[key]; d != nil && c.compiled(d) && c.found[d].old != nil && !slices.Contains(old, owner) {
				old = append(old, key)
			}
		}
		if line := fmt.Sprintf("%v (%s)", h, strings.Join(old, ", ")); len(old) > 0 && !slices.Contains(holding, line) {
			holding = append(holding, line)
		}
	}
	if len(holding) > 0 {
		all = append(all, "may still use old versions: "+strings.Join(holding, ", "))
	}
	return all
}

// hold records the holders of the cell. A variable that is declared again loses what it held.
func (c *preparation) hold() {
	c.s.holders = slices.DeleteFunc(c.s.holders, func(h holder) bool {
		d := c.alive[h.variable]
		return h.variable != "" && (d == nil || d.kind != token.VAR || c.own(d))
	})
	c.s.holders = append(c.s.holders, c.holders()...)
}

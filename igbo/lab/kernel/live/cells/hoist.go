package cells

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// top are the names that statements of the cell itself declare.
func (d *draft) top() (all []*ast.Ident) {
	if d.below {
		return nil
	}
	for _, s := range d.body.Body.List {
		all = append(all, declaredBy(s)...)
	}
	return all
}

func declaredBy(s ast.Stmt) (all []*ast.Ident) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			for _, e := range s.Lhs {
				if id, is := e.(*ast.Ident); is {
					all = append(all, id)
				}
			}
		}
	case *ast.DeclStmt:
		if g, is := s.Decl.(*ast.GenDecl); is && g.Tok == token.VAR {
			for _, spec := range g.Specs {
				all = append(all, spec.(*ast.ValueSpec).Names...)
			}
		}
	}
	return all
}

// declaredOutside are the variables that a file declares outside of functions.
func declaredOutside(file *ast.File) (all []*ast.Ident) {
	for _, decl := range file.Decls {
		if g, is := decl.(*ast.GenDecl); is {
			all = append(all, declaredBy(&ast.DeclStmt{Decl: g})...)
		}
	}
	return all
}

func namesOf(all []*ast.Ident) map[string]bool {
	names := map[string]bool{}
	for _, id := range all {
		names[id.Name] = true
	}
	return names
}

// hoist finds the variables that live, and those of earlier cells that they take the place of.
func (c *checked) hoist() error {
	names := c.d.top()
	if !c.d.mixed() {
		names = append(names, declaredOutside(c.d.file)...)
	}
	for _, s := range c.d.body.Body.List { // one of which a variable cannot live is left as it is
		c.keepTogether(declaredBy(s))
	}
	for _, id := range names {
		o := c.info.Defs[id]
		if o == nil || id.Name == "_" || c.local[id.Name] != "" {
			continue
		}
		c.hoistOne(o)
	}
	before := len(c.plan.changed)
	for _, v := range c.hoisted {
		if old := c.d.s.state[v.name]; old != nil && old != v {
			c.plan.changed[old] = true
		}
	}
	c.plan.spread(c.d.s.state)
	if len(c.plan.changed) > before {
		return errRetry
	}
	return nil
}

// keepTogether tells the names of a statement apart as local where one of their types cannot be written.
func (c *checked) keepTogether(names []*ast.Ident) {
	names = slices.DeleteFunc(names, func(id *ast.Ident) bool { return c.info.Defs[id] == nil || id.Name == "_" })
	fault := ""
	for _, id := range names {
		fault = cmp.Or(c.typeOf(c.info.Defs[id].Type()).fault, fault)
	}
	for _, id := range names {
		if fault != "" && c.local[id.Name] == "" {
			c.local[id.Name] = fault
		}
	}
}

// hoistOne makes a variable one of the package: the earlier one where name and type are the same.
func (c *checked) hoistOne(o types.Object) {
	if old := c.d.s.state[o.Name()]; old != nil && old.kind == token.VAR && c.plan.gone[old] == "" && types.Identical(old.object.Type(), o.Type()) {
		c.known[o] = old
		if !slices.Contains(c.hoisted, old) {
			c.hoisted = append(c.hoisted, old)
		}
		return
	}
	t := c.typeOf(o.Type())
	v := &declaration{name: o.Name(), symbol: c.d.s.symbol(o.Name()), kind: token.VAR, cell: c.d.number, typ: t.text, packages: t.paths}
	v.object = types.NewVar(token.NoPos, c.pkg, o.Name(), o.Type())
	for _, u := range t.uses {
		v.uses = append(v.uses, use{to: u})
	}
	c.known[o], c.known[v.object] = v, v
	c.hoisted = append(c.hoisted, v)
}

// ordered puts variables that are declared outside of statements into Go's order, in which what a function of the cell uses is
// set before the function is called. It takes all of the cell, with the functions that are there already.
func (d *draft) ordered(all []*types.Initializer) []*types.Initializer {
	if d.mixed() || len(all) < 2 {
		return all
	}
	whole := &draft{s: d.s, number: d.number, pieces: d.whole, pulled: d.pulled}
	if whole.parse() != nil {
		return all
	}
	pkg := types.NewPackage("main", "main")
	c := &checked{d: whole, plan: &plan{}, pkg: pkg, fresh: byName(whole.found()), known: map[types.Object]*declaration{}}
	c.insert(namesOf(declaredOutside(whole.file)))
	info := &types.Info{}
	config := types.Config{Importer: d.s, GoVersion: "go1.26", Error: func(error) {}}
	_ = types.NewChecker(&config, d.s.files, pkg, info).Files([]*ast.File{whole.file}) // the faults are found in the draft
	place := map[string]int{}
	for i, one := range info.InitOrder {
		place[d.s.lhs(one)] = i
	}
	slices.SortStableFunc(all, func(a, b *types.Initializer) int { return cmp.Compare(place[d.s.lhs(a)], place[d.s.lhs(b)]) })
	return all
}

// lhs tells which variables are set, and where that stands in the cell.
func (s *Session) lhs(i *types.Initializer) string {
	at := s.files.Position(i.Rhs.Pos())
	text := fmt.Sprint(at.Line, " ", at.Column)
	for _, v := range i.Lhs {
		text += " " + v.Name()
	}
	return text
}

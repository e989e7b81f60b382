package cells

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// checked is what the checker found of a draft.
type checked struct {
	d     *draft
	plan  *plan
	pkg   *types.Package
	info  *types.Info
	fresh map[string]*declaration       // the draft's declarations by name
	known map[types.Object]*declaration // what names mean
	// hoisted are the variables that live, in their order.
	hoisted []*declaration
	local   map[string]string // variables that cannot live, and why
	show    ast.Expr          // the last expression, whose value is shown
	order   []*types.Initializer
}

// errRetry asks for another draft, with more that is compiled again or less.
var errRetry = errors.New("again")

// check checks the draft: first declarations and the cell's statements, which tells the types of
// variables, then the bodies of functions, which may use them.
func (d *draft) check(p *plan, fresh map[string]*declaration) (*checked, error) {
	c := &checked{d: d, plan: p, fresh: fresh, known: map[types.Object]*declaration{}, local: map[string]string{}}
	c.info = &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	c.pkg = d.s.scope()
	c.insert(namesOf(declaredOutside(d.file)))
	bodies := map[*ast.FuncDecl]*ast.BlockStmt{}
	for _, decl := range d.file.Decls {
		if f, is := decl.(*ast.FuncDecl); is && f.Body == nil {
			return nil, Faults{c.fault(types.Error{Pos: f.Name.Pos(), Msg: "missing function body"})}
		} else if is && f != d.body && !genericMethod(f) {
			bodies[f] = f.Body
			f.Body = nil
		}
	}
	c.findShow()
	err := c.run(d.file)
	for f, body := range bodies {
		f.Body = body
	}
	if err != nil {
		return nil, err
	}
	c.order = d.ordered(slices.Clone(c.info.InitOrder)) // a check of other files empties it
	for name, decl := range fresh {
		if o := c.pkg.Scope().Lookup(name); o != nil {
			decl.object = o
			c.known[o] = decl
		}
	}
	if err := c.hoist(); err != nil {
		return nil, err
	}
	return c, c.checkBodies(bodies)
}

// insert lets the package know what earlier cells declared, but for what has a name of the cell's own.
func (c *checked) insert(own map[string]bool) {
	for name, o := range c.d.s.state {
		if c.fresh[name] == nil && !own[name] && c.plan.gone[o] == "" && o.object != nil {
			c.pkg.Scope().Insert(o.object)
			c.known[o.object] = o
		}
	}
}

// run runs the checker, and returns the faults that count.
func (c *checked) run(file *ast.File) error {
	var all Faults
	var dropped bool
	config := types.Config{Importer: c.d.s, GoVersion: "go1.26", Error: func(err error) {
		e, is := errors.AsType[types.Error](err)
		if !is || c.allowed(e) {
			return
		}
		if o := c.pulledAt(e.Pos); o != nil {
			if c.plan.gone[o] == "" {
				c.plan.gone[o], dropped = Plain(e.Msg), true
			}
			return
		}
		all = append(all, c.fault(e))
	}}
	_ = types.NewChecker(&config, c.d.s.files, c.pkg, c.info).Files([]*ast.File{file}) // the faults have come one by one
	if len(all) > 0 {
		return all
	}
	if dropped {
		return errRetry
	}
	return nil
}

// fault says where a fault is.
func (c *checked) fault(e types.Error) Fault {
	at := c.d.s.files.Position(e.Pos)
	f := Fault{Cell: c.d.number, Line: at.Line, Column: at.Column, Text: Plain(e.Msg)}
	if cell, ok := CellOf(at.Filename); ok {
		f.Cell = cell
	}
	if name, is := strings.CutPrefix(f.Text, "undefined: "); is {
		if old := c.d.s.state[name]; old != nil && c.plan.gone[old] != "" {
			f.Text += ", which goes with what this cell changes: " + c.plan.gone[old]
		} else {
			f.Text += c.d.s.meant(name, c.pkg)
		}
	}
	return f
}

// allowed tells a fault that is none here: functions have no body yet, variables live, and a last expression is shown.
func (c *checked) allowed(e types.Error) bool {
	switch {
	case strings.HasSuffix(e.Msg, "imported and not used"), strings.Contains(e.Msg, " imported as ") && strings.HasSuffix(e.Msg, " and not used"), strings.HasSuffix(e.Msg, "missing function body"), strings.HasPrefix(e.Msg, "func ") && strings.Contains(e.Msg, "body"):
		return true
	case strings.HasPrefix(e.Msg, "declared and not used"):
		return slices.ContainsFunc(c.d.top(), func(id *ast.Ident) bool { return id.Pos() == e.Pos })
	case strings.HasSuffix(e.Msg, "is not used") && c.show != nil:
		return e.Pos >= c.show.Pos() && e.Pos <= c.show.End()
	}
	return false
}

// pulledAt is the earlier declaration at a place of the draft.
func (c *checked) pulledAt(pos token.Pos) *declaration {
	if pos < c.d.file.FileStart || pos > c.d.file.FileEnd {
		return nil
	}
	at := c.d.offset(pos)
	for _, s := range c.d.spans {
		if s.pulled != nil && at >= s.from && at <= s.to {
			return s.pulled
		}
	}
	return nil
}

// findShow finds the last expression.
func (c *checked) findShow() {
	list := c.d.body.Body.List
	if len(list) == 0 || c.d.s.show == "" {
		return
	}
	s, is := list[len(list)-1].(*ast.ExprStmt)
	if n := len(c.d.pieces); !is || c.d.pieces[n-1].mute || !c.d.inside(c.d.pieces[n-1]) {
		return
	}
	c.show = s.X
}

// checkBodies checks the functions' bodies as those of functions without a name, in a package that knows all variables.
func (c *checked) checkBodies(bodies map[*ast.FuncDecl]*ast.BlockStmt) error {
	if len(bodies) == 0 {
		return nil
	}
	scope := c.d.s.scope().Scope() // of the same package
	file := *c.d.file
	file.Decls = nil
	for _, decl := range c.d.file.Decls {
		switch n := decl.(type) {
		case *ast.GenDecl:
			if n.Tok == token.IMPORT {
				file.Decls = append(file.Decls, n)
			}
		case *ast.FuncDecl:
			if bodies[n] != nil {
				file.Decls = append(file.Decls, plainFunction(n, bodies[n]))
			}
		}
	}
	hoisted := map[string]bool{}
	for _, v := range c.hoisted {
		scope.Insert(v.object)
		c.known[v.object] = v
		hoisted[v.name] = true
	}
	for _, decl := range c.fresh {
		if decl.object != nil {
			scope.Insert(decl.object)
		}
	}
	c.insert(hoisted)
	return c.run(&file)
}

// plainFunction is a function or a method without its name, the receiver among its parameters.
func plainFunction(f *ast.FuncDecl, body *ast.BlockStmt) *ast.FuncDecl {
	t := *f.Type
	if f.Recv != nil {
		params := &ast.FieldList{Opening: f.Type.Params.Opening, Closing: f.Type.Params.Closing}
		for _, field := range slices.Concat(f.Recv.List, f.Type.Params.List) {
			named := *field
			if len(field.Names) == 0 {
				named.Names = []*ast.Ident{{NamePos: field.Pos(), Name: "_"}}
			}
			params.List = append(params.List, &named)
		}
		t.Params = params
	}
	return &ast.FuncDecl{Name: &ast.Ident{NamePos: f.Name.NamePos, Name: "_"}, Type: &t, Body: body}
}

// genericMethod tells a method of a generic type. It is checked with the declarations: alone it would
// have no type parameters.
func genericMethod(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return false
	}
	_, generic := Receiver(f)
	return generic
}

package cells

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// universePath is the path of a package that only the checker sees. It holds Go's predeclared types, which a cell can shadow.
const universePath = "universeˣ"

var universePackage = func() *types.Package {
	p := types.NewPackage(universePath, "uˣ")
	for _, name := range types.Universe.Names() {
		if t, is := types.Universe.Lookup(name).(*types.TypeName); is {
			p.Scope().Insert(types.NewTypeName(token.NoPos, p, "U"+name, t.Type()))
		}
	}
	p.Scope().Insert(types.NewTypeName(token.NoPos, p, "Upointer", types.Typ[types.UnsafePointer]))
	p.MarkComplete()
	return p
}()

// importer imports for the checker.
type importer struct{ s *Session }

func (i importer) Import(path string) (*types.Package, error) {
	if path == universePath {
		return universePackage, nil
	}
	return i.s.Import(path)
}

// pass is one check of the whole package.
type pass struct {
	names
	s      *Session
	alive  map[string]*declaration
	cell   *file
	info   *types.Info
	order  []*types.Initializer
	faults Faults                  // of the cell
	broken map[*declaration]string // earlier declarations that no longer check, and why
	bare   []ast.Stmt              // statements of the cell that are only an expression
	unused map[ast.Stmt]bool       // those that an ordinary function must not contain
	top    map[token.Pos]bool      // positions of variables that its statements declare

	affected map[*declaration]bool   // declarations that are checked with their bodies; nil means all
	needed   map[string]*declaration // declarations that are part of this pass
	methods  map[string][]string     // keys of the methods of a type, by its key
	keyOf    map[string]string       // of a method, by its type's name and its own
}

// check checks the package, including the bodies of functions.
func (s *Session) check(alive map[string]*declaration, cell *file) *pass {
	p := &pass{s: s, alive: alive, cell: cell}
	if !s.whole {
		p.affected = s.affected(alive)
	}
	p.run(func(d *declaration) bool { return p.affected == nil || p.affected[d] }, false)
	return p
}

// checkStatements checks the signatures of the package and the statements of the cell.
func (s *Session) checkStatements(alive map[string]*declaration, cell *file) *pass {
	p := &pass{s: s, alive: alive, cell: cell, affected: map[*declaration]bool{}, top: map[token.Pos]bool{}}
	for _, id := range cell.top() {
		p.top[id.Pos()] = true
	}
	if !cell.below {
		for _, stmt := range cell.body.Body.List {
			if s, is := unlabelled(stmt).(*ast.ExprStmt); is {
				p.bare = append(p.bare, s)
			}
		}
	} else if shown := cell.shown(); len(shown) == 1 {
		p.bare = cell.body.Body.List[len(cell.body.Body.List)-1:]
	}
	p.run(func(*declaration) bool { return false }, true)
	return p
}

func (p *pass) run(full func(*declaration) bool, statements bool) {
	p.broken, p.unused = map[*declaration]string{}, map[ast.Stmt]bool{}
	p.info = &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	p.need()
	files := map[*file]bool{p.cell: true}
	for _, d := range p.needed {
		files[d.in] = true
	}
	var all []*ast.File
	for f := range files {
		all = append(all, f.outside(p.needed, full))
	}
	if statements {
		p.info.Types = map[ast.Expr]types.TypeAndValue{}
		all = append(all, p.cell.statements())
	}
	slices.SortFunc(all, func(a, b *ast.File) int { return int(a.Package - b.Package) })
	p.pkg = p.s.scope()
	config := types.Config{Importer: importer{p.s}, GoVersion: p.s.language, Error: p.fault}
	_ = types.NewChecker(&config, p.s.files, p.pkg, p.info).Files(all) // the Error function has received the faults
	p.order = p.info.InitOrder
	own := *p.pkg.Scope() // the scope is emptied for the next pass
	p.scope = &own
	p.findMethods()
}

// findMethods finds the types of methods. A receiver can be an alias, so only the checker can resolve it.
func (p *pass) findMethods() {
	p.methods, p.keyOf = map[string][]string{}, map[string]string{}
	for key, d := range p.needed {
		owner, is := d.method()
		if !is {
			continue
		}
		name := d.node.(*ast.FuncDecl).Name
		if f, is := p.info.Defs[name].(*types.Func); is {
			if _, of := p.key(f); of != "" {
				owner, _, _ = strings.Cut(of, ".")
			}
		}
		p.methods[owner] = append(p.methods[owner], key)
		p.keyOf[owner+"."+name.Name] = key
	}
	for _, all := range p.methods {
		slices.Sort(all)
	}
}

// fault records an error of the checker. In the cell it is a fault; in an earlier declaration it makes that declaration broken.
func (p *pass) fault(err error) {
	e, is := errors.AsType[types.Error](err)
	if !is || p.allowed(e) {
		return
	}
	if at := p.cell.file; e.Pos >= at.FileStart && e.Pos <= at.FileEnd {
		text := Plain(e.Msg)
		if name, is := strings.CutPrefix(text, "undefined: "); is {
			if d := p.s.declarations[name]; d != nil && p.alive[name] == nil {
				text += ", which this cell replaces"
			} else {
				text += p.s.meant(name, p.pkg)
			}
		}
		p.faults = append(p.faults, p.cell.fault(e.Pos, text))
		return
	}
	for _, d := range p.alive {
		if d.node.Pos() <= e.Pos && e.Pos <= d.node.End() && p.broken[d] == "" {
			p.broken[d] = Plain(e.Msg)
		}
	}
}

// allowed reports whether an error is acceptable in a cell: imports may be unused, variables persist, and expressions are shown.
func (p *pass) allowed(e types.Error) bool {
	switch {
	case strings.HasPrefix(e.Msg, "\t"), // details of the previous error
		strings.Contains(e.Msg, "already declared through import of"), // the import counts in its file
		noFault(e.Msg):
		return true
	case strings.HasPrefix(e.Msg, "declared and not used"):
		return p.top[e.Pos]
	case strings.HasSuffix(e.Msg, "is not used"):
		for _, s := range p.bare {
			if e.Pos >= s.Pos() && e.Pos <= s.End() && !within(s, e.Pos) {
				p.unused[s] = true
				return true
			}
		}
	}
	return false
}

// noFault reports whether the checker complains only that a file of the package is incomplete.
func noFault(text string) bool {
	return strings.HasSuffix(text, "imported and not used") || strings.Contains(text, " imported as ") && strings.HasSuffix(text, " and not used") ||
		strings.HasSuffix(text, "missing function body") || strings.HasPrefix(text, "func ") && strings.Contains(text, "body")
}

// within reports whether a position is in a function literal of a statement.
func within(s ast.Stmt, pos token.Pos) bool {
	for n := range ast.Preorder(s) {
		if f, is := n.(*ast.FuncLit); is && pos > f.Body.Lbrace && pos < f.Body.Rbrace {
			return true
		}
	}
	return false
}

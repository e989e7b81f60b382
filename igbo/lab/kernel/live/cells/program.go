package cells

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
)

// Program is a cell that is to be a program of its own, with what it needs of the cells that lived before it: functions, types,
// constants and imports as they are now, before its own, and its statements below a line %%. Values are not in it: missing are
// the living variables that it names. A last expression that cannot be a statement is shown.
func (s *Session) Program(code string) (program string, missing []string) {
	code = shownLast(code)
	_, commands := WithoutCommands(code)
	d := &draft{s: s}
	d.pieces, d.below = split(code)
	b := &borrowed{s: s, seen: map[string]bool{}, imports: map[string]string{}}
	for _, name := range d.unknown() {
		b.take(name)
	}
	slices.Sort(b.missing)
	var imports strings.Builder
	for _, name := range slices.Sorted(maps.Keys(b.imports)) {
		fmt.Fprintf(&imports, "import %s %q\n", name, b.imports[name])
	}
	lines, at := strings.SplitAfter(strings.TrimSuffix(code, "\n")+"\n", "\n"), 0
	if d.mixed() {
		lines = d.parted(lines, commands)
	}
	for _, p := range d.pieces {
		if p.kind == token.IMPORT {
			at = max(at, p.line+strings.Count(p.text, "\n"))
		}
	}
	if len(b.all) > 0 { // behind the cell's own imports, which come first in Go
		lines = slices.Insert(lines, at, strings.Join(b.all, "\n")+"\n")
	}
	return imports.String() + strings.Join(lines, ""), b.missing
}

// shownLast shows a last expression that cannot be a statement. Of a call nobody knows here whether it has a value.
func shownLast(code string) string {
	pieces, below := split(code)
	if len(pieces) == 0 || below {
		return code
	}
	last := pieces[len(pieces)-1]
	e, err := parser.ParseExpr(last.text)
	if err == nil { // a comment may follow
		last.text = last.text[:e.End()-1]
	}
	if last.kind != token.ILLEGAL || last.mute || err != nil {
		return code
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return code
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			return code
		}
	}
	lines := strings.SplitAfter(code, "\n")
	at := len(strings.Join(lines[:last.line-1], "")) + last.col - 1
	if !strings.HasPrefix(code[at:], last.text) {
		return code
	}
	return code[:at] + "notebook.Show(" + last.text + ")" + code[at+len(last.text):]
}

// parted are the lines of a cell with its statements below a line %%. Where declarations and statements take turns, comments
// between them are lost.
func (d *draft) parted(lines, commands []string) []string {
	first, last := len(lines), 0
	for _, p := range d.pieces {
		if p.kind == token.ILLEGAL {
			first = min(first, p.line)
		} else if p.kind != token.VAR {
			last = p.line + strings.Count(p.text, "\n")
		}
	}
	if last < first {
		return slices.Insert(slices.Clone(lines), first-1, "%%\n")
	}
	var kinds [3][]string // imports, declarations, statements
	line := 1
	for i := range d.pieces {
		p := &d.pieces[i]
		k := 1
		if p.kind == token.IMPORT {
			k, p.line = 0, line
			line += 1 + strings.Count(p.text, "\n")
		} else if d.inside(*p) {
			k = 2
		}
		kinds[k] = append(kinds[k], strings.SplitAfter(p.text+"\n", "\n")...)
	}
	return slices.Concat(kinds[0], kinds[1], []string{strings.Join(append(commands, "%%\n"), "\n")}, kinds[2])
}

// unknown are the names that a cell uses and does not declare.
func (d *draft) unknown() (names []string) {
	d.compose("")
	file, _ := parser.ParseFile(token.NewFileSet(), "program", d.text, parser.AllErrors) // what is wrong with it the program's compiler says
	if file == nil {
		return nil
	}
	own := map[string]bool{}
	for _, p := range d.pieces {
		specs, _ := p.imports()
		for _, spec := range specs {
			own[strings.TrimSpace(nameOf(spec))] = true
			own[path.Base(strings.Trim(spec.Path.Value, "`\""))] = true
		}
	}
	for _, decl := range file.Decls { // a method is declared with its type
		if f, is := decl.(*ast.FuncDecl); is && f.Recv != nil {
			if owner, _ := Receiver(f); file.Scope.Lookup(owner) == nil {
				names = append(names, owner)
			}
		}
	}
	for _, id := range file.Unresolved {
		if !own[id.Name] && !slices.Contains(names, id.Name) {
			names = append(names, id.Name)
		}
	}
	return names
}

// borrowed are declarations of living cells that a program gets.
type borrowed struct {
	s       *Session
	seen    map[string]bool
	all     []string
	imports map[string]string
	missing []string
}

// take takes what a name means, and all that this needs.
func (b *borrowed) take(name string) {
	if b.seen[name] {
		return
	}
	b.seen[name] = true
	d := b.s.state[name]
	switch {
	case d == nil:
		if path := b.s.imported[name]; path != "" {
			b.imports[name] = path
		}
		return
	case d.kind == token.VAR:
		b.missing = append(b.missing, name)
		return
	case d.kind == token.CONST:
		if o, is := d.object.(*types.Const); is {
			b.put("const " + d.name + " = " + constantText(o, b.typeName))
		}
		return
	}
	b.declare(d)
	for _, m := range d.methods {
		b.declare(m)
	}
}

// typeName is the name of a constant's type, which is taken too.
func (b *borrowed) typeName(t types.Type) string {
	return types.TypeString(t, func(pkg *types.Package) string {
		if pkg.Path() != "main" {
			return pkg.Name()
		}
		if named, is := t.(*types.Named); is {
			b.take(named.Obj().Name())
		}
		return ""
	})
}

// put adds a text.
func (b *borrowed) put(text string) { b.all = append(b.all, strings.TrimSpace(text)) }

// declare takes a function, a type or a method as it was written, and what its text names.
func (b *borrowed) declare(d *declaration) {
	b.put(d.prefix() + d.text)
	for _, u := range d.uses {
		switch {
		case u.to != nil:
			b.take(u.to.whole().name)
		case u.path != "" && b.s.imported[d.text[u.at:u.at+u.size]] == u.path:
			b.imports[d.text[u.at:u.at+u.size]] = u.path
		}
	}
}

// Declares lists the names that a cell declares outside of its functions, whether it can be compiled or not.
func Declares(code string) (names []string) {
	d, err := parsed(code)
	if err != nil || d.body == nil {
		return nil
	}
	for _, f := range d.found() {
		names = append(names, f.name)
	}
	for _, id := range append(declaredOutside(d.file), d.top()...) {
		names = append(names, id.Name)
	}
	return names
}

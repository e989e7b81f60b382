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

// Program returns a cell as a program. Before the cell's own declarations it contains what the cell needs from earlier cells: current
// functions, types, constants and imports. The cell's statements follow a line %%. Values are not included: missing lists the variables of
// the session that the cell names. A last expression that cannot be a statement is shown; if call is set, a call is shown too. Variables
// that top-level statements declare count as used.
func (s *Session) Program(code string, call bool) (program string, missing []string) {
	code = shownLast(code, call)
	_, commands := WithoutCommands(code)
	d := newSource(s, 0, code)
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
		used := d.used()
		lines = append(d.parted(lines, commands), used...)
	}
	for _, p := range d.pieces {
		if p.kind == token.PACKAGE && p.line <= len(lines) { // the program has its own package clause
			lines[p.line-1] = strings.Replace(lines[p.line-1], p.text, "", 1)
		}
		if p.kind == token.IMPORT {
			at = max(at, p.line+strings.Count(p.text, "\n"))
		}
	}
	if len(b.all) > 0 { // after the cell's imports, which must come first
		lines = slices.Insert(lines, at, strings.Join(b.all, "\n")+"\n")
	}
	return imports.String() + strings.Join(lines, ""), b.missing
}

// used returns a line that uses the variables that the cell's statements declare. In a stateful cell they persist, so they can be unused.
func (d *source) used() []string {
	if d.parse() != nil {
		return nil
	}
	var names, blanks []string
	for _, id := range d.top() {
		if id.Name != "_" && !slices.Contains(names, id.Name) {
			names, blanks = append(names, id.Name), append(blanks, "_")
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{strings.Join(blanks, ", ") + " = " + strings.Join(names, ", ") + "\n"}
}

// shownLast makes a last expression shown if it cannot be a statement. If call is set, a call is shown too.
func shownLast(code string, call bool) string {
	pieces, below := split(code)
	if len(pieces) == 0 || below {
		return code
	}
	last := pieces[len(pieces)-1]
	if last.kind != token.ILLEGAL || last.mute {
		return code
	}
	last.text = last.text[:min(last.size, len(last.text))]
	if last.listed == 0 {
		e, err := parser.ParseExpr(last.text)
		if err != nil || !call && mayBeStatement(e) {
			return code
		}
	}
	lines := strings.SplitAfter(code, "\n")
	at := len(strings.Join(lines[:last.line-1], "")) + last.col - 1
	if !strings.HasPrefix(code[at:], last.text) {
		return code
	}
	return code[:at] + "notebook.Result(" + last.text + ")" + code[at+len(last.text):]
}

// mayBeStatement reports whether an expression can be a statement: a call or a receive.
func mayBeStatement(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return true
	case *ast.UnaryExpr:
		return e.Op == token.ARROW
	}
	return false
}

// mixed reports whether statements and declarations are mixed without a line %%.
func (d *source) mixed() bool {
	return !d.below && slices.ContainsFunc(d.pieces, func(p piece) bool { return p.inside })
}

// parted returns the lines of a cell with its statements after a line %%. If declarations and statements alternate, comments between them
// are dropped.
func (d *source) parted(lines, commands []string) []string {
	first, last := len(lines), 0
	for _, p := range d.pieces {
		if p.inside {
			first = min(first, p.line)
		} else {
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
		} else if p.inside {
			k = 2
		}
		kinds[k] = append(kinds[k], strings.SplitAfter(p.text+"\n", "\n")...)
	}
	return slices.Concat(kinds[0], kinds[1], []string{strings.Join(append(commands, "%%\n"), "\n")}, kinds[2])
}

// unknown returns the names that a cell uses and does not declare.
func (d *source) unknown() (names []string) {
	file, _ := parser.ParseFile(token.NewFileSet(), "program", d.text, parser.AllErrors) // the program's compiler reports syntax errors
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

// borrowed collects declarations of stateful cells for a program.
type borrowed struct {
	s       *Session
	seen    map[string]bool
	all     []string
	imports map[string]string
	missing []string
	debug   *debugWriter // the writer for what a debugger's program gets otherwise; nil for other programs
}

// take adds the declaration of a key, and everything that it needs.
func (b *borrowed) take(key string) {
	if owner, _, method := strings.Cut(key, "."); method { // with its type
		if !b.debug.owns(owner) {
			b.take(owner)
		}
		return
	}
	if b.seen[key] {
		return
	}
	b.seen[key] = true
	d := b.s.declarations[key]
	switch {
	case d != nil && d.kind == token.VAR && b.debug != nil:
		b.debug.variable(d)
		return
	case d == nil:
		if path := b.s.imports[key]; path != "" {
			b.imports[key] = path
		}
		return
	case d.kind == token.VAR:
		b.missing = append(b.missing, key)
		return
	case d.kind == token.CONST:
		if o, is := d.object.(*types.Const); is {
			b.put("const " + d.name + " = " + constantText(o, b.typeName))
		}
		return
	}
	b.declare(d)
	b.methods(d)
}

// methods adds the methods that earlier cells declared for a type.
func (b *borrowed) methods(d *declaration) {
	for _, key := range b.debug.now(d).keys {
		if method, has := strings.CutPrefix(key, "has "); has && b.s.declarations[method] != nil && !b.debug.replaces(method) && !b.seen[method] {
			b.seen[method] = true // an alias and its type share it
			b.declare(b.s.declarations[method])
		}
	}
}

// typeName returns the name of a constant's type and adds the type.
func (b *borrowed) typeName(t types.Type) string {
	return types.TypeString(t, func(pkg *types.Package) string {
		if pkg.Path() != "main" {
			return b.packageName(pkg.Name(), pkg.Path())
		}
		if named, is := t.(interface{ Obj() *types.TypeName }); is && !b.debug.owns(named.Obj().Name()) { // also an alias
			b.take(named.Obj().Name())
		}
		return ""
	})
}

// put appends a text.
func (b *borrowed) put(text string) { b.all = append(b.all, strings.TrimSpace(text)) }

// declare adds a function, a type or a method as it was written, and everything that its text names. A package whose name has another
// meaning in the program gets a second name.
func (b *borrowed) declare(d *declaration) {
	var text strings.Builder
	from, now := d.node.Pos(), b.debug.now(d)
	for i, id := range d.idents {
		path, is := strings.CutPrefix(now.keys[i], "package ")
		if !is {
			if name := b.dotName(d, now.keys[i], id); name != "" {
				text.WriteString(d.in.text[d.in.offset(from):d.in.offset(id.Pos())] + name + ".")
				from = id.Pos()
			}
			continue
		}
		if name := b.importName(d, id.Name, path); name != id.Name {
			text.WriteString(d.in.text[d.in.offset(from):d.in.offset(id.Pos())] + name)
			from = id.End()
		}
	}
	text.WriteString(d.in.text[d.in.offset(from):d.in.offset(d.node.End())])
	at := len(b.all)
	b.put("")
	for _, t := range now.targets {
		if !b.debug.owns(t) {
			b.take(t)
		}
	}
	lines := slices.Clone(d.pragma)
	if d.kind == token.TYPE {
		lines = append(lines, "type "+text.String())
	} else {
		lines = append(lines, b.debug.place(d)+text.String())
	}
	b.all[at] = strings.Join(lines, "\n")
}

// importName returns the name of a package in the program. Packages of the prelude need no import line.
func (b *borrowed) importName(d *declaration, name, path string) string {
	if b.debug == nil && !d.in.explicit[name] && b.s.imports[name] != path {
		return name
	}
	return b.freeName(name, path)
}

// dotName returns the name of the package if an identifier comes from a dot import, or "".
func (b *borrowed) dotName(d *declaration, key string, id *ast.Ident) string {
	path, is := strings.CutSuffix(key, "."+id.Name)
	if !is || !slices.Contains(d.in.dots, path) || d.in.selected[id] {
		return ""
	}
	pkg, err := b.s.Import(path)
	if err != nil {
		return ""
	}
	return b.freeName(pkg.Name(), path)
}

// packageName returns the name of a package in the program. The engine adds the import unless the program is for a debugger.
func (b *borrowed) packageName(name, path string) string {
	if b.debug == nil {
		return name
	}
	return b.freeName(name, path)
}

func (b *borrowed) freeName(name, path string) string {
	for free := name; ; free += "2" {
		if b.imports[free] == "" || b.imports[free] == path {
			b.imports[free] = path
			return free
		}
	}
}

// Unknown returns the names that a cell uses and does not declare. The cell need not compile.
func Unknown(code string) []string { return newSource(NewSession(nil), 0, code).unknown() }

// Declares returns the names that a cell declares outside of its functions. The cell need not compile.
func Declares(code string) (names []string) {
	d := newSource(NewSession(nil), 0, code)
	if d.parse() != nil || d.body == nil {
		return nil
	}
	f := &file{source: d}
	f.read()
	for _, one := range f.declarations {
		if !one.unnamed() {
			names = append(names, one.key)
		}
	}
	for _, id := range d.top() {
		names = append(names, id.Name)
	}
	return names
}

package cells

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// SymbolMark begins a line of [Unit.Text] with the symbol of a function that the process contains in this version.
const SymbolMark = "//symbol "

// Text returns the session as one Go file, as it is while the cell runs, with a function for the cell's statements. It returns "" if no
// code of the session names one of the words. Package igbo/durable/workflow reads the text, because it caches values of functions by their
// text. Each piece is preceded by a line //line FILE:LINE, and each function by a line with [SymbolMark]. A variable that a statement
// declares or may have changed is assigned in a function.
func (u *Unit) Text(words ...string) string {
	if !u.names(words) {
		return ""
	}
	t := &sessionText{preparation: u.preparation, imports: map[string]string{}, specs: map[ast.Node]bool{}}
	for _, key := range slices.Sorted(maps.Keys(u.alive)) {
		t.declaration(u.alive[key])
	}
	t.statements()
	if t.ambiguous {
		t.symbols = nil
	}
	var head strings.Builder
	head.WriteString("package main\n")
	for _, name := range slices.Sorted(maps.Keys(t.imports)) {
		fmt.Fprintf(&head, "import %s %q\n", name, t.imports[name])
	}
	for _, symbol := range t.symbols {
		head.WriteString(SymbolMark + "main." + symbol + "\n")
	}
	if len(t.changed) > 0 {
		t.out.WriteString("func changesˣ() {\n" + strings.Join(t.changed, "") + "}\n")
	}
	return head.String() + t.out.String()
}

// names reports whether the cell or a declaration of the session names one of the words.
func (u *Unit) names(words []string) bool {
	used := func(all map[string]bool) bool {
		return slices.ContainsFunc(words, func(word string) bool { return all[word] })
	}
	if used(wordsOf(u.file.file)) {
		return true
	}
	for _, d := range u.alive {
		if used(d.words) {
			return true
		}
	}
	return false
}

// sessionText builds the text of [Unit.Text].
type sessionText struct {
	*preparation
	out       strings.Builder
	imports   map[string]string
	ambiguous bool // two cells use one name for different packages
	symbols   []string
	changed   []string
	specs     map[ast.Node]bool // specs of variables, which are written once
}

// put writes a text that is at a position.
func (t *sessionText) put(pos token.Pos, text string) {
	at := t.s.files.Position(pos)
	fmt.Fprintf(&t.out, "//line %s:%d\n%s\n", at.Filename, at.Line, text)
}

// packages adds the packages that words refer to in a cell.
func (t *sessionText) packages(words map[string]bool, of map[string]string) {
	for name, path := range of {
		if words[name] {
			t.ambiguous = t.ambiguous || t.imports[name] != "" && t.imports[name] != path
			t.imports[name] = path
		}
	}
}

func (t *sessionText) declaration(d *declaration) {
	if d.kind != token.VAR { // a variable's type is text for readers
		t.packages(d.words, d.in.imports)
	}
	o := d.object
	if f := t.found[d]; f != nil {
		o = f.object
	}
	switch d.kind {
	case token.CONST:
		if c, is := o.(*types.Const); is {
			t.put(d.node.Pos(), "const "+d.name+" = "+constantText(c, t.typeName))
		}
	case token.VAR:
		t.variable(d, o)
	case token.FUNC:
		if _, method := d.method(); !method && !d.unnamed() {
			t.symbols = append(t.symbols, t.symbol(d))
		}
		t.put(d.node.Pos(), d.in.slice(d.node))
	default:
		t.put(d.node.Pos(), d.written())
	}
}

// variable writes a variable, with its initialiser if that is still its value.
func (t *sessionText) variable(d *declaration, o types.Object) {
	first := asWritten(d)
	spec, is := first.node.(*ast.ValueSpec)
	if is && first.in.body != nil && !slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool {
		one := t.alive[id.Name]
		return t.s.assigned[id.Name] || one == nil || asWritten(one).in != first.in
	}) {
		if !t.specs[spec] {
			t.specs[spec] = true
			t.packages(first.words, first.in.imports)
			t.put(spec.Pos(), "var "+first.in.slice(spec))
		}
		return
	}
	text := "any"
	if o != nil {
		text = t.typeName(o.Type())
	}
	fmt.Fprintf(&t.out, "var %s %s\n", d.name, text)
	t.changed = append(t.changed, fmt.Sprintf("%s = %s // by a cell\n", d.name, d.name))
}

// asWritten returns a variable as its cell declared it. A variable that a statement declared is in a file without a function for
// statements.
func asWritten(d *declaration) *declaration {
	if d.source != nil {
		return d.source
	}
	return d
}

// typeName writes a type for readers.
func (t *sessionText) typeName(of types.Type) string {
	return types.TypeString(of, func(p *types.Package) string {
		if p == t.s.main {
			return ""
		}
		return p.Name()
	})
}

// statements writes the cell's function.
func (t *sessionText) statements() {
	t.packages(wordsOf(t.file.body), t.file.inside)
	t.symbols = append(t.symbols, t.file.entry())
	fmt.Fprintf(&t.out, "func %s() {\n", t.file.entry())
	for i := range t.file.pieces {
		if p := &t.file.pieces[i]; p.inside {
			fmt.Fprintf(&t.out, "//line %s:%d\n%s%s\n", FileName(t.file.number), p.line, blanks(p.listed), p.text)
		}
	}
	t.out.WriteString("}\n")
}

// assign records the variables that the cell's statements and functions may set. A function may have set them before another function
// replaced it.
func (c *preparation) assign() {
	for _, name := range mayChange(c.file.file, false) {
		c.s.assigned[name] = true
	}
}

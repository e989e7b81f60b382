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

// writer writes the compiler's input: the declarations to compile, the cell's function, and stubs of other declarations. It writes recorded
// meanings and resolves nothing again. It also records the expected meaning of each identifier.
type writer struct {
	*preparation
	out    strings.Builder
	marks  map[int]mark // of identifiers, by their place
	queue  []*declaration
	queued map[*declaration]bool
	paths  map[string]bool
	plain  map[*declaration]bool   // types that are embedded under their plain names
	stubs  map[string]types.Object // variables and constants that the file declares only with their types
}

// mark is an identifier that was written.
type mark struct {
	want  string // its key, with symbols for names
	of    *fragment
	index int
}

func newWriter(c *preparation) *writer {
	return &writer{preparation: c, marks: map[int]mark{}, queued: map[*declaration]bool{}, paths: map[string]bool{},
		plain: map[*declaration]bool{}, stubs: map[string]types.Object{}}
}

// write writes the file.
func (w *writer) write() string {
	var all []*declaration
	for _, key := range slices.Sorted(maps.Keys(w.alive)) {
		d := w.alive[key]
		if _, method := d.method(); !method && w.compiled(d) {
			all = append(all, d)
			w.queued[d] = true
		}
	}
	for _, d := range all {
		w.full(d, true)
	}
	for _, v := range w.fresh {
		w.need(v)
	}
	w.entry()
	for i := 0; i < len(w.queue); i++ {
		w.stub(w.queue[i])
	}
	w.aliases()
	var head strings.Builder
	head.WriteString("package main\n\n")
	for _, path := range slices.Sorted(maps.Keys(w.paths)) {
		fmt.Fprintf(&head, "import %s %q\n", w.s.aliases[path], path)
	}
	moved := map[int]mark{}
	for at, m := range w.marks {
		moved[at+head.Len()] = m
	}
	w.marks = moved
	return head.String() + w.out.String()
}

// need writes what the compiler needs from a declaration.
func (w *writer) need(d *declaration) {
	if d != nil && !w.queued[d] {
		w.queued[d] = true
		w.queue = append(w.queue, d)
	}
}

func (w *writer) put(text string) { w.out.WriteString(text) }

// mark writes an identifier.
func (w *writer) mark(text, want string, f *fragment, i int) {
	w.marks[w.out.Len()] = mark{want, f, i}
	w.put(text)
}

// line writes a line directive with a text's position in the notebook.
func (w *writer) line(cell, line int) { w.put(fmt.Sprintf("\n//line %s:%d\n", FileName(cell), line)) }

// importName writes the name of a package.
func (w *writer) importName(path string, f *fragment, i int) {
	pkg, err := importer{w.s}.Import(path)
	if err != nil {
		panic(err)
	}
	w.paths[path] = true
	w.mark(w.s.alias(path, pkg.Name()), "package "+path, f, i)
}

// identifier writes an identifier with a meaning. To is the declaration that it names, or whose method it is.
func (w *writer) identifier(f *fragment, i int, key string, to *declaration) {
	id := f.idents[i]
	if path, is := strings.CutPrefix(key, "package "); is {
		w.importName(path, f, i)
		return
	}
	if to != nil {
		w.checkBroken(to, f, id)
		w.need(to)
		symbol := w.symbol(to)
		switch {
		case strings.HasPrefix(key, "method "):
			w.mark(id.Name, "method "+symbol+"."+id.Name, f, i)
		case f.in.embedded[id]: // the field keeps its name
			w.plain[to] = w.plain[to] || symbol != id.Name
			w.mark(id.Name, "main."+symbol, f, i)
		default:
			w.mark(symbol, "main."+symbol, f, i)
		}
		return
	}
	if path, is := strings.CutSuffix(key, "."+id.Name); is && slices.Contains(f.in.dots, path) && !f.in.selected[id] {
		w.importName(path, f, i)
		w.put(".")
	}
	w.mark(id.Name, key, f, i)
}

// checkBroken fails the preparation if the cell names a broken declaration.
func (w *writer) checkBroken(d *declaration, f *fragment, id *ast.Ident) {
	why := w.gone[d.name]
	if r := w.found[d]; r != nil && r.broken != "" {
		why = r.broken
	} else if r == nil && d.broken != "" {
		why = d.broken
	}
	if why != "" && !(d.kind == token.VAR && w.alive[d.key] != d && w.gone[d.name] == "") {
		panic(Faults{f.in.fault(id.Pos(), fmt.Sprintf("undefined: %s (the changes of this cell remove it: %s)", d.name, why))})
	}
}

// edit is a replacement for a part of a file.
type edit struct {
	from, to token.Pos
	write    func()
}

// span writes a part of a file. Resolve returns the meaning of an identifier.
func (w *writer) span(f *fragment, from, to token.Pos, edits []edit, resolve func(i int) (string, *declaration)) {
	copied := func(end token.Pos) { w.put(f.in.text[f.in.offset(from):f.in.offset(end)]) }
	for i, id := range f.idents {
		if id.Pos() >= from && id.End() <= to {
			edits = append(edits, edit{id.Pos(), id.End(), func() {
				key, d := resolve(i)
				w.identifier(f, i, key, d)
			}})
		}
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return int(a.from - b.from) })
	for _, e := range edits {
		if e.from < from || e.to > to { // inside another edit, or in another part
			continue
		}
		copied(e.from)
		e.write()
		from = e.to
	}
	copied(to)
}

// recorded returns a function that gives the meaning of an identifier of a function or type.
func (w *writer) recorded(d *declaration) func(i int) (string, *declaration) {
	keys := d.keys
	if f := w.found[d]; f != nil {
		keys = f.keys
	}
	return func(i int) (string, *declaration) {
		if f, is := d.node.(*ast.FuncDecl); is && f.Name == d.idents[i] && f.Recv == nil || keys[i] == "main."+d.key {
			return "main." + d.name, d // even if the cell declares something else with this name
		}
		return keys[i], w.declared(keys[i])
	}
}

// declared returns the declaration of a key, or the type if the key is a method. It returns nil if there is none.
func (w *writer) declared(key string) *declaration {
	if name, is := strings.CutPrefix(key, "main."); is {
		return w.alive[name]
	}
	if name, is := strings.CutPrefix(key, "method "); is {
		if owner, _, is := strings.Cut(name, "."); is {
			return w.alive[owner]
		}
	}
	return nil
}

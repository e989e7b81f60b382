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

// sessionFile returns the file with what the cell needs from the session, and with the variables that functions share with its statements.
func (w *debugWriter) sessionFile() string {
	for _, name := range slices.Sorted(maps.Keys(w.lifted)) {
		if t := w.lifted[name]; t != "" && w.values[name] == nil {
			w.borrowed.put("var " + name + " " + t)
		}
	}
	return "package main\n\n" + importLines(w.borrowed.imports) + strings.Join(w.borrowed.all, "\n") + "\n"
}

func importLines(imports map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&b, "import %s %q\n", name, imports[name])
	}
	return b.String()
}

// declarationsFile returns the file with the cell's declarations.
func (w *debugWriter) declarationsFile() string {
	var b strings.Builder
	for _, p := range w.file.pieces {
		if p.inside || p.kind == token.IMPORT || p.kind == token.PACKAGE {
			continue
		}
		b.WriteString(strings.Join(append(slices.Clone(p.pragma), w.at(p)+p.text), "\n") + "\n")
	}
	return "package main\n\n" + w.ownImports(w.whole, func(pos token.Pos) bool { return pos < w.file.body.Pos() || pos > w.file.body.End() }) + b.String()
}

// at returns the comment with the position of a piece.
func (w *debugWriter) at(p piece) string {
	return fmt.Sprintf("/*line %s:%d:%d*/", w.options.Path(w.file.number), p.line, p.col)
}

// ownImports returns the imports of a part of the cell. Packages that it does not use are imported for their initialisation.
func (w *debugWriter) ownImports(p *pass, within func(token.Pos) bool) string {
	used, dots, initialised := map[string]string{}, map[string]bool{}, map[string]bool{}
	if p != nil {
		for id, o := range p.info.Uses {
			if id.Pos() < w.file.file.FileStart || id.Pos() > w.file.file.FileEnd || !within(id.Pos()) {
				continue
			}
			if name, is := o.(*types.PkgName); is {
				used[name.Name()] = name.Imported().Path()
				initialised[name.Imported().Path()] = true
			} else if o.Pkg() != nil && !w.file.selected[id] && slices.Contains(w.file.dots, o.Pkg().Path()) {
				dots[o.Pkg().Path()], initialised[o.Pkg().Path()] = true, true
			}
		}
	}
	text := importLines(used)
	for _, path := range slices.Sorted(maps.Keys(dots)) {
		text += fmt.Sprintf("import . %q\n", path)
	}
	for _, piece := range w.file.pieces {
		specs, _ := piece.imports()
		for _, spec := range specs {
			if path := strings.Trim(spec.Path.Value, "`\""); !initialised[path] {
				initialised[path] = true
				text += fmt.Sprintf("import _ %q\n", path)
			}
		}
	}
	return text
}

// mainFile returns the file with the cell's statements.
func (w *debugWriter) mainFile() string {
	own := w.declares("main")
	list := w.file.body.Body.List
	switch {
	case len(list) == 0 && own:
		return "package main\n"
	case len(list) == 0:
		return "package main\n\nfunc main() {}\n"
	}
	edits, shown := w.shows()
	for _, s := range list {
		edits = append(edits, w.assignment(s)...)
	}
	slices.SortStableFunc(edits, func(a, b replacement) int { return cmp.Compare(a.from, b.from) })
	var b strings.Builder
	name, last := "main", w.file.pieces[len(w.file.pieces)-1]
	if own { // the statements run after the cell's init functions and before its main function
		name = "init"
	}
	fmt.Fprintf(&b, "func %s() {\n", name)
	for i, s := range w.file.spans {
		if !s.piece.inside {
			continue
		}
		if i < len(w.file.spans)-1 || !shown {
			b.WriteString(blanks(s.piece.listed))
		}
		b.WriteString(w.at(*s.piece) + replaced(w.file.text, s.from, s.to, edits) + "\n")
	}
	last.line, last.col = last.line+strings.Count(last.text, "\n"), 1
	b.WriteString(w.at(last) + strings.Join(w.usedLocals(), "; ") + "}\n")
	imports := w.ownImports(w.outer, func(pos token.Pos) bool { return pos >= w.file.body.Pos() && pos <= w.file.body.End() })
	if shown {
		imports += fmt.Sprintf("import notebookˣ %q\n", w.s.show)
	}
	return "package main\n\n" + imports + b.String()
}

// usedLocals returns statements that use the variables of main. In a cell they can be unused.
func (w *debugWriter) usedLocals() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(w.top)) {
		if _, is := w.lifted[name]; !is {
			all = append(all, "_ = "+name)
		}
	}
	return all
}

// replacement is a new text for a part of the cell's text.
type replacement struct {
	from, to int
	text     string
}

// replaced returns a part of a text with the replacements applied.
func replaced(text string, from, to int, all []replacement) string {
	var b strings.Builder
	for _, r := range all {
		if r.from < from || r.to > to {
			continue
		}
		b.WriteString(text[from:r.from] + r.text)
		from = r.to
	}
	return b.String() + text[from:to]
}

// shows returns replacements that show the last expressions and assign unused values to blanks.
func (w *debugWriter) shows() (all []replacement, shown bool) {
	here := func(at token.Pos, text string) {
		all = append(all, replacement{w.file.offset(at), w.file.offset(at), text})
	}
	last := w.file.shown()
	if shown = len(last) > 0 && w.outer.shown(last); shown {
		here(last[0].Pos(), "notebookˣ.Result(")
		here(last[len(last)-1].End(), ")")
	} else {
		last = nil
	}
	for _, s := range w.outer.bare {
		if e := s.(*ast.ExprStmt); w.outer.unused[s] && !slices.Contains(last, e.X) {
			here(s.Pos(), "_ = ")
		}
	}
	return all, shown
}

// assignment turns a statement that declares shared variables into an assignment.
func (w *debugWriter) assignment(s ast.Stmt) []replacement {
	if w.file.below || !slices.ContainsFunc(declaredBy(s), func(id *ast.Ident) bool { _, is := w.lifted[id.Name]; return is && w.defined(id) != nil }) {
		return nil
	}
	switch s := unlabelled(s).(type) {
	case *ast.AssignStmt:
		return []replacement{{w.file.offset(s.TokPos), w.file.offset(s.TokPos) + 2, "="}}
	case *ast.DeclStmt:
		var specs []string
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			specs = append(specs, w.assigned(spec.(*ast.ValueSpec))...)
		}
		return []replacement{{w.file.offset(s.Pos()), w.file.offset(s.End()), strings.Join(specs, "; ")}}
	}
	return nil
}

// assigned returns the assignments for a declaration of variables.
func (w *debugWriter) assigned(v *ast.ValueSpec) (all []string) {
	var names, values []string
	for _, id := range v.Names {
		names = append(names, id.Name)
		if len(v.Values) == 0 && id.Name != "_" {
			all = append(all, id.Name+" = *new("+w.file.slice(v.Type)+")")
		}
	}
	for _, e := range v.Values {
		values = append(values, w.file.slice(e))
	}
	if len(values) > 0 {
		all = append(all, strings.Join(names, ", ")+" = "+strings.Join(values, ", "))
	}
	return all
}

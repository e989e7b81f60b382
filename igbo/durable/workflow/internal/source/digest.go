package source

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Digest returns the digest of the package-level function with the given name. If name is empty, it returns the
// digest of the only function literal that starts on the given line. It returns an error if there is no such
// function, if a literal reads variables of the enclosing function, or if the function reads package-level
// variables that may change.
func (f *File) Digest(name string, line int) (string, error) {
	w, err := f.walked(name, line)
	if err != nil {
		return "", err
	}
	if w.captured != "" {
		return "", fmt.Errorf("workflow: the function uses the variable %s of the enclosing function, which the cache key does not include (pass it in the settings)", w.captured)
	}
	for v := range w.variables {
		if line := f.changed(v); line > 0 {
			return "", fmt.Errorf("workflow: the function reads the variable %s, which can change (%s); pass it in the settings", v.Name(), f.quote(line))
		}
	}
	first := w.texts[0]
	slices.Sort(w.texts)
	sum := sha256.Sum256([]byte(first + "\x00" + strings.Join(slices.Compact(w.texts), "\x00")))
	return hex.EncodeToString(sum[:]), nil
}

// walked visits everything that a function refers to, and code that always runs.
func (f *File) walked(name string, line int) (*walk, error) {
	root, err := f.find(name, line)
	if err != nil {
		return nil, err
	}
	w := &walk{file: f, seen: map[ast.Node]bool{}, variables: map[types.Object]bool{}}
	w.visit(root)
	for _, d := range f.always {
		w.visit(d)
	}
	return w, nil
}

// find returns the declaration of a function, or a function literal.
func (f *File) find(name string, line int) (decl, error) {
	if name != "" {
		d, ok := f.decls[f.scope.Lookup(name)]
		if _, function := d.node.(*ast.FuncDecl); !ok || !function {
			return decl{}, fmt.Errorf("workflow: function %s not found in the program", name)
		}
		return d, nil
	}
	var found []decl
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if literal, ok := n.(*ast.FuncLit); ok && f.files.Position(literal.Pos()).Line == line {
			found = append(found, decl{"", literal})
		}
		return true
	})
	if len(found) != 1 {
		return decl{}, fmt.Errorf("workflow: %d function literals begin on one line (%s); put each on its own line", len(found), f.quote(line))
	}
	return found[0], nil
}

// quote returns the text of a line for error messages, because readers of a notebook do not know the line
// numbers of the generated program.
func (f *File) quote(line int) string {
	lines := strings.Split(string(f.text), "\n")
	if line < 1 || line > len(lines) {
		return fmt.Sprintf("line %d", line)
	}
	text := []rune(strings.TrimSpace(lines[line-1]))
	if len(text) > 80 {
		text = append(text[:79:79], '…')
	}
	return string(text)
}

// walk visits what a function refers to.
type walk struct {
	file      *File
	seen      map[ast.Node]bool
	texts     []string
	variables map[types.Object]bool
	captured  string // a name declared in the enclosing function of a literal
	reads     []Reading
}

// visit adds the text of a declaration and visits the names in it.
func (w *walk) visit(d decl) {
	if d.node == nil || w.seen[d.node] {
		return
	}
	w.seen[d.node] = true
	w.texts = append(w.texts, d.keyword+" "+w.file.tokens(d.node))
	members := map[*ast.Ident]bool{} // selected names of structs and packages, or keys of literals
	ast.Inspect(d.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			members[n.Sel] = true
			w.read(n, d.node)
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && w.file.uses[key] == nil {
				members[key] = true
			}
		case *ast.Ident:
			w.name(n, d.node, members[n])
		}
		return true
	})
}

// name visits a name in a declaration.
func (w *walk) name(id *ast.Ident, within ast.Node, member bool) {
	object := w.file.uses[id]
	if object == nil {
		object = w.file.scope.Lookup(id.Name) // it may be the key of a map
	}
	switch o := object.(type) {
	case nil:
		if !member && id.Name != "_" && types.Universe.Lookup(id.Name) == nil {
			w.texts = append(w.texts, "import "+strings.Join(w.file.imported(id.Name), " "))
		}
	case *types.PkgName:
		w.texts = append(w.texts, "import "+id.Name+" "+o.Imported().Path())
	default:
		w.object(o, id, within)
	}
}

// object visits a declaration of the file.
func (w *walk) object(o types.Object, id *ast.Ident, within ast.Node) {
	field, variable := o.(*types.Var)
	switch {
	case o.Parent() == w.file.scope:
		if variable && o.Pos() != id.Pos() { // except at the declaration
			w.variables[o] = true
		}
		w.visit(w.file.decls[o])
		if _, isType := o.(*types.TypeName); isType {
			for _, m := range w.file.methods[o] {
				w.visit(decl{"", m})
			}
		}
	case o.Parent() == types.Universe || o.Pkg() == nil || variable && field.IsField():
	case (o.Pos() < within.Pos() || o.Pos() >= within.End()) && o.Parent() != nil:
		w.captured = o.Name()
	}
}

// tokens returns the tokens of a node, without comments and line breaks.
func (f *File) tokens(n ast.Node) string {
	from, to := f.files.Position(n.Pos()).Offset, f.files.Position(n.End()).Offset
	text := f.text[from:to]
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
	var b strings.Builder
	for {
		_, tok, literal := s.Scan()
		switch {
		case tok == token.EOF:
			return b.String()
		case tok == token.SEMICOLON || literal == "":
			literal = tok.String()
		}
		fmt.Fprintf(&b, "%q ", literal)
	}
}

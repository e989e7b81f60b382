package ipynb

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Tags of papermill's convention.
const (
	ParametersTag = "parameters"
	InjectedTag   = "injected-parameters"
)

// Parameter is a variable that a run can set in a notebook.
type Parameter struct {
	Name string
	// Type is a Go type: a number, string, bool, or a slice of these.
	Type types.Type
	// Usual is the default value in the notebook, as Go.
	Usual string
}

// String returns the parameter as a declaration: name, type and the value in the notebook.
func (p Parameter) String() string { return fmt.Sprintf("%s %s = %s", p.Name, p.Type, p.Usual) }

// Parameters returns the variables that the cell with the tag parameters declares, in order. A notebook without such a cell has
// none. It returns an error if the cell is not Go.
func (n *Notebook) Parameters() ([]Parameter, error) {
	for _, c := range n.cells() {
		if c["cell_type"] == "code" && tagged(c, ParametersTag) {
			return declared(source(c))
		}
	}
	return nil, nil
}

// declared returns the variables of a cell that can be set: those of its declarations, or, in a cell of statements such
// as `alpha := 0.5`, those that its own statements declare.
func declared(cell string) ([]Parameter, error) {
	files := token.NewFileSet()
	code := "package p\n" + declarations(cell)
	file, err := parser.ParseFile(files, "", code, parser.SkipObjectResolution)
	if err != nil {
		code = "package p\nfunc _() {\n" + declarations(cell) + "\n}"
		var fault error
		if file, fault = parser.ParseFile(files, "", code, parser.SkipObjectResolution); fault != nil {
			return nil, fmt.Errorf("ipynb: reading the cell with the tag parameters: %w", err)
		}
	}
	// Variables that need other cells or packages do not check, and are not parameters.
	config := types.Config{Error: func(error) {}}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	_, _ = config.Check("p", files, []*ast.File{file}, info)
	var found []Parameter
	for _, v := range variables(file) {
		variable := info.Defs[v.name]
		if variable == nil || !settable(variable.Type()) {
			continue
		}
		value := code[v.value.Pos()-file.FileStart : v.value.End()-file.FileStart]
		found = append(found, Parameter{Name: v.name.Name, Type: variable.Type(), Usual: value})
	}
	return found, nil
}

// A variable has its name, type and initial value.
type variable struct {
	name  *ast.Ident
	value ast.Expr
}

// variables returns the variables that a file declares with a value, or the statements of its only function.
func variables(file *ast.File) (all []variable) {
	add := func(names []*ast.Ident, values []ast.Expr) {
		for i := range min(len(names), len(values)) {
			all = append(all, variable{names[i], values[i]})
		}
	}
	declaration := func(d ast.Decl) {
		if general, is := d.(*ast.GenDecl); is && general.Tok == token.VAR {
			for _, s := range general.Specs {
				spec := s.(*ast.ValueSpec)
				add(spec.Names, spec.Values)
			}
		}
	}
	for _, d := range file.Decls {
		declaration(d)
		f, is := d.(*ast.FuncDecl)
		if !is || f.Name.Name != "_" || f.Body == nil {
			continue
		}
		for _, statement := range f.Body.List {
			switch statement := statement.(type) {
			case *ast.DeclStmt:
				declaration(statement.Decl)
			case *ast.AssignStmt:
				var names []*ast.Ident
				for _, to := range statement.Lhs {
					if id, is := to.(*ast.Ident); is && statement.Tok == token.DEFINE {
						names = append(names, id)
					}
				}
				add(names, statement.Rhs)
			}
		}
	}
	return all
}

// declarations returns the lines of a cell above %%, without kernel lines.
func declarations(cell string) string {
	lines := strings.Split(cell, "\n")
	for i, line := range lines {
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "%%" || strings.HasPrefix(trimmed, "%main"):
			return strings.Join(lines[:i], "\n")
		case strings.HasPrefix(trimmed, "%") || strings.HasPrefix(trimmed, "!"):
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// settable reports whether values of a type can be written on a command line.
func settable(t types.Type) bool {
	if slice, ok := t.(*types.Slice); ok {
		t = slice.Elem()
	}
	basic, ok := t.(*types.Basic)
	return ok && basic.Info()&(types.IsInteger|types.IsFloat|types.IsString|types.IsBoolean) != 0 && basic.Kind() != types.Uintptr
}

// Inject sets parameters for the next run. Values are texts of a command line. It adds a cell after the one with the tag parameters that
// declares them, and replaces the cell of an earlier call.
//
// It returns an error if a name is not declared, or if a value does not have its type.
func (n *Notebook) Inject(values map[string]string) error {
	known, err := n.Parameters()
	if err != nil {
		return err
	}
	text, set := "// Parameters\n", 0
	for _, p := range known {
		if given, ok := values[p.Name]; ok {
			value, err := literal(p, given)
			if err != nil {
				return err
			}
			text += fmt.Sprintf("var %s %s = %s\n", p.Name, p.Type, value)
			set++
		}
	}
	if set < len(values) {
		return errors.New("ipynb: " + unknown(values, known))
	}
	cell := map[string]any{
		"cell_type": "code", "execution_count": nil, "outputs": []any{}, "source": strings.TrimSuffix(text, "\n"),
		"metadata": map[string]any{"tags": []any{InjectedTag}},
	}
	if n.hasIDs() {
		cell["id"] = InjectedTag
	}
	n.Drop(InjectedTag)
	cells := n.cells()
	at := slices.IndexFunc(cells, func(c map[string]any) bool { return c["cell_type"] == "code" && tagged(c, ParametersTag) })
	if at >= 0 {
		n.setCells(slices.Insert(cells, at+1, cell))
	}
	return nil
}

// hasIDs reports whether cells have IDs, which is the case from format 4.5 on.
func (n *Notebook) hasIDs() bool {
	return slices.ContainsFunc(n.cells(), func(c map[string]any) bool { return c["id"] != nil })
}

// unknown states which of the names are not declared, and which names are.
func unknown(values map[string]string, known []Parameter) string {
	var names, offers []string
	for _, p := range known {
		offers = append(offers, p.String())
	}
	for name := range values {
		if !slices.ContainsFunc(known, func(p Parameter) bool { return p.Name == name }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	what := "unknown parameter "
	if len(names) > 1 {
		what = "unknown parameters "
	}
	what += strings.Join(names, ", ")
	if len(offers) == 0 {
		return what + " (the notebook has no parameters)"
	}
	return what + " (use one of " + strings.Join(offers, ", ") + ")"
}

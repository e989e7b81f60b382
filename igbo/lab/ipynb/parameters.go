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

// Parameter is a variable that a notebook lets one set.
type Parameter struct {
	Name string
	// Type is a Go type: a number, string, bool, or a slice of them.
	Type types.Type
	// Usual is the value in the notebook, as Go.
	Usual string
}

// String is the parameter as a declaration: name, type and the value in the notebook.
func (p Parameter) String() string { return fmt.Sprintf("%s %s = %s", p.Name, p.Type, p.Usual) }

// Parameters are those that the cell with the tag parameters declares, in order;
// a notebook without one has none. Errors: a cell that is not Go.
func (n *Notebook) Parameters() ([]Parameter, error) {
	for _, c := range n.cells() {
		if c["cell_type"] == "code" && tagged(c, ParametersTag) {
			return declared(source(c))
		}
	}
	return nil, nil
}

// declared are the variables of a cell that can be set.
func declared(cell string) ([]Parameter, error) {
	files := token.NewFileSet()
	code := "package p\n" + declarations(cell)
	file, err := parser.ParseFile(files, "", code, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("ipynb: the parameters cell: %w", err)
	}
	// What does not check, as it needs other cells or packages, is none that can be set.
	config := types.Config{Error: func(error) {}}
	scope, _ := config.Check("p", files, []*ast.File{file}, nil)
	var found []Parameter
	for _, d := range file.Decls {
		general, ok := d.(*ast.GenDecl)
		if !ok || general.Tok != token.VAR {
			continue
		}
		for _, s := range general.Specs {
			spec := s.(*ast.ValueSpec)
			for i, name := range spec.Names {
				variable := scope.Scope().Lookup(name.Name)
				if variable == nil || i >= len(spec.Values) || !settable(variable.Type()) {
					continue
				}
				value := code[spec.Values[i].Pos()-file.FileStart : spec.Values[i].End()-file.FileStart]
				found = append(found, Parameter{Name: name.Name, Type: variable.Type(), Usual: value})
			}
		}
	}
	return found, nil
}

// declarations are a cell's lines before %%, without the kernel's own.
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

// settable tells whether values of a type can be written on a command line.
func settable(t types.Type) bool {
	if slice, ok := t.(*types.Slice); ok {
		t = slice.Elem()
	}
	basic, ok := t.(*types.Basic)
	return ok && basic.Info()&(types.IsInteger|types.IsFloat|types.IsString|types.IsBoolean) != 0 && basic.Kind() != types.Uintptr
}

// Inject sets parameters, given as they stand on a command line, for the next run:
// a cell after the one with the tag parameters declares them. One that was put
// there before goes.
//
// Errors: a name that is not declared, a value that is not of its type.
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

// hasIDs tells whether cells have names, from form 4.5 on.
func (n *Notebook) hasIDs() bool {
	return slices.ContainsFunc(n.cells(), func(c map[string]any) bool { return c["id"] != nil })
}

// unknown says which of the names are not declared, and which are.
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
	said := "no parameter " + strings.Join(names, ", ")
	if len(offers) == 0 {
		return said + "; the notebook offers none"
	}
	return said + ", expected one of " + strings.Join(offers, ", ")
}

package stateful

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"strings"
)

// run runs a cell: it adds the cell's declarations and statements to the program, or reports false if the cell has a fault.
func (o *oracle) run(c editedCell) bool {
	o.why = ""
	o.cells++
	explicit := map[string]string{}
	for _, i := range c.imports {
		name, path, _ := strings.Cut(i, " ")
		explicit[name] = strings.Trim(path, `"`)
		o.paths[explicit[name]] = true
	}
	ok := o.cell(c, explicit)
	o.faulty, o.whys = append(o.faulty, !ok), append(o.whys, o.why)
	if ok {
		maps.Copy(o.imported, explicit)
	}
	return ok
}

// pieces parses the declarations and statements of a cell. A name that is neither imported nor declared is a package with a known name.
func (o *oracle) pieces(c editedCell, explicit map[string]string) (own []*atom, stmts []*piece, ok bool) {
	for _, text := range c.stmts {
		p, _, err := parsePiece(text, maps.Clone(explicit), true, "")
		if err != nil {
			o.why = err.Error()
			return nil, nil, false
		}
		stmts = append(stmts, p)
	}
	names := map[string]bool{}
	for i, text := range c.decls {
		p, kind, err := parsePiece(text, maps.Clone(explicit), false, fmt.Sprintf("init%d_%03d", o.cells, i))
		if err != nil {
			o.why = err.Error()
			return nil, nil, false
		}
		for _, key := range p.keys {
			name := key[strings.LastIndex(key, ".")+1:]
			own = append(own, &atom{piece: p, key: key, name: name, kind: kind})
			if name == key {
				names[name] = true
			}
		}
	}
	set := map[string]bool{}
	for _, p := range stmts {
		o.implicit(p, names, set)
		for _, name := range p.sets {
			set[name] = true
		}
	}
	for _, a := range own {
		o.implicit(a.piece, names, set)
	}
	return own, stmts, true
}

// implicit adds the packages that a piece selects from, if neither the cell nor the session declares the name.
func (o *oracle) implicit(p *piece, own, set map[string]bool) {
	for _, f := range p.free {
		if f.of == "" || p.imports[f.name] != "" || own[f.name] || set[f.name] {
			continue
		}
		if a := o.atoms[f.name]; a != nil && !(a.kind == token.VAR && o.lacks(a, f.of)) {
			continue
		}
		if path := o.imported[f.name]; path != "" {
			p.imports[f.name] = path
		} else if path := o.known[f.name]; path != "" {
			p.imports[f.name] = path
		}
	}
}

// lacks reports whether a variable has no field or method with a name. Then the name before the dot is a package.
func (o *oracle) lacks(a *atom, name string) bool {
	found, _, _ := types.LookupFieldOrMethod(a.object.Type(), true, a.object.Pkg(), name)
	return found == nil
}

// typed returns a variable that is declared only with its type.
func typed(key, form string) *atom {
	return &atom{piece: &piece{keys: []string{key}}, key: key, name: key, kind: token.VAR, form: "var " + key + "__ " + form}
}

func (o *oracle) cell(c editedCell, explicit map[string]string) bool {
	own, stmts, ok := o.pieces(c, explicit)
	if !ok {
		return false
	}
	next := maps.Clone(o.atoms)
	mine := map[string]bool{}
	for key, a := range next { // functions that the cell no longer has are removed
		if a.cell == c.id && a.kind == token.FUNC {
			delete(next, key)
		}
	}
	for _, a := range own {
		a.cell = c.id
		next[a.key] = a
		mine[a.key] = true
	}
	formed := func() {
		for _, a := range next {
			if a.text != "" {
				a2 := *a
				a2.form = a.piece.form(next)
				next[a.key] = &a2
			}
		}
	}
	// Statements come first, because they determine the types of the variables that they declare.
	before := maps.Clone(next)
	for _, p := range stmts {
		for _, name := range p.sets { // forms can name it
			if before[name] == nil {
				before[name] = typed(name, "int")
			}
		}
	}
	var body strings.Builder
	for _, p := range stmts {
		body.WriteString(strings.ReplaceAll(p.form(before), "__old", "__") + "\n")
		for _, name := range p.sets {
			body.WriteString("_ = " + name + "__\n")
		}
	}
	formed()
	if len(stmts) > 0 {
		checked := o.check(next, body.String())
		if why := checked.faults[statementsPiece]; why != "" {
			o.why = why
			return false
		}
		for id, object := range checked.info.Defs {
			for _, p := range stmts {
				for _, name := range p.sets {
					if v, is := object.(*types.Var); is && id.Name == name+"__" && v.Parent() != checked.pkg.Scope() {
						next[name] = typed(name, checked.typeForm(types.Default(v.Type())))
						mine[name] = true
					}
				}
			}
		}
		formed()
	}
	return o.settle(next, mine, stmts, body.String())
}

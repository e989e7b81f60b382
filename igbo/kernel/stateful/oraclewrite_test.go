package stateful

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// versioned returns a form as the program has it. Variables are behind pointers, because versions can share their storage.
func (o *oracle) versioned(form string, atoms map[string]*atom) string {
	return named.ReplaceAllStringFunc(form, func(text string) string {
		name, old := strings.CutSuffix(text, "__old")
		name = strings.TrimSuffix(name, "__")
		a := atoms[name]
		if old {
			a = o.atoms[name]
		}
		if a == nil {
			return text
		}
		if a.kind == token.VAR {
			return fmt.Sprintf("(*%s_v%d)", name, a.version)
		}
		return fmt.Sprintf("%s_v%d", name, a.version)
	})
}

// declare writes a version of a declaration.
func (o *oracle) declare(a *atom, atoms map[string]*atom, fresh bool) {
	switch a.kind {
	case token.VAR:
		t := o.versioned(strings.TrimPrefix(a.form, "var "+a.name+"__ "), atoms)
		if fresh {
			fmt.Fprintf(&o.program, "var %s_v%d = new(%s)\n", a.name, a.version, t)
		} else {
			// Go's compiler does not understand an initialiser with a chain of such conversions.
			fmt.Fprintf(&o.program, "var %[1]s_v%[2]d *%[3]s\nfunc init() { %[1]s_v%[2]d = (*%[3]s)(unsafe.Pointer(%[1]s_v%[4]d)) }\n", a.name, a.version, t, o.atoms[a.key].version)
		}
	case token.CONST:
		c := a.object.(*types.Const)
		t := ""
		if b, is := c.Type().(*types.Basic); !is || b.Info()&types.IsUntyped == 0 {
			t = o.versioned(strings.TrimPrefix(a.form, "const "+a.name+"__ "), atoms)
			if is {
				t = b.Name()
			}
		}
		fmt.Fprintf(&o.program, "const %s_v%d %s = %s\n", a.name, a.version, t, c.Val().ExactString())
	default:
		o.program.WriteString(o.versioned(a.form, atoms) + "\n")
	}
}

// execute writes the function of a cell: variables in initialisation order, init functions, statements.
func (o *oracle) execute(next map[string]*atom, mine map[string]bool, stmts []*piece, checked checkedSession) {
	fmt.Fprintf(&o.program, "func cell_%d() {\ndefer ended()\n", o.cells)
	for _, i := range checked.info.InitOrder {
		key := strings.TrimSuffix(i.Lhs[0].Name(), "__")
		if a := next[key]; a != nil && a.value[1] > 0 {
			fmt.Fprintf(&o.program, "%s = %s\n", o.versioned(key+"__", next), o.versioned(a.formOf(next, a.value[0], a.value[1], nil), next))
		}
	}
	var inits []string
	for key := range mine {
		if strings.HasPrefix(key, "init") {
			inits = append(inits, key)
		}
	}
	slices.Sort(inits)
	for _, key := range inits {
		o.program.WriteString(o.versioned(key+"__", next) + "()\n")
	}
	later := o.later(stmts)
	for _, p := range stmts {
		text := p.formOf(next, 0, len(p.text), later)
		if len(p.sets) > 0 {
			text = strings.Replace(text, ":=", "=", 1)
		}
		o.program.WriteString(o.versioned(text, next) + "\n")
		for _, name := range p.sets {
			delete(later, name)
		}
	}
	o.program.WriteString("}\n")
}

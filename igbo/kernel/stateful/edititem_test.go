package stateful

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// one returns a random text of all.
func (b *editedNotebook) one(all ...string) string { return all[b.IntN(len(all))] }

// sorted returns the session's declarations of a kind that satisfy a condition.
func (b *editedNotebook) sorted(kind token.Token, holds func(*atom) bool) (names []string) {
	for _, key := range slices.Sorted(maps.Keys(b.atoms)) {
		if a := b.atoms[key]; a.kind == kind && !a.broken && a.object != nil && !strings.Contains(key, ".") && holds(a) && !b.helper(key) {
			names = append(names, key)
		}
	}
	return names
}

// helper reports whether a name belongs to the first cell, or to a variable with the name of a package.
func (b *editedNotebook) helper(name string) bool {
	return slices.Contains([]string{"rand", "fuel", "burn", "numer", "dump", "dumpValue", "tell", "ask", "clip", "id", "is", "count"}, name)
}

// plainType returns a type as a cell writes it.
func plainType(t types.Type) string {
	return strings.ReplaceAll(types.TypeString(t, func(*types.Package) string { return "" }), "__", "")
}

// typ returns a random type.
func (b *editedNotebook) typ() string {
	named := b.sorted(token.TYPE, func(a *atom) bool { return !isGeneric(a.object) && !types.IsInterface(a.object.Type()) })
	base := b.one("int", "int", "string", "bool")
	if len(named) > 0 && b.IntN(2) == 0 {
		base = named[b.IntN(len(named))]
	}
	generic := b.sorted(token.TYPE, func(a *atom) bool { return isGeneric(a.object) })
	switch b.IntN(14) {
	case 0:
		return "[]" + base
	case 1:
		return "map[string]" + base
	case 2:
		return "*" + base
	case 3:
		return "func(...int) string"
	case 4:
		return "interface{}"
	case 5:
		return "numer"
	case 6:
		return "[2]" + base
	case 7, 8:
		if len(generic) > 0 {
			return generic[b.IntN(len(generic))] + "[" + base + "]"
		}
	}
	return base
}

func isGeneric(o types.Object) bool {
	named, is := o.Type().(*types.Named)
	return is && named.TypeParams().Len() > 0
}

// value returns an expression of a type.
func (b *editedNotebook) value(t string, depth int) string {
	if vars := b.sorted(token.VAR, func(a *atom) bool { return plainType(a.object.Type()) == t }); len(vars) > 0 && b.IntN(2) == 0 {
		return vars[b.IntN(len(vars))]
	}
	if depth > 0 && b.IntN(3) == 0 {
		if calls := b.sorted(token.FUNC, func(a *atom) bool {
			s := a.object.Type().(*types.Signature)
			return s.TypeParams().Len() == 0 && s.Results().Len() == 1 && plainType(s.Results().At(0).Type()) == t && s.Variadic()
		}); len(calls) > 0 {
			return calls[b.IntN(len(calls))] + "()"
		}
	}
	if elem, is := strings.CutPrefix(t, "[]"); is {
		return t + "{" + b.value(elem, depth-1) + ", " + b.value(elem, depth-1) + "}"
	}
	if elem, is := strings.CutPrefix(t, "[2]"); is {
		return t + "{" + b.value(elem, depth-1) + "}"
	}
	if elem, is := strings.CutPrefix(t, "map[string]"); is {
		return t + "{\"a\": " + b.value(elem, depth-1) + "}"
	}
	if elem, is := strings.CutPrefix(t, "*"); is {
		return "&[]" + elem + "{" + b.value(elem, depth-1) + "}[0]"
	}
	switch t {
	case "int":
		return b.integer(depth)
	case "string":
		return b.text(depth)
	case "bool":
		return b.one("true", "false", b.value("int", depth-1)+" > "+b.value("int", depth-1))
	case "func() int":
		return "func() int { return " + b.integer(depth-1) + " }"
	case "func(...int) string":
		return "func(...int) string { if burn() { return \"\" }; return " + b.text(depth-1) + " }"
	case "interface{}":
		return "id[interface{}](" + b.value(b.typ(), depth-1) + ")"
	case "numer":
		if types := b.sorted(token.TYPE, func(a *atom) bool { return b.atoms[a.key+".Num"] != nil }); len(types) > 0 {
			return "numer(" + b.value(types[b.IntN(len(types))], depth-1) + ")"
		}
		return "numer(nil)"
	}
	return b.namedValue(t, depth)
}

// namedValue returns a value of a type that a cell declares.
func (b *editedNotebook) namedValue(t string, depth int) string {
	name, _, generic := strings.Cut(t, "[")
	a := b.atoms[name]
	if a == nil || a.kind != token.TYPE {
		return "*new(" + t + ")"
	}
	if generic && b.IntN(3) > 0 {
		return t + "{V: " + b.value(strings.TrimSuffix(t[len(name)+1:], "]"), depth-1) + "}"
	}
	if consts := b.sorted(token.CONST, func(a *atom) bool { return plainType(a.object.Type()) == t }); len(consts) > 0 && b.IntN(2) == 0 {
		return consts[b.IntN(len(consts))]
	}
	switch u := a.object.Type().Underlying().(type) {
	case *types.Struct:
		if u.NumFields() > 0 && b.IntN(4) > 0 {
			for f := range u.Fields() {
				if f.Name() == "F" {
					return t + "{F: " + b.value(plainType(f.Type()), depth-1) + "}"
				}
			}
		}
	case *types.Basic:
		return t + "(" + b.value(u.Name(), depth-1) + ")"
	}
	return "*new(" + t + ")"
}

// integer returns an expression of type int.
func (b *editedNotebook) integer(depth int) string {
	literal := fmt.Sprint(b.IntN(50))
	if depth <= 0 {
		return literal
	}
	switch b.IntN(10) {
	case 9:
		if all := b.sorted(token.VAR, func(a *atom) bool { return plainType(a.object.Type()) == "func() int" }); len(all) > 0 {
			return "count(" + all[b.IntN(len(all))] + ")"
		}
	case 0:
		return "max(" + b.value("int", depth-1) + ", " + b.value("int", depth-1) + ")"
	case 1:
		return "min(" + b.value("int", depth-1) + ", " + literal + ")"
	case 2:
		return "len(" + b.text(depth-1) + ")"
	case 3:
		if consts := b.sorted(token.CONST, func(a *atom) bool { return isInteger(a.object.Type()) }); len(consts) > 0 {
			return "int(" + consts[b.IntN(len(consts))] + ")"
		}
	case 4:
		if vars := b.sorted(token.VAR, b.counts); len(vars) > 0 {
			v := vars[b.IntN(len(vars))]
			return b.one(v+".Num()", "numer("+v+").Num()", plainType(b.atoms[v].object.Type())+".Num("+v+")")
		}
	case 5:
		return "rand.New(rand.NewPCG(1, " + literal + ")).IntN(100)"
	case 6, 7:
		return b.value("int", depth-1) + b.one(" + ", " - ", " ^ ") + b.value("int", depth-1)
	}
	return literal
}

func isInteger(t types.Type) bool {
	basic, is := t.Underlying().(*types.Basic)
	return is && basic.Info()&types.IsInteger != 0
}

// text returns an expression of type string.
func (b *editedNotebook) text(depth int) string {
	if depth <= 0 {
		return fmt.Sprintf("%q", b.one("a", "bc", "é", ""))
	}
	switch b.IntN(7) {
	case 6: // whether a value in an interface has the current type
		if all := b.sorted(token.TYPE, func(a *atom) bool { return !isGeneric(a.object) }); len(all) > 0 {
			return "tell(is[" + b.one("", "", "*") + all[b.IntN(len(all))] + "](" + b.anything(0) + "))"
		}
		return "tell(is[numer](" + b.anything(0) + "))"
	case 0:
		return "strings.ToUpper(" + b.value("string", depth-1) + ")"
	case 1:
		return "ask(" + b.value("func(...int) string", depth-1) + ")"
	case 2:
		return "clip(" + b.value("string", depth-1) + " + " + b.text(depth-1) + ")"
	default:
		return "tell(" + b.anything(depth-1) + ")"
	}
}

// anything returns an expression of any type, often a variable.
func (b *editedNotebook) anything(depth int) string {
	if vars := b.sorted(token.VAR, func(*atom) bool { return true }); len(vars) > 0 && b.IntN(3) > 0 {
		return vars[b.IntN(len(vars))]
	}
	if generic := b.sorted(token.FUNC, func(a *atom) bool { return a.object.Type().(*types.Signature).TypeParams().Len() == 1 }); len(generic) > 0 && b.IntN(3) == 0 {
		t := b.typ()
		return generic[b.IntN(len(generic))] + "[" + t + "](" + b.value(t, depth) + ")"
	}
	return b.typedValue(depth)
}

// typedValue returns an expression whose type is known without context.
func (b *editedNotebook) typedValue(depth int) string {
	t := b.typ()
	return "id[" + t + "](" + b.value(t, depth) + ")"
}

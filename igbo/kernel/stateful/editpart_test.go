package stateful

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
)

// Names that cells share, which makes them redeclare each other's names.
var (
	editVariables = []string{"a", "b", "c", "d", "e"}
	editFunctions = []string{"f", "g", "h"}
	editTypes     = []string{"T", "U", "W"}
)

// item returns a random part of a cell.
func (b *editedNotebook) item() item {
	v, f, t := b.one(editVariables...), b.one(editFunctions...), b.one(editTypes...)
	method := b.one("Num() int", "String() string", "Tell() string")
	stmts := func(write func() string) item {
		return item{write: func() editedCell { return editedCell{stmts: []string{write()}} }}
	}
	decls := func(write func() []string) item {
		return item{write: func() editedCell { return editedCell{decls: write()} }}
	}
	switch b.IntN(28) {
	case 0, 1, 2:
		return stmts(func() string { return v + " := " + b.typedValue(2) })
	case 3:
		return decls(func() []string { t := b.typ(); return []string{"var " + v + " " + t + " = " + b.value(t, 2)} })
	case 4, 5, 6:
		return decls(func() []string { return []string{b.function(f)} })
	case 7, 8:
		return decls(func() []string { return b.structure(t) })
	case 9:
		return decls(func() []string { return b.enum(t) })
	case 10, 11:
		return decls(func() []string { return []string{b.method(t, method)} })
	case 12:
		return decls(func() []string {
			return []string{"type B[P interface{}] struct { V P" + b.one("", "; n int") + " }", "func (r B[P]) Tell() string { if burn() { return \"\" }; return tell(r.V) + " + b.text(1) + " }", "func (r *B[P]) Num() int { return " + b.integer(1) + " }"}
		})
	case 13:
		return decls(func() []string {
			return []string{"func gen[P interface{}](v P) string { if burn() { return \"\" }; type loc struct{ v P; w " + b.typ() + " }; x := loc{v: v}; return dump(x) + " + b.text(2) + " }"}
		})
	case 14:
		return decls(func() []string { return []string{"const " + b.one("k") + " = " + b.constant()} })
	case 15:
		return decls(func() []string {
			return []string{fmt.Sprintf("var %s = %d", v, b.IntN(9)), "func init() { " + v + b.one(" = 70", "++", " += len(\"abc\")") + " }", "func init() { " + v + " *= 2 }"}
		})
	case 16:
		return b.imports()
	case 17:
		return b.shadow()
	case 18:
		return stmts(func() string {
			return b.one("i", "j") + " := id[" + b.one("interface{}", "numer") + "](" + b.numerOf() + ")"
		})
	case 19:
		return stmts(func() string {
			if all := b.sorted(token.FUNC, func(a *atom) bool { return plainType(a.object.Type()) == "func(...int) string" }); len(all) > 0 {
				return "fv := " + all[b.IntN(len(all))]
			}
			return "fv := " + b.value("func(...int) string", 2)
		})
	case 20:
		return stmts(b.typeSwitch)
	case 21:
		return stmts(func() string {
			if vars := b.sorted(token.VAR, func(*atom) bool { return true }); len(vars) > 0 {
				v := vars[b.IntN(len(vars))]
				return v + " = " + b.value(plainType(b.atoms[v].object.Type()), 2)
			}
			return "fuel++"
		})
	case 23: // a method value, which keeps its version of the method
		return stmts(func() string {
			if all := b.sorted(token.VAR, b.counts); len(all) > 0 {
				return "mv := " + all[b.IntN(len(all))] + ".Num"
			}
			return "mv := " + b.value("func() int", 2)
		})
	case 24:
		return decls(func() []string { return []string{"type A = int"} })
	case 25:
		return decls(func() []string {
			return []string{"type I interface { Num() int" + b.one("", "; String() string") + " }"}
		})
	case 22:
		return item{write: func() editedCell {
			return editedCell{stmts: []string{"rand := rand.New(rand.NewPCG(1, " + fmt.Sprint(b.IntN(9)) + "))", "fmt.Println(rand.IntN(100))"}}
		}}
	}
	return stmts(func() string { return "fmt.Println(" + b.text(3) + ", tell(" + b.anything(1) + "))" })
}

// counts reports whether the type of a variable is declared by a cell with the method Num.
func (b *editedNotebook) counts(a *atom) bool {
	n, is := a.object.Type().(*types.Named)
	return is && b.atoms[strings.TrimSuffix(n.Obj().Name(), "__")+".Num"] != nil
}

// numerOf returns a value with the method Num, or "".
func (b *editedNotebook) numerOf() string { return b.value("numer", 2) }

func (b *editedNotebook) function(name string) string {
	t := b.one("string", "string", "int", b.typ())
	return "func " + name + "(" + b.one("a ...int", "n ...int") + ") " + t + " { if burn() { return *new(" + t + ") }; return " + b.value(t, 3) + " }"
}

func (b *editedNotebook) structure(name string) []string {
	fields := "F " + b.typ()
	if strings.Contains(fields, name) {
		fields = "F *" + name
	}
	if others := b.sorted(token.TYPE, func(a *atom) bool {
		_, is := a.object.Type().Underlying().(*types.Struct)
		return is && !isGeneric(a.object) && a.key > name
	}); len(others) > 0 && b.IntN(3) == 0 {
		fields = others[b.IntN(len(others))] + "; " + fields
	}
	if b.IntN(3) == 0 {
		fields += "; n int"
	}
	all := []string{"type " + name + " struct { " + fields + " }"}
	if b.IntN(5) == 0 {
		all[0] = "type " + name + " " + b.one("int", "string", "[]int", "map[string]int")
	}
	if b.IntN(2) == 0 {
		all = append(all, b.method(name, "Num() int"))
	}
	return all
}

func (b *editedNotebook) method(t, method string) string {
	result := "string"
	if strings.HasPrefix(method, "Num") {
		result = "int"
	}
	r := b.one("r "+t, "r "+t, "r *"+t)
	if strings.HasPrefix(method, "Num") {
		r = "r " + t
	}
	return "func (" + r + ") " + method + " { if burn() { return *new(" + result + ") }; return " + b.value(result, 2) + " }"
}

// enum returns a type with constants. Other cells declare its methods.
func (b *editedNotebook) enum(name string) []string {
	return []string{"type " + name + " int", fmt.Sprintf("const ( %s0 %s = iota * %d; %s1; %s2 )", name, name, 1+b.IntN(4), name, name)}
}

func (b *editedNotebook) constant() string {
	switch b.IntN(4) {
	case 0:
		return fmt.Sprintf("len(%q)", b.one("a", "bcd"))
	case 1:
		if all := b.sorted(token.CONST, func(a *atom) bool { return isInteger(a.object.Type()) && a.key != "k" }); len(all) > 0 {
			return all[b.IntN(len(all))] + " + 1"
		}
	case 2:
		return "max(4, " + fmt.Sprint(b.IntN(9)) + ")"
	}
	return fmt.Sprint(b.IntN(99))
}

// imports returns an import with a function that uses it. An edit changes only the import.
func (b *editedNotebook) imports() item {
	all := [][]string{
		{"func fu(...int) int { return u.RuneLen('é') }", `u "unicode/utf8"`, `u "unicode/utf16"`},
		{"func fh(...int) int { return h.Size }", `h "crypto/md5"`, `h "crypto/sha1"`, `h "crypto/sha256"`},
		{"func fr(...int) string { var r w.Reader; return reflect.TypeOf(r).String() }", `w "bytes"`, `w "strings"`},
		{"type R struct { w.Reader; n int }", `w "bytes"`, `w "strings"`},
		{"const size = hh.Size", `hh "crypto/md5"`, `hh "crypto/sha1"`},
		{"var l = q.New(4)", `q "container/ring"`, `q "container/ring"`},
	}
	chosen := all[b.IntN(len(all))]
	return item{write: func() editedCell {
		return editedCell{imports: []string{b.one(chosen[1:]...)}, decls: []string{chosen[0]}}
	}}
}

// shadow declares a predeclared name, or the name of a package.
func (b *editedNotebook) shadow() item {
	all := [][]string{
		{"func max(a ...int) int { n := 1000; for _, x := range a { n += x }; return n }", "func max(a ...int) int { n := 2000; for _, x := range a { n += x }; return n }"},
		{"func min(a ...int) int { n := -1000; for _, x := range a { n -= x }; return n }", "func min(a, b int) int { return a + b }"},
		{"func len(v interface{}) int { return 77 }", "func len(v string) int { return 78 }"},
		{"type any interface{ Num() int }", "type any = interface{}"},
		{"const true = 1 > 0", "const true = 1 < 0"},
		{"type string2 = string"},
	}
	chosen := all[b.IntN(len(all))]
	return item{write: func() editedCell { return editedCell{decls: []string{b.one(chosen...)}} }}
}

// typeSwitch returns code that prints the type of a value.
func (b *editedNotebook) typeSwitch() string {
	s := "switch v := id[interface{}](" + b.anything(1) + ").(type) {\n"
	for _, name := range b.sorted(token.TYPE, func(a *atom) bool {
		_, alias := a.object.Type().(*types.Alias)
		return !isGeneric(a.object) && !alias && !types.IsInterface(a.object.Type())
	}) {
		s += fmt.Sprintf("case %s: fmt.Println(%q, dump(v))\ncase *%s: fmt.Println(%q, dump(v))\n", name, name, name, "*"+name)
	}
	return s + "case numer: fmt.Println(\"numer\", tell(v))\ncase fmt.Stringer: fmt.Println(\"Stringer\")\ncase int, string: fmt.Println(v)\ndefault: fmt.Println(dump(v))\n}"
}

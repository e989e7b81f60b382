package stateful

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// block returns statements, followed by uses of their variables.
func (g *randomNotebook) block(n, depth int) string {
	var b strings.Builder
	for range n {
		b.WriteString(g.statement(depth))
	}
	return b.String()
}

// scope returns a block in braces, whose variables end with it.
func (g *randomNotebook) scope(n, depth int, locals ...randomField) string {
	before := len(g.locals)
	g.locals = append(g.locals, locals...)
	text := "{\n" + g.block(n, depth) + "}"
	g.locals = g.locals[:before]
	return text
}

// local declares a variable of a function. With a short declaration it may have the name of a variable of the notebook.
func (g *randomNotebook) local(t *randomType, depth int) string {
	value := g.expr(t, depth)
	name := g.fresh("l")
	if d := g.pick(aVariable, func(d *declared) bool { return !g.hidden(d.name) }); d != nil && g.IntN(5) == 0 {
		name = d.name
		for _, l := range g.locals { // a name in a scope is one variable
			if l.name == name {
				return ""
			}
		}
	}
	g.locals = append(g.locals, randomField{name: name, typ: t})
	return "var " + name + " " + t.text + " = " + value + "\n_ = " + name + "\n"
}

// assigned returns something assignable in a place where only local variables may change.
func (g *randomNotebook) assigned(depth int) (string, *randomType) {
	if g.pure > 0 {
		own := g.locals[g.base:]
		if len(own) == 0 {
			return "", nil
		}
		l := own[g.IntN(len(own))]
		return l.name, l.typ
	}
	v, t := g.variable(func(*randomType) bool { return true })
	switch {
	case v == "":
	case t.kind == reflect.Slice && t.elem != nil && t.named == nil && g.IntN(2) == 0:
		return "*place(" + v + ", " + g.number(depth) + ")", t.elem
	case t.kind == reflect.Pointer && g.IntN(2) == 0:
		return "*target(" + v + ")", t.elem
	case t.kind == reflect.Struct && g.IntN(2) == 0:
		f := t.fields[g.IntN(len(t.fields))]
		return v + "." + f.name, f.typ
	case t.kind == reflect.Array && g.IntN(2) == 0:
		return v + "[0]", t.elem
	}
	return v, t
}

// statement returns a random statement.
func (g *randomNotebook) statement(depth int) string {
	switch g.IntN(20) {
	case 0, 1, 2:
		return g.local(g.typ(2), depth)
	case 3, 4, 5, 6:
		if to, t := g.assigned(depth); to != "" {
			return to + " = " + g.expr(t, depth) + "\n"
		}
	case 7:
		return "if " + g.expr(basics["bool"], depth) + " " + g.scope(1, depth) + " else " + g.scope(1, depth) + "\n"
	case 8:
		i := g.fresh("i")
		label := g.fresh("L")
		return label + ":\nfor " + i + " := range 4 {\nswitch {\ncase " + i + " == 1: continue " + label + "\ncase " + g.expr(basics["bool"], depth) + ": break " + label + "\n}\n" +
			g.scope(1, depth, randomField{name: i, typ: basics["int"]}) + "\n}\n"
	case 9:
		if v, t := g.variable(func(o *randomType) bool { return o.kind == reflect.Slice && o.named == nil }); v != "" {
			x := g.fresh("x")
			return "for _, " + x + " := range " + v + " {\n_ = " + x + "\n" + g.scope(1, depth, randomField{name: x, typ: t.elem}) + "\n}\n"
		}
	case 10:
		return g.typeSwitch(depth)
	case 11:
		if g.pure == 0 {
			return "func() {\ndefer func() { fmt.Println(\"recovered\", recover()) }()\nvar none []int\n_ = none[" + g.typedExpr(basics["int"], depth) + "&7]\n}()\n"
		}
	case 12:
		if v, t := g.variable(func(o *randomType) bool { return o.kind == reflect.Slice && o.named == nil }); v != "" && g.pure == 0 {
			return v + " = short(append(" + v + ", " + g.expr(t.elem, depth) + "))\n"
		}
	case 13:
		if v, t := g.variable(func(o *randomType) bool { return o.kind == reflect.Map }); v != "" && g.pure == 0 {
			return "if " + v + " != nil && len(" + v + ") < 9 { " + v + "[" + g.expr(t.key, depth) + "] = " + g.expr(t.elem, depth) + " } else { delete(" + v + ", " + g.expr(t.key, depth) + ") }\n"
		}
	case 14:
		return "func() {\ntype local struct{ a " + g.typ(1).text + "; b *int }\nvar v any = &local{}\n_, is := v.(*local)\nif !is { panic(\"a local type is another one\") }\n}()\n"
	case 15:
		if g.pure == 0 {
			return "runtime.GC()\n"
		}
	case 16:
		if g.pure == 0 {
			t := g.typ(1)
			r := g.fresh("r")
			body := g.within(func() string { return "return " + g.expr(t, depth) })
			return "{\nvar wg sync.WaitGroup\nvar " + r + " [3]" + t.text + "\nfor i := range " + r + " { wg.Go(func() { " + r + "[i] = func() " + t.text + " { churn(); " + body + " }() }) }\nwg.Wait()\nfmt.Println(dump(" + r + "))\n}\n"
		}
	case 17:
		if v, _ := g.variable(func(o *randomType) bool { return o.kind == reflect.Chan }); v != "" && g.pure == 0 && g.IntN(2) == 0 {
			x := g.fresh("x")
			return "select {\ncase " + x + " := <-" + v + ":\nfmt.Println(dump(" + x + "))\n" + v + " <- " + x + "\ndefault:\nfmt.Println(\"nothing\")\n}\n"
		}
		if v, _ := g.variable(func(o *randomType) bool { return o.named != nil || o.text == "numer" }); v != "" && g.pure == 0 {
			f := g.fresh("m")
			return f + " := numOf(" + v + ")\nfmt.Println(" + f + "())\n_ = " + f + "\n"
		}
	default:
		if g.pure == 0 {
			return "fmt.Println(dump(" + g.typedExpr(g.typ(2), depth) + "))\n"
		}
	}
	return ""
}

// typeSwitch returns code that prints the type of a value.
func (g *randomNotebook) typeSwitch(depth int) string {
	var b strings.Builder
	seen := map[string]bool{}
	for range 4 {
		t := g.typ(2)
		if t.kind != reflect.Interface && !seen[t.text] {
			seen[t.text] = true
			fmt.Fprintf(&b, "case %s: _ = v; %s\n", t.text, g.say(t.text))
		}
	}
	return "switch v := id[any](" + g.expr(basics["any"], depth) + ").(type) {\n" + b.String() + "case numer: _ = v; " + g.say("numer") + "\ndefault: _ = v\n}\n"
}

// say returns code that prints, or nothing in expressions without side effects.
func (g *randomNotebook) say(text string) string {
	if g.pure > 0 {
		return ""
	}
	return fmt.Sprintf("fmt.Println(%q)", strings.ReplaceAll(text, mark, ""))
}

// function returns a declaration of a function, generic or not.
func (g *randomNotebook) function(name string, in, out *randomType) *declared {
	d := &declared{name: name, kind: aFunction, in: in, out: out}
	if out == nil {
		d.texts = []string{"func " + mark + name + mark + "[T any](v T, f func(T) T) T {\n" + g.within(func() string { return g.block(1, 1) }) + "for range " + fmt.Sprint(g.IntN(3)) + " { v = f(v) }\nreturn v\n}"}
		return d
	}
	d.texts = []string{"func " + mark + name + mark + "(p " + in.text + ") " + out.text + " {\n" + g.within(func() string { return g.result(out, 2) }, randomField{name: "p", typ: in}) + "}"}
	return d
}

// typeDeclared returns a declaration of a type with methods.
func (g *randomNotebook) typeDeclared(name string) *declared {
	d := &declared{name: name, kind: aType}
	self := mark + name + mark
	if g.IntN(4) == 0 {
		d.texts = []string{"type " + self + "[T any] struct { v T; next *" + self + "[T] }", "func (b *" + self + "[T]) Get() T { return b.v }",
			"func (b *" + self + "[T]) All() iter.Seq[T] { return func(yield func(T) bool) { for ; b != nil; b = b.next { if !yield(b.v) { return } } } }",
			"func (b *" + self + "[T]) Last() (r T) { for x := range b.All() { r = x }; return r }"}
		return d
	}
	t := &randomType{text: self, named: d}
	under := ""
	switch g.IntN(4) {
	case 0:
		o := basics[[]string{"int", "string", "float64", "uint16", "bool"}[g.IntN(5)]]
		t.kind, under = o.kind, o.text
	case 1:
		t.elem, t.kind = g.typ(1), reflect.Slice
		under = "[]" + t.elem.text
	default:
		t.kind = reflect.Struct
		under = "struct {\n"
		add := func(f randomField) {
			t.fields = append(t.fields, f)
			if f.embedded {
				under += f.typ.text + "\n"
			} else {
				under += f.name + " " + f.typ.text + "\n"
			}
		}
		if o := g.pick(aType, func(o *declared) bool { return o.typ != nil && o.typ.kind == reflect.Struct }); o != nil && g.IntN(2) == 0 {
			add(randomField{name: o.typ.text, typ: o.typ, embedded: true})
		}
		for range 1 + g.IntN(3) {
			add(randomField{name: g.fresh([]string{"F", "f"}[g.IntN(2)]), typ: g.typ(2)})
		}
		add(randomField{name: g.fresh("self"), typ: &randomType{text: "*" + self, kind: reflect.Pointer, elem: t}})
		under += "}"
	}
	d.texts = []string{"type " + self + " " + under}
	d.texts = append(d.texts, g.method(t))
	d.typ = t
	return d
}

// changed returns a type with an additional field and another method. Everything else stays, so users can be compiled again.
func (g *randomNotebook) changed(old *declared) *declared {
	d := &declared{name: old.name, kind: aType, typ: old.typ, texts: slices.Clone(old.texts)}
	name := g.fresh("n")
	if old.typ == nil {
		d.texts[0] = strings.Replace(d.texts[0], "v T;", "v T; "+name+" []T;", 1)
		return d
	}
	if t := old.typ; t.kind == reflect.Struct {
		add := randomField{name: name, typ: basics[[]string{"int", "string"}[g.IntN(2)]]}
		t.fields = append(t.fields, add)
		d.texts[0] = strings.TrimSuffix(d.texts[0], "}") + add.name + " " + add.typ.text + "\n}"
	}
	d.texts[1] = g.method(old.typ)
	return d
}

// method returns the method Num of a type.
func (g *randomNotebook) method(t *randomType) string {
	return "func (p " + t.text + ") Num() int {\n" + g.within(func() string { return g.result(basics["int"], 2) }, randomField{name: "p", typ: plainFields(t)}) + "}"
}

// plainFields returns a type without its methods, which must not call themselves.
func plainFields(t *randomType) *randomType {
	o := *t
	o.named = nil
	return &o
}

// variableDeclared returns a statement that declares a variable.
func (g *randomNotebook) variableDeclared(name string, t *randomType) (d *declared, text string) {
	value := g.expr(t, 3)
	d = &declared{name: name, kind: aVariable, typ: t}
	if g.IntN(6) == 0 {
		value = g.zero(t)
	}
	return d, value
}

// constants returns a declaration of three constants.
func (g *randomNotebook) constants() (all []*declared, text string) {
	first, a, b := g.fresh("k"), g.fresh("k"), g.fresh("k")
	text = fmt.Sprintf("const (\n%s = iota*%d + 1\n%s\n%s\n)", mark+first+mark, 1+g.IntN(5), mark+a+mark, mark+b+mark)
	for _, name := range []string{first, a, b} {
		all = append(all, &declared{name: name, kind: aConstant})
	}
	return all, text
}

// cell returns the next cell and writes it to the program.
func (g *randomNotebook) cell() string {
	g.cells++
	g.locals = nil
	var cell []string
	var program strings.Builder
	still := g.IntN(4) == 0 // only declarations, in any order
	declare := func(d *declared) {
		g.declare(d)
		for _, text := range d.texts {
			cell = append(cell, plainText(text)+"\n")
		}
	}
	variable := func(name string, t *randomType) {
		d, assignment := g.variableDeclared(name, t)
		short := !still && g.IntN(2) == 0
		if short {
			assignment = "id[" + t.text + "](" + assignment + ")"
		}
		rendered := g.versioned(assignment)
		if old := g.find(name); old == nil || old.typ.text != t.text {
			g.declare(d)
		}
		if short {
			cell = append(cell, fmt.Sprintf("%s := %s\n", name, plainText(assignment)))
		} else {
			cell = append(cell, fmt.Sprintf("var %s %s = %s\n", name, plainText(t.text), plainText(assignment)))
		}
		fmt.Fprintf(&program, "%s = %s\n", g.versioned(mark+name+mark), rendered)
	}
	switch g.IntN(5) { // changes come first, because the whole cell sees them
	case 0:
		if d := g.pick(aFunction, func(d *declared) bool { return d.out != nil }); d != nil {
			g.pinned = d
			declare(g.function(d.name, d.in, d.out))
		}
	case 1:
		if d := g.pick(aType, func(d *declared) bool { return true }); d != nil {
			g.pinned = d
			declare(g.changed(d))
		}
	case 2:
		if d := g.pick(aVariable, func(d *declared) bool { return true }); d != nil {
			g.pinned = d
			t := d.typ
			if g.IntN(2) == 0 {
				t = g.typ(2)
			}
			variable(d.name, t)
		}
	}
	g.pinned = nil
	for range 1 + g.IntN(4) {
		switch g.IntN(8) {
		case 0:
			declare(g.typeDeclared(g.fresh("kind")))
		case 1:
			declare(g.function(g.fresh("fn"), g.typ(1), g.typ(2)))
		case 2:
			if g.IntN(3) == 0 {
				declare(g.function(g.fresh("gen"), nil, nil))
			} else {
				all, text := g.constants()
				for _, d := range all {
					g.declare(d)
				}
				g.globals.WriteString(g.versioned(text) + "\n")
				cell = append(cell, plainText(text)+"\n")
			}
		case 3, 4, 5:
			variable(g.fresh("v"), g.typ(3))
		default:
			if still {
				variable(g.fresh("v"), g.typ(2))
				continue
			}
			s := g.scope(2, 2) + "\n"
			if to, t := g.assigned(1); to != "" && g.IntN(2) == 0 {
				s = to + " = " + g.expr(t, 3) + "\n"
			}
			cell = append(cell, plainText(s))
			program.WriteString(g.versioned(s))
		}
	}
	if still {
		g.Shuffle(len(cell), func(i, j int) { cell[i], cell[j] = cell[j], cell[i] })
		fmt.Fprintf(&g.functions, "func cell_%d() {\n%s}\n\n", g.cells, program.String())
		return strings.Join(cell, "")
	}
	for range 2 {
		if d := g.pick(aVariable, func(*declared) bool { return true }); d != nil {
			s := "fmt.Println(dump(" + mark + d.name + mark + "))\n"
			cell = append(cell, plainText(s))
			program.WriteString(g.versioned(s))
		}
	}
	if g.IntN(6) == 0 && !g.calm {
		s := "panic(" + g.expr(basics["string"], 2) + ")\n"
		if g.IntN(2) == 0 {
			s = "_ = []int{1}[id(" + fmt.Sprint(1+g.IntN(3)) + ")]\n"
		}
		s = "defer fmt.Println(\"deferred\", dump(" + g.typedExpr(g.typ(1), 1) + "))\n" + s
		cell = append(cell, plainText(s))
		program.WriteString(g.versioned(s))
	}
	fmt.Fprintf(&g.functions, "func cell_%d() {\ndefer ended()\n%s}\n\n", g.cells, program.String())
	return strings.Join(cell, "")
}

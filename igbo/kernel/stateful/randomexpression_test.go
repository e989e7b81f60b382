package stateful

import (
	"fmt"
	"reflect"
	"strings"
)

// expr returns an expression of a type without visible side effects.
func (g *randomNotebook) expr(t *randomType, depth int) string {
	if g.IntN(2) == 0 {
		if v := g.of(t); v != "" {
			return v
		}
	}
	for i := 0; depth > 0 && i < 4; i++ {
		if s := g.derived(t, depth-1); s != "" {
			return s
		}
	}
	return g.literal(t, depth)
}

// number returns an expression of type int.
func (g *randomNotebook) number(depth int) string { return g.expr(basics["int"], depth) }

// within writes code that is in a separate function, whose variables end with it.
func (g *randomNotebook) within(write func() string, params ...randomField) string {
	before, base := len(g.locals), g.base
	g.base = before
	g.locals = append(g.locals, params...)
	g.pure++
	text := write()
	g.pure--
	g.locals, g.base = g.locals[:before], base
	return text
}

// result returns the body of a function that returns a type.
func (g *randomNotebook) result(t *randomType, depth int) string {
	return g.within(func() string {
		return g.block(g.IntN(3), depth) + "return " + g.expr(t, depth) + "\n"
	})
}

// derived returns an expression that is built from others, or "" if there are none to build it from.
func (g *randomNotebook) derived(t *randomType, depth int) string {
	e := func() string { return g.expr(t, depth) }
	switch g.IntN(22) {
	case 0, 1:
		if f := g.pick(aFunction, func(d *declared) bool { return d.out != nil && d.out.text == t.text }); f != nil {
			return mark + f.name + mark + "(" + g.expr(f.in, depth) + ")"
		}
	case 2:
		if v, _ := g.variable(func(o *randomType) bool { return o.kind == reflect.Slice && o.named == nil && o.elem.text == t.text }); v != "" {
			return "at(" + v + ", " + g.number(depth) + ")"
		}
	case 3:
		if v, o := g.variable(func(o *randomType) bool { return o.kind == reflect.Map && o.elem.text == t.text }); v != "" {
			return v + "[" + g.expr(o.key, depth) + "]"
		}
	case 4:
		if v, _ := g.variable(func(o *randomType) bool { return o.kind == reflect.Pointer && o.elem.text == t.text }); v != "" {
			return "deref(" + v + ")"
		}
	case 5, 6:
		if v, f := g.field(t); v != "" {
			return v + "." + f
		}
	case 7:
		in := g.typ(1)
		name := g.fresh("a")
		body := g.within(func() string { return g.result(t, depth) }, randomField{name: name, typ: in})
		return "func(" + name + " " + in.text + ") " + t.text + " {\n" + body + "}(" + g.expr(in, depth) + ")"
	case 8:
		if v, _ := g.variable(func(o *randomType) bool { return o.kind == reflect.Interface }); v != "" && t.kind != reflect.Interface {
			return "as[" + t.text + "](" + v + ")"
		}
	case 9:
		return "pick(" + g.expr(basics["bool"], depth) + ", " + g.typedExpr(t, depth) + ", " + g.typedExpr(t, depth) + ")"
	case 10:
		if t.size() > largestInChannel {
			return "*through(&[]" + t.text + "{" + g.typedExpr(t, depth) + "}[0])"
		}
		return "through(" + g.typedExpr(t, depth) + ")"
	case 11:
		return "func() (r " + t.text + ") {\ndefer func() { if e := recover(); e != nil { r = " + e() + " } }()\npanic(" + g.expr(basics["any"], depth) + ")\n}()"
	case 12:
		if v, _ := g.variable(func(o *randomType) bool { return o.kind == reflect.Slice && o.named == nil && o.elem.text == t.text }); v != "" {
			return "func() (r " + t.text + ") {\nfor i, x := range slices.All(" + v + ") { if i > 2 { break }; r = x }\nreturn\n}()"
		}
	case 13:
		if d := g.pick(aType, func(d *declared) bool { return d.typ == nil }); d != nil {
			return "(&" + mark + d.name + mark + "[" + t.text + "]{v: " + e() + "})." + []string{"Get()", "Last()", "v"}[g.IntN(3)]
		}
	case 14:
		if d := g.pick(aFunction, func(d *declared) bool { return d.out == nil }); d != nil {
			return mark + d.name + mark + "[" + t.text + "](" + e() + ", func(x " + t.text + ") " + t.text + " { return pick(" + g.expr(basics["bool"], depth) + ", x, " + g.typedExpr(t, depth) + ") })"
		}
	case 15:
		if v, o := g.variable(func(o *randomType) bool { return o.kind == reflect.Func && o.elem.text == t.text }); v != "" && g.pure == 0 {
			return "call(" + v + ", " + g.typedExpr(o.in, depth) + ")"
		}
	default:
		return g.operation(t, depth)
	}
	return ""
}

// typedExpr returns an expression whose type is known without context, unlike a constant or nil.
func (g *randomNotebook) typedExpr(t *randomType, depth int) string {
	return "id[" + t.text + "](" + g.expr(t, depth) + ")"
}

// field returns a variable's field of a type.
func (g *randomNotebook) field(t *randomType) (text, name string) {
	fits := func(o *randomType) bool {
		for _, f := range o.fields {
			if f.typ.text == t.text {
				name = f.name
				return true
			}
		}
		return false
	}
	text, o := g.variable(fits)
	if text == "" {
		text, o = g.variable(func(o *randomType) bool { return o.kind == reflect.Pointer && fits(o.elem) })
		text = "deref(" + text + ")"
		if o == nil {
			return "", ""
		}
		o = o.elem
	}
	fits(o)
	return text, name
}

// operation returns an operator, a method or a conversion.
func (g *randomNotebook) operation(t *randomType, depth int) string {
	if t.named != nil {
		return ""
	}
	switch {
	case t.text == "int":
		switch g.IntN(7) {
		case 0:
			if v, _ := g.variable(func(o *randomType) bool {
				return o.kind == reflect.Slice || o.kind == reflect.Map || o.kind == reflect.String || o.kind == reflect.Array
			}); v != "" {
				return "len(" + v + ")"
			}
		case 1, 2:
			if v, o := g.variable(func(o *randomType) bool { return o.named != nil || o.text == "numer" }); v != "" {
				if o.named != nil {
					return []string{v + ".Num()", o.text + ".Num(" + v + ")", "call0(" + v + ".Num)", "numer(" + v + ").Num()"}[g.IntN(4)]
				}
				if g.pure == 0 {
					return "num(" + v + ")"
				}
			}
		case 3:
			return "int(" + g.typedExpr(basics[[]string{"int8", "uint16", "int32"}[g.IntN(3)]], depth) + ")"
		case 4:
			if d := g.pick(aConstant, func(*declared) bool { return true }); d != nil && !g.hidden(d.name) {
				return mark + d.name + mark
			}
		case 5:
			return "sum(" + g.number(depth) + ", " + g.number(depth) + ", " + g.number(0) + ")"
		}
	case t.kind == reflect.Bool:
		for range 3 {
			if o := g.typ(1); o.comparable() {
				return "(" + g.typedExpr(o, depth) + []string{" == ", " != "}[g.IntN(2)] + g.typedExpr(o, depth) + ")"
			}
		}
		return "(" + g.typedExpr(basics["int"], depth) + " < " + g.number(depth) + ")"
	case t.kind == reflect.String:
		return []string{"clip(" + g.typedExpr(t, depth) + " + " + g.expr(t, depth) + ")", "dump(" + g.typedExpr(g.typ(1), depth) + ")", "strconv.Itoa(" + g.number(depth) + ")", "strings.ToUpper(" + g.expr(t, depth) + ")"}[g.IntN(4)]
	case t.text == "any":
		return g.typedExpr(g.typ(1), depth)
	}
	if t.integer() {
		a := g.typedExpr(t, depth)
		return []string{"(" + a + " + " + g.expr(t, depth) + ")", "(" + a + " - " + g.expr(t, depth) + ")", "(" + a + " * " + g.expr(t, depth) + ")", "(" + a + " / (" + g.expr(t, depth) + " | 1))",
			"(" + a + " ^ " + g.expr(t, depth) + ")", "(" + a + " &^ " + g.expr(t, depth) + ")", "(" + a + " << 3)", "(" + a + " >> 1)", "max(" + a + ", " + g.expr(t, depth) + ")"}[g.IntN(9)]
	}
	if t.number() {
		return "(" + g.typedExpr(t, depth) + []string{" + ", " - ", " * "}[g.IntN(3)] + g.expr(t, depth) + ")"
	}
	return ""
}

// literal returns a literal value.
func (g *randomNotebook) literal(t *randomType, depth int) string {
	text := g.literalOf(t, depth-1)
	if t.named != nil && t.kind != reflect.Struct && t.kind != reflect.Slice && t.kind != reflect.Map && t.kind != reflect.Array {
		return t.text + "(" + text + ")"
	}
	return text
}

func (g *randomNotebook) literalOf(t *randomType, depth int) string {
	few := func() int { return g.IntN(4) }
	switch {
	case t.kind == reflect.Bool:
		return []string{"true", "false"}[g.IntN(2)]
	case t.kind == reflect.String:
		return fmt.Sprintf("%q", []string{"", "a", "b", "é", "longer than a word", "\x00"}[g.IntN(6)])
	case t.kind == reflect.Float64, t.kind == reflect.Float32:
		return []string{"0", "1.5", "-2.25", "1e6", "0.1"}[g.IntN(5)]
	case t.integer():
		return fmt.Sprint([]int{0, 1, 2, 3, 7, 100, 127}[g.IntN(7)])
	}
	if depth < 0 {
		return g.zero(t)
	}
	list := func(n int, one func(i int) string) string {
		var all []string
		for i := range n {
			all = append(all, one(i))
		}
		return t.text + "{" + strings.Join(all, ", ") + "}"
	}
	switch t.kind {
	case reflect.Slice:
		return list(few(), func(int) string { return g.expr(t.elem, depth) })
	case reflect.Array:
		return list(1, func(int) string { return g.expr(t.elem, depth) })
	case reflect.Map:
		key := g.expr(t.key, 0)
		if t.key.kind != reflect.Struct {
			key = g.typedExpr(t.key, 0) // a literal cannot have two equal constant keys
		}
		return list(1, func(int) string { return key + ": " + g.expr(t.elem, depth) })
	case reflect.Struct:
		return list(len(t.fields), func(i int) string { return t.fields[i].name + ": " + g.expr(t.fields[i].typ, depth) })
	case reflect.Pointer:
		return "ref(" + g.typedExpr(t.elem, depth) + ")"
	case reflect.Chan:
		return "filled(" + g.typedExpr(t.elem, depth) + ")"
	case reflect.Func:
		name := g.fresh("p")
		return "func(" + name + " " + t.in.text + ") " + t.elem.text + " {\n" + g.within(func() string { return g.result(t.elem, depth) }, randomField{name: name, typ: t.in}) + "}"
	}
	switch t.text {
	case "any":
		return g.typedExpr(g.typ(1), depth)
	case "error":
		return []string{"errors.New(" + g.expr(basics["string"], depth) + ")", "fmt.Errorf(\"w: %w\", os.ErrNotExist)", "wrong{" + g.number(depth) + "}"}[g.IntN(3)]
	case "numer":
		if d := g.pick(aType, func(d *declared) bool { return d.typ != nil }); d != nil {
			return g.typedExpr(d.typ, depth)
		}
	}
	return g.zero(t)
}

// zero returns the zero value.
func (g *randomNotebook) zero(t *randomType) string { return "*new(" + t.text + ")" }

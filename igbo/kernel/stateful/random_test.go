package stateful

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// A random notebook is written twice: as cells, in which names are plain, and as one ordinary program, in which each name has a version,
// because declaring it again makes another object. Names of declarations are between marks until then.

// mark encloses the name of a declaration.
const mark = "$"

var marked = regexp.MustCompile(`\$(\w+)\$`)

// declaredKind is the kind of a declaration.
type declaredKind int

const (
	aFunction declaredKind = iota
	aType
	aVariable
	aConstant
)

// declared is a declaration of the random notebook.
type declared struct {
	name    string
	kind    declaredKind
	version int
	texts   []string // its source texts; for a type also its methods
	typ     *randomType
	in, out *randomType // types of a function's parameter and result
}

func (d *declared) uses(name string) bool {
	texts := d.texts
	if d.kind == aVariable {
		texts = []string{d.typ.text}
	}
	return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, mark+name+mark) })
}

// randomType is a type of the random notebook.
type randomType struct {
	text   string
	kind   reflect.Kind
	elem   *randomType
	key    *randomType
	fields []randomField
	in     *randomType
	named  *declared // a type of the notebook with the method Num
}

type randomField struct {
	name     string
	typ      *randomType
	embedded bool
}

var basics = map[string]*randomType{}

func init() {
	for _, k := range []reflect.Kind{reflect.Int, reflect.Int8, reflect.Uint16, reflect.Uint64, reflect.Float64, reflect.Float32, reflect.String, reflect.Bool, reflect.Int32} {
		basics[k.String()] = &randomType{text: k.String(), kind: k}
	}
	for _, name := range []string{"any", "numer", "error"} {
		basics[name] = &randomType{text: name, kind: reflect.Interface}
	}
}

func (t *randomType) number() bool {
	return t.kind >= reflect.Int && t.kind <= reflect.Float64
}

func (t *randomType) integer() bool { return t.kind >= reflect.Int && t.kind <= reflect.Uint64 }

// comparable reports whether a type can be a key and its values can be compared without a panic.
func (t *randomType) comparable() bool {
	switch t.kind {
	case reflect.Slice, reflect.Map, reflect.Func, reflect.Interface, reflect.Float64, reflect.Float32, reflect.Pointer, reflect.Chan:
		return false
	case reflect.Array:
		return t.elem.comparable()
	case reflect.Struct:
		return !slices.ContainsFunc(t.fields, func(f randomField) bool { return !f.typ.comparable() })
	}
	return true
}

// randomNotebook writes cells.
type randomNotebook struct {
	*rand.Rand
	n      int
	all    []*declared
	past   map[string]int // number of versions of a name
	locals []randomField
	base   int       // index of the first local of the innermost function
	pure   int       // positive inside expressions without side effects
	pinned *declared // about to change, so nothing that depends on it is used
	costs  map[string]int
	calm   bool // whether cells never panic

	globals   strings.Builder // declarations of the program
	functions strings.Builder // its functions for the cells
	cells     int
}

func newRandomNotebook(seed uint64) *randomNotebook {
	return &randomNotebook{Rand: rand.New(rand.NewPCG(seed, 0)), past: map[string]int{}, costs: map[string]int{}}
}

func (g *randomNotebook) fresh(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%d", prefix, g.n)
}

// plainText returns a text as a cell has it. versioned returns it as the program has it.
func plainText(text string) string { return marked.ReplaceAllString(text, "$1") }

func (g *randomNotebook) versioned(text string) string {
	return marked.ReplaceAllStringFunc(text, func(m string) string {
		name := strings.Trim(m, mark)
		if d := g.find(name); d != nil {
			return fmt.Sprintf("%s_%d", name, d.version)
		}
		panic("nobody has declared " + name + " in " + text)
	})
}

func (g *randomNotebook) find(name string) *declared {
	for _, d := range g.all {
		if d.name == name {
			return d
		}
	}
	return nil
}

// declare adds a declaration, or another version of its name. Dependants are compiled again, and dependent variables are removed.
func (g *randomNotebook) declare(d *declared) {
	old := g.find(d.name)
	g.costs = map[string]int{}
	g.past[d.name]++
	d.version = g.past[d.name]
	if old == nil {
		g.all = append(g.all, d)
	} else {
		g.all[slices.Index(g.all, old)] = d
	}
	again := []*declared{d}
	if old != nil {
		again = append(again, g.spread(d)...)
	}
	for _, a := range again { // versions first, because they may name each other
		if a != d {
			g.past[a.name]++
			a.version = g.past[a.name]
		}
	}
	for _, a := range again {
		if a.kind == aVariable {
			fmt.Fprintf(&g.globals, "var %s_%d %s\n", a.name, a.version, g.versioned(a.typ.text))
			continue
		}
		for _, text := range a.texts {
			g.globals.WriteString(g.versioned(text) + "\n")
		}
	}
}

// spread removes what disappears with a change, and returns what is compiled again.
func (g *randomNotebook) spread(changed *declared) (again []*declared) {
	touched, gone := map[string]bool{changed.name: true}, map[string]bool{}
	for grown := true; grown; {
		grown = false
		for _, d := range g.all {
			if touched[d.name] || d.kind == aConstant {
				continue
			}
			for name := range touched {
				if d.uses(name) {
					touched[d.name], grown = true, true
					if d.kind == aVariable || gone[name] || changed.kind == aVariable { // users of a variable whose type changed are not used again
						gone[d.name] = true
					}
					break
				}
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for _, d := range g.all {
			for name := range gone {
				if !gone[d.name] && d != changed && d.uses(name) {
					gone[d.name], grown = true, true
				}
			}
		}
	}
	g.all = slices.DeleteFunc(g.all, func(d *declared) bool { return gone[d.name] })
	for _, d := range g.all {
		if touched[d.name] && d != changed {
			again = append(again, d)
		}
	}
	return again
}

// pick returns a random declaration that satisfies a condition, or nil.
func (g *randomNotebook) pick(kind declaredKind, holds func(*declared) bool) *declared {
	var some []*declared
	for _, d := range g.all {
		if d.kind == kind && holds(d) && !(g.pinned != nil && g.reaches(d, g.pinned)) && g.cost(d) < mostCost {
			some = append(some, d)
		}
	}
	if len(some) == 0 {
		return nil
	}
	return some[g.IntN(len(some))]
}

// reaches reports whether a declaration depends on another one.
func (g *randomNotebook) reaches(d, other *declared) bool {
	if d.name == other.name {
		return true
	}
	for _, name := range d.names() {
		if o := g.find(name); name != d.name && (name == other.name || o != nil && g.reaches(o, other)) {
			return true
		}
	}
	return false
}

// names returns the names that a declaration uses, with repetitions.
func (d *declared) names() (all []string) {
	text := strings.Join(d.texts, "\n")
	if d.kind == aVariable {
		text = d.typ.text
	}
	for _, m := range marked.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// mostCost limits the number of calls that a call may cause.
const mostCost = 300

// cost estimates the number of calls that a call of a function causes.
func (g *randomNotebook) cost(d *declared) int {
	if d.kind == aVariable || d.kind == aConstant {
		return 1
	}
	if n, ok := g.costs[d.name]; ok {
		return n
	}
	g.costs[d.name] = 1 // its own name, in its own text
	n := 1
	for _, name := range d.names() {
		if o := g.find(name); o != nil {
			n += g.cost(o)
		}
	}
	if strings.Contains(strings.Join(d.texts, ""), "for ") {
		n *= 4
	}
	g.costs[d.name] = min(n, 1_000_000)
	return n
}

// variable returns a variable of the cell's function or the notebook whose type satisfies a condition.
func (g *randomNotebook) variable(holds func(*randomType) bool) (text string, t *randomType) {
	if len(g.locals) > 0 && g.IntN(2) == 0 {
		if l := g.locals[g.IntN(len(g.locals))]; holds(l.typ) {
			return l.name, l.typ
		}
	}
	if d := g.pick(aVariable, func(d *declared) bool { return holds(d.typ) && !g.hidden(d.name) }); d != nil {
		return mark + d.name + mark, d.typ
	}
	return "", nil
}

// hidden reports whether a local variable has the name.
func (g *randomNotebook) hidden(name string) bool {
	return slices.ContainsFunc(g.locals, func(l randomField) bool { return l.name == name })
}

func (g *randomNotebook) of(t *randomType) (text string) {
	text, _ = g.variable(func(o *randomType) bool { return o.text == t.text })
	return text
}

// typ returns a random type.
func (g *randomNotebook) typ(depth int) *randomType {
	if d := g.pick(aType, func(d *declared) bool { return d.typ != nil }); d != nil && g.IntN(3) == 0 {
		return d.typ
	}
	if d := g.pick(aType, func(d *declared) bool { return d.typ == nil }); d != nil && depth > 0 && g.IntN(6) == 0 { // a generic one
		e := g.typ(0)
		t := &randomType{text: mark + d.name + mark + "[" + e.text + "]", kind: reflect.Struct, elem: e}
		t.fields = []randomField{{name: "v", typ: e}, {name: "next", typ: &randomType{text: "*" + t.text, kind: reflect.Pointer, elem: t}}}
		return t
	}
	if depth > 0 {
		switch g.IntN(9) {
		case 0, 1:
			e := g.typ(depth - 1)
			return &randomType{text: "[]" + e.text, kind: reflect.Slice, elem: e}
		case 2:
			e, k := g.typ(depth-1), g.keyType()
			return &randomType{text: "map[" + k.text + "]" + e.text, kind: reflect.Map, elem: e, key: k}
		case 3, 4:
			e := g.typ(depth - 1)
			return &randomType{text: "*" + e.text, kind: reflect.Pointer, elem: e}
		case 5:
			e := g.typ(depth - 1)
			n := []int{1, 2, 3, 40}[g.IntN(4)]
			return &randomType{text: fmt.Sprintf("[%d]%s", n, e.text), kind: reflect.Array, elem: e}
		case 6:
			e, in := g.typ(depth-1), g.typ(0)
			return &randomType{text: "func(" + in.text + ") " + e.text, kind: reflect.Func, elem: e, in: in}
		case 7:
			a, b := g.typ(depth-1), g.typ(0)
			return &randomType{text: "struct{ A " + a.text + "; b " + b.text + " `k:\"v\"` }", kind: reflect.Struct, fields: []randomField{{name: "A", typ: a}, {name: "b", typ: b}}}
		case 8:
			e := g.typ(0)
			if e.size() > largestInChannel {
				e = &randomType{text: "*" + e.text, kind: reflect.Pointer, elem: e}
			}
			return &randomType{text: "chan " + e.text, kind: reflect.Chan, elem: e}
		}
	}
	names := []string{"int", "int", "int8", "uint16", "uint64", "float64", "float32", "string", "string", "bool", "int32", "any", "numer", "error"}
	return basics[names[g.IntN(len(names))]]
}

// largestInChannel is in bytes. Go's compiler accepts less than 64 kB.
const largestInChannel = 32 << 10

// size returns an upper bound of the size of a value, in bytes.
func (t *randomType) size() int {
	switch t.kind {
	case reflect.Array:
		n := 40 // of one with a name
		_, _ = fmt.Sscanf(t.text, "[%d]", &n)
		return n * t.elem.size()
	case reflect.Struct:
		n := 0
		for _, f := range t.fields {
			n += f.typ.size()
		}
		return n
	}
	return 24
}

func (g *randomNotebook) keyType() *randomType {
	for range 10 {
		if t := g.typ(1); t.comparable() && t.kind != reflect.Array {
			return t
		}
	}
	return basics["string"]
}

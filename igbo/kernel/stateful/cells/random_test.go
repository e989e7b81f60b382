package cells

import (
	"errors"
	"fmt"
	"go/token"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestRandomEdits edits random cells. After each edit, the findings about a part of the package must equal those of a check of the whole
// package, and no compiled declaration may name an earlier version of another. CELLS_SESSIONS sets the number of sessions, CELLS_SEED the
// seed.
func TestRandomEdits(t *testing.T) {
	files, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	sessions, seed := setting("CELLS_SESSIONS", 20), setting("CELLS_SEED", 7)
	var total edits
	for i := range sessions {
		e := &edits{T: t, Rand: rand.New(rand.NewPCG(uint64(i), uint64(seed))), s: NewSession(files), bound: map[string]map[string]string{}}
		for n := range 60 {
			code := e.cell()
			if n < len(firstCells) {
				code = firstCells[n]
			}
			e.history = append(e.history, code)
			e.run(code)
			if t.Failed() {
				t.Fatalf("session %d:\n%s", i, strings.Join(e.history, "\n====\n"))
			}
		}
		total.accepted += e.accepted
		total.refused += e.refused
		total.moved += e.moved
		total.broken += e.broken
	}
	t.Logf("%d cells accepted, %d refused; variables moved %d times; broken declarations seen %d times", total.accepted, total.refused, total.moved, total.broken)
}

func setting(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// edits generates a session of random cells.
type edits struct {
	*testing.T
	*rand.Rand
	s       *Session
	history []string
	bound   map[string]map[string]string // the symbols that compiled code names, by its key and symbol

	accepted, refused, moved, broken int
}

func (e *edits) run(code string) {
	u, err := e.s.Prepare(len(e.history), code)
	if err != nil {
		if _, is := errors.AsType[Faults](err); !is {
			if _, is := errors.AsType[Foreign](err); !is || strings.Contains(err.Error(), "do not support this code") {
				e.Errorf("cell %d: %v", len(e.history), err)
			}
		}
		e.refused++
		return
	}
	e.accepted++
	e.moved += len(u.Moved)
	var compiled []*declaration
	for d := range u.found {
		if u.compiled(d) && !d.unnamed() {
			compiled = append(compiled, d)
		}
	}
	line := 0
	if e.IntN(5) == 0 { // it ends early
		line = 1 + e.IntN(1+strings.Count(code, "\n"))
	}
	u.Commit(line)
	for _, d := range compiled {
		if e.s.declarations[d.key] != d {
			continue
		}
		e.bound[e.version(d.key)] = map[string]string{}
		for _, to := range d.targets {
			e.bound[e.version(d.key)][to] = e.version(to)
		}
	}
	if line == 0 { // after an unset variable, broken declarations are compiled with the next cell
		e.compare()
	}
}

// version returns the current version of a key.
func (e *edits) version(key string) string {
	owner, _, method := strings.Cut(key, ".")
	d := e.s.declarations[owner]
	switch {
	case d == nil:
		return "nothing"
	case d.kind == token.CONST:
		return fmt.Sprint(d.keys)
	case method:
		return key + " of " + d.symbol
	}
	return d.symbol
}

// compare checks the whole package.
func (e *edits) compare() {
	d := newSource(e.s, 999, "")
	if err := d.parse(); err != nil {
		e.Fatal(err)
	}
	f, err := e.s.newFile(d)
	if err != nil {
		e.Fatal(err)
	}
	alive := maps.Clone(e.s.declarations)
	maps.DeleteFunc(alive, func(_ string, d *declaration) bool {
		_, method := d.method()
		return method && d.broken != ""
	})
	e.s.whole = true
	whole := e.s.check(alive, f)
	e.s.whole = false
	for key, d := range e.s.declarations {
		if d.broken != "" {
			e.broken++
			continue
		}
		if m := whole.meaning(d); !slices.Equal(m.keys, d.keys) {
			e.Errorf("cell %d: %s means %v; the whole package has %v", len(e.history), key, d.keys, m.keys)
		}
		if whole.broken[d] != "" {
			e.Errorf("cell %d: %s is broken: %s", len(e.history), key, whole.broken[d])
		}
		for to, version := range e.bound[e.version(key)] {
			if now := e.version(to); now != version {
				e.Errorf("cell %d: %s is bound to %s, which is %s now", len(e.history), key, version, now)
			}
		}
	}
}

var firstCells = []string{
	"type A struct{ n int }\nfunc (r A) M() int { return 1 }\ntype B struct{ A }\ntype C int\nfunc (r B) String() string { return \"b\" }",
	"const (\n\tc1 = iota + 1\n\tc2\n)\nx := 1\ny := \"s\"\nz := any(B{})",
	"type G[T any] struct{ v T }\nfunc (g G[T]) Get() T { return g.v }\nfunc gen[T any](v T) any { type loc struct{ v T }; return loc{v} }",
	"func f1() any { return x }\nfunc f2() any { return f1() }\nfunc f3() []int { return []int{min(x, 2)} }",
}

func (e *edits) pick(all ...string) string { return all[e.IntN(len(all))] }

func (e *edits) name() string {
	return e.pick("x", "y", "z", "f1", "f2", "f3", "A", "B", "C", "c1", "c2")
}

func (e *edits) typ() string {
	return e.pick("int", "string", "float64", "A", "B", "C", "*A", "[]B", "map[string]C", "any", "func(A) int", "G[int]", "G[A]", "error", "[c1]int", "fmt.Stringer", "chan B", "struct{ A; n int }", "interface{ M() int }")
}

func (e *edits) expression() string {
	return e.pick("1", "\"s\"", "x", "y", "z", "f1()", "f2()", "f1", "x", "y", "A{}.M()", "B{}.M()", "len(f3())", "c1", "c2", "min(1, 2)", "max(c1, 3)", "fmt.Sprint(x, y)",
		"strings.Repeat(\"a\", 2)", "G[int]{}.Get()", "gen(x)", "gen(f1())", "any(A{})", "len(any(z).(fmt.Stringer).String())", "new(B)", "A{}", "B{}", "C(3)", "[]A{}", "G[B]{}")
}

// cell returns a cell of a few declarations, or an earlier one with one word changed.
func (e *edits) cell() string {
	if len(e.history) > 3 && e.IntN(3) == 0 {
		code := e.history[e.IntN(len(e.history))]
		if e.IntN(2) == 0 {
			return code
		}
		pairs := [][2]string{{"int", "string"}, {"int", "float64"}, {"string", "int"}, {"A", "B"}, {"f1", "f2"}, {"x", "y"}, {"\"text/template\"", "\"html/template\""}, {"1", "2"}, {"min", "max"}}
		p := pairs[e.IntN(len(pairs))]
		return strings.Replace(code, p[0], p[1], 1+e.IntN(2))
	}
	var b strings.Builder
	for range 1 + e.IntN(3) {
		b.WriteString(e.declaration() + "\n")
	}
	return b.String()
}

func (e *edits) declaration() string {
	switch e.IntN(14) {
	case 0, 1:
		return fmt.Sprintf("func %s() any { type loc %s; var r any = %s; return fmt.Sprint(r, loc{}) }", e.pick("f1", "f2"), e.pick("struct{}", "struct{ A }", "[]C"), e.expression())
	case 2:
		return fmt.Sprintf("func %s() any { return fmt.Sprint(%s, %s) }", e.pick("f1", "f2"), e.expression(), e.expression())
	case 3:
		return fmt.Sprintf("type %s %s", e.pick("A", "B", "C"), e.pick("struct{ n int }", "struct{ n string; p *B }", "int", "struct{ A }", "struct{ C; next *B }", "= C", "interface{ M() int }", "map[string]A"))
	case 4:
		return fmt.Sprintf("func (r %s) M() int { _ = any(%s); return 1 }", e.pick("A", "B", "*A", "*C"), e.expression())
	case 5:
		return fmt.Sprintf("func (r %s) String() string { return fmt.Sprint(%s) }", e.pick("A", "B", "C"), e.expression())
	case 6:
		return fmt.Sprintf("const (\n\tc1 = iota + %d\n\tc2 %s\n)", e.IntN(3), e.pick("", "= \"a\"", "A = 2"))
	case 7:
		return fmt.Sprintf("%s := %s", e.pick("x", "y", "z", "w"), e.expression())
	case 8:
		return fmt.Sprintf("var %s %s", e.pick("x", "y", "z", "w", e.name()), e.typ())
	case 9:
		return fmt.Sprintf("type G[T any] struct{ v T }\nfunc (g G[T]) Get() T { _ = any(%s); return g.v }\nfunc gen[T any](v T) any { type loc struct{ v T }; return loc{v} }", e.expression())
	case 10:
		return e.pick("import t \"text/template\"", "import t \"html/template\"", "func max(a, b int) int { return a }", "import t \"container/list\"", "func tt() any { return t.New }",
			"func f3() []int { return nil }", "import . \"strings\"\nfunc f3() string { return ToUpper(\"a\") }")
	case 11:
		return e.pick("L: ", "") + fmt.Sprintf("w, v := %s, %s", e.expression(), e.expression())
	case 12: // it calls a method of the earlier variable's type
		return fmt.Sprintf("_ = w.%s()\nw := %s", e.pick("M", "Get"), e.pick("1", "A{}", "B{}", "new(A)", "G[int]{}"))
	}
	return fmt.Sprintf("fmt.Println(%s)\n%s, %s", e.expression(), e.expression(), e.expression())
}

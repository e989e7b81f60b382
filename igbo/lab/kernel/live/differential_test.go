package live

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// cellsVariable is how many random cells TestDifferential runs, and seedVariable its seed.
const (
	cellsVariable = "LIVE_CELLS"
	seedVariable  = "LIVE_SEED"
)

// TestDifferential runs random cells, and compares what they print with one ordinary program: what
// the cells declare at its top, and their statements one after another in its main function.
func TestDifferential(t *testing.T) {
	cells, seed := 60, uint64(1)
	if n, err := strconv.Atoi(os.Getenv(cellsVariable)); err == nil {
		cells = n
	}
	if n, err := strconv.ParseUint(os.Getenv(seedVariable), 10, 64); err == nil {
		seed = n
	}
	n := open(t, severe...)
	w := &random{Rand: rand.New(rand.NewPCG(seed, 0)), chosen: map[string][]string{}}
	var declared, statements, living strings.Builder
	for range cells {
		d, s := w.cell()
		out := n.run(d + s)
		if strings.Contains(out, "! ") {
			t.Fatalf("cell %d: %s\n%s", n.cells, out, d+s)
		}
		living.WriteString(out)
		declared.WriteString(d)
		statements.WriteString(s)
	}
	file := filepath.Join(t.TempDir(), "main.go")
	text := "package main\n\nimport (\n\t\"fmt\"\n\t\"runtime\"\n\t\"sort\"\n\t\"strings\"\n)\n\nvar _ = sort.Ints\nvar _ = strings.Repeat\nvar _ = runtime.GC\n\n" + declared.String() + "\nfunc main() {\n" + statements.String() + w.use() + "}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, text)
	}
	if got, want := living.String(), string(out); got != want {
		a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Fatalf("line %d: cells say %q, the program %q", i+1, a[i], b[i])
			}
		}
		t.Fatalf("cells say %d lines, the program %d", len(a), len(b))
	}
	t.Logf("%d cells say the same as the program, %d lines", cells, strings.Count(living.String(), "\n"))
}

// random writes random cells; what it has declared it uses again.
type random struct {
	*rand.Rand
	n      int
	chosen map[string][]string // names by the kind of their type
}

func (w *random) name(kind string) string {
	w.n++
	name := fmt.Sprintf("%s%d", kind, w.n)
	w.chosen[kind] = append(w.chosen[kind], name)
	return name
}

// one is a name of a kind, empty where there is none.
func (w *random) one(kind string) string {
	all := w.chosen[kind]
	if len(all) == 0 {
		return ""
	}
	return all[w.IntN(len(all))]
}

// number is an expression of type int.
func (w *random) number(depth int) string {
	if depth > 0 {
		switch w.IntN(9) {
		case 0:
			return fmt.Sprintf("(%s %s %s)", w.number(depth-1), []string{"+", "-", "*", "|", "&", "^"}[w.IntN(6)], w.number(depth-1))
		case 1:
			if f := w.one("fn"); f != "" {
				return fmt.Sprintf("%s(%s)", f, w.number(depth-1))
			}
		case 2:
			if s := w.one("list"); s != "" {
				return fmt.Sprintf("(len(%s) + %s[%d %% len(%s)])", s, s, w.IntN(50), s)
			}
		case 3:
			if p := w.one("ptr"); p != "" {
				return fmt.Sprintf("%s.Sum()", p)
			}
		case 4:
			if m := w.one("table"); m != "" {
				return fmt.Sprintf("%s[%q]", m, string(rune('a'+w.IntN(5))))
			}
		case 5:
			if f := w.one("closure"); f != "" {
				return f + "()"
			}
		case 6:
			if i := w.one("iface"); i != "" {
				return fmt.Sprintf("%s.(interface{ Sum() int }).Sum()", i)
			}
		case 7:
			if g := w.one("gen"); g != "" {
				return fmt.Sprintf("%s(%s, func(i int) int { return i ^ %d })", g, w.number(depth-1), w.IntN(9))
			}
		case 8:
			if v := w.one("num"); v != "" {
				return v
			}
		}
	}
	return strconv.Itoa(w.IntN(1000))
}

// cell is a random cell: declarations and statements.
func (w *random) cell() (declared, statements string) {
	var d, s strings.Builder
	for range 1 + w.IntN(5) {
		switch w.IntN(12) {
		case 0:
			f := fmt.Sprintf("func %s(i int) int { if i > 1000000 || i < -1000000 { return 1 }; return i*2 + %s }\n", fmt.Sprintf("fn%d", w.n+1), w.number(0))
			w.name("fn")
			d.WriteString(f)
		case 1:
			w.n++
			typ := fmt.Sprintf("kind%d", w.n)
			fmt.Fprintf(&d, "type %s struct { a int; next *%s; tags []string; m map[string]int }\nfunc (p *%s) Sum() int { if p == nil { return 0 }; return p.a + len(p.tags) + p.m[\"a\"] + p.next.Sum() }\n", typ, typ, typ)
			fmt.Fprintf(&s, "%s := &%s{a: %s, next: &%s{a: %d}, tags: strings.Split(\"a,b,c\", \",\")}\n", fmt.Sprintf("ptr%d", w.n+1), typ, w.number(1), typ, w.IntN(9))
			p := w.name("ptr")
			fmt.Fprintf(&s, "var %s any = %s\n", fmt.Sprintf("iface%d", w.n+1), p)
			w.name("iface")
		case 2:
			text := fmt.Sprintf("%s := []int{%s, %s, %d}\n", fmt.Sprintf("list%d", w.n+1), w.number(2), w.number(1), w.IntN(100))
			w.name("list")
			s.WriteString(text)
		case 3:
			text := fmt.Sprintf("%s := map[string]int{\"a\": %s, \"b\": %s}\n", fmt.Sprintf("table%d", w.n+1), w.number(2), w.number(1))
			w.name("table")
			s.WriteString(text)
		case 4:
			text := fmt.Sprintf("var %s int = %s\n", fmt.Sprintf("num%d", w.n+1), w.number(2))
			w.name("num")
			s.WriteString(text)
		case 5:
			if v := w.one("num"); v != "" {
				text := fmt.Sprintf("%s := func() int { %s++; return %s %% 1000 }\n", fmt.Sprintf("closure%d", w.n+1), v, v)
				w.name("closure")
				s.WriteString(text)
			}
		case 6:
			text := fmt.Sprintf("func %s[T any](v T, f func(T) T) T { return f(f(v)) }\n", fmt.Sprintf("gen%d", w.n+1))
			w.name("gen")
			d.WriteString(text)
		case 7:
			if l := w.one("list"); l != "" {
				fmt.Fprintf(&s, "%s = append(%s, %s)\nsort.Ints(%s)\n", l, l, w.number(2), l)
			}
		case 8:
			if m := w.one("table"); m != "" {
				fmt.Fprintf(&s, "%s[%q] = %s\n", m, string(rune('a'+w.IntN(5))), w.number(2))
			}
		case 9:
			if v := w.one("num"); v != "" {
				fmt.Fprintf(&s, "for i := range %d { if i %% 2 == 0 { %s += i } else { defer func() { %s -= i }() } }\n", w.IntN(9), v, v)
				if w.IntN(4) > 0 { // deferred calls run at the end of a cell, and of the program
					str := s.String()
					s.Reset()
					s.WriteString(strings.Replace(str, "else { defer func() { "+v+" -= i }() }", "else { func() { defer func() { "+v+" -= i }() }() }", 1))
				} else {
					str := s.String()
					s.Reset()
					s.WriteString(strings.ReplaceAll(str, "defer func", "func"))
				}
			}
		case 10:
			s.WriteString("runtime.GC()\n")
		case 11:
			if l := w.one("list"); l != "" {
				fmt.Fprintf(&s, "func() { defer func() { fmt.Println(\"recovered\", recover()) }(); fmt.Println(%s[%d]) }()\n", l, w.IntN(8))
			}
		}
	}
	for _, kind := range []string{"num", "list", "table", "ptr"} {
		if v := w.one(kind); v != "" && kind != "ptr" {
			fmt.Fprintf(&s, "fmt.Println(%q, %s)\n", v, v)
		}
	}
	fmt.Fprintf(&s, "fmt.Println(%s)\n", w.number(3))
	return d.String(), s.String()
}

// use uses all variables, as a program has to.
func (w *random) use() string {
	var b strings.Builder
	for _, kind := range []string{"ptr", "iface", "list", "table", "num", "closure"} {
		for _, v := range w.chosen[kind] {
			fmt.Fprintf(&b, "_ = %s\n", v)
		}
	}
	return b.String()
}

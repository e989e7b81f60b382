package cells

import (
	"strings"
	"testing"
)

// TestEdits runs cells that change what others use. Notes are joined by "; ", and a fault begins with "!".
func TestEdits(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells [][2]string
	}{
		{"a variable gets another type", [][2]string{
			{"data := []float64{1}\nfunc mean() float64 { return float64(data[0]) }\ntype A struct{}\nfunc (A) M() any { return data }", ""},
			{"data := []int{1}\nfunc mean() float64 { return float64(data[0]) }\ntype A struct{}\nfunc (A) M() any { return data }", "+A +A.M +data +mean"},
			{"data := []int{2}", "+data"}}},
		{"generic methods", [][2]string{{"x := 1", ""}, {"type box[T any] struct{ v T }\nfunc (b box[T]) F() any { return x }", "+box +box.F"}, {"x := \"new\"", "compiled again: box +box +box.F +x"}}},
		{"an import changes", [][2]string{
			{"import t \"text/template\"\nfunc esc() string { return t.HTMLEscapeString(\"<\") }", ""}, {"import t \"html/template\"\nfunc esc() string { return t.HTMLEscapeString(\"<\") }", "+esc"},
			{"func other() any { return t.New(\"\").Funcs(t.FuncMap{}) }", "+other"}}},
		{"a cell that fails leaves no import", [][2]string{{"import s \"strings\"\nnonsense()", "! undefined: nonsense"}, {"s.ToUpper(\"a\")", "! undefined: s"}}},
		{"a builtin is shadowed", [][2]string{
			{"func big() int { return max(1, 2) }", ""}, {"func max(a, b int) int { return -1 }", "compiled again: big +big +max"},
			{"max := 3", "does not compile any more: big (invalid operation: cannot call max (variable of type int): int is not a function) +big +max"},
			{"func max(a, b int) int { return 0 }", "compiled again: big +big +max"}}},
		{"an import and a variable share a name", [][2]string{
			{"import str \"strings\"", ""}, {"str := \"a\"", "+str"}, {"upper := str.ToUpper(\"a\")", "+upper"}, {"length := len(str)", "+length"}}},
		{"a constant changes", [][2]string{
			{"const a = 1", ""}, {"const b = a + 1\nfunc f() int { return b }\nv := b", "+b +f +v"}, {"const a = 5", "compiled again: f +a +b +f"}, {"const a = 5", "+a"}}},
		{"an enumeration gets a method", [][2]string{
			{"type Color int\nconst (Red Color = iota; Green)\nc := Green", ""}, {"func (c Color) String() string { return \"\" }", "compiled again: Color +Color +Color.String +Green +Red +c"}, {"d := Red", "+d"}}},
		{"broken and mended", [][2]string{
			{"type T struct{ n int }\nfunc (t T) M() int { return g() }\nfunc g() int { return 1 }\nx := T{1}\nvar i interface{ M() int } = x", ""},
			{"func g() string { return \"\" }", "compiled again: T; does not compile any more: T.M (cannot use g() (value of type string) as int value in return statement); may still use old versions: i (T) +T +T.M +g +x"},
			{"var j interface{ M() int } = x", "! cannot use x (variable of struct type T) as interface{M() int} value in variable declaration: T does not implement interface{M() int} (missing method M)"},
			{"func g() int { return 2 }", "compiled again: T; may still use old versions: i (T) +T +T.M +g +x"}, {"var j interface{ M() int } = x", "+j"}}},
		{"a name before it is declared", [][2]string{
			{"func mean() int { return 1 }\nconst n = 2", ""}, {"mean := mean()\nn := n + 1", "+mean +n"}, {"mean := mean + n", "+mean"}, {"mean := \"m\"", "+mean"}}},
		{"methods of the earlier type", [][2]string{
			{"x, y := 5, 6\nconst k = 7\ntype B[T any] struct{}\nfunc (B[T]) M() int { return x + k }\nfunc f[T any]() int { return y }\ne := B[int]{}", ""}, {"e := e.M()", "+e"}, {"f := f[int]()", "+f"}}},
		{"a type before a variable of its name", [][2]string{{"type A int", ""}, {"A := int(A(1))", "! A is a type here and a variable below (use another name)"}, {"A := 1", "+A"}}},
		{"declared twice", [][2]string{{"var a int\na, b := 1, 2", ""}, {"var a int\na := 1", "+a"}, {"func f() {}\nf := 1", "! f is declared twice in this cell"}}},
		{"constants that are large, and embedded types of Go", [][2]string{
			{"const two256 = 1.0 * (1 << 256)\nconst two512 = two256 * two256\nconst two1023 = two512 * (two512 / 2)\nvar e struct{ int }", ""}, {"x := two1023\ny := e.int", "+x +y"}}},
		{"a label", [][2]string{{"L: x := 5\nif x < 5 { goto L }", ""}, {"x", "+"}}},
		{"a comment for the compiler", [][2]string{{"//go:noinline\nfunc f() {}", ""}, {"//go:norace\nfunc f() {}", "+f"}, {"//go:norace\n\n// f is f.\nfunc f() {}", "+f"}}},
		{"package main", [][2]string{{"package main\nimport \"fmt\"\nfunc main() { fmt.Println(1) }", ""}, {"package other\nfunc f() {}", "! package other: a cell must belong to package main (delete the line)"}}},
		{"a type of Go's is shadowed", [][2]string{{"x := 1\nfunc f() any { return x }", ""}, {"type int string\nvar y int = \"a\"", "+int +y"}, {"z := x + 1", "+z"}}},
	} {
		s := after(t)
		for i, cell := range c.cells {
			got := ""
			if u, err := s.Prepare(i+1, cell[0]); err != nil {
				_, got, _ = strings.Cut(err.Error(), ": ")
				got = "! " + strings.SplitN(got, " on left side", 2)[0]
			} else {
				got = strings.TrimSpace(strings.Join(u.Notes, "; ") + " +" + strings.Join(u.Changed, " +"))
				u.Commit(0)
			}
			if i > 0 && got != cell[1] || strings.HasPrefix(cell[1], "!") && got != cell[1] {
				t.Errorf("%s: %q: %q, want %q", c.name, cell[0], got, cell[1])
			}
		}
	}
}

// TestIdentified checks that a cell that the front end identifies removes its earlier functions and methods, and nothing else.
func TestIdentified(t *testing.T) {
	s := after(t)
	run := func(cell, code string) string {
		u, err := s.PrepareCell(cell, 1, code)
		if err != nil {
			return err.Error()
		}
		u.Commit(0)
		return strings.Join(u.Notes, "; ")
	}
	for _, c := range [][3]string{
		{"a", "type T struct{ n int }\nfunc (t T) M() int { return 1 }\nfunc f() {}\nx := T{}\nconst c = 1", ""},
		{"b", "func g() int { f(); return 1 }", ""},
		{"a", "type T struct{ n int }", "does not compile any more: g (undefined: f)"},
		{"b", "_ = x.n + c", ""}, {"c", "x.M()", "cell [1], line 1: x.M undefined (type T has no field or method M)"},
		{"", "func h() {}", ""}, {"", "_ = 1", ""}, {"c", "h()", ""},
	} {
		if got := run(c[0], c[1]); got != c[2] {
			t.Errorf("%q: %q, want %q", c[1], got, c[2])
		}
	}
}

// TestBinding checks that a name that is bound to another declaration than the recorded one is refused.
func TestBinding(t *testing.T) {
	s := after(t, "func ab() int { return 1 }\nfunc cd() int { return 2 }\nvar x, y = 1, 2\ntype T struct{ n int }\nfunc (t T) M1() int { return x }\nfunc (t T) M2() int { return y }")
	u, err := s.Prepare(2, "func f(n, m int) int { return ab() + cd() + x + y + n + m + max(1, 2) + T{}.M1() + T{}.M2() }\nf(ab(), x)")
	if err != nil {
		t.Fatal(err)
	}
	w := newWriter(u.preparation)
	source := w.write()
	if err := w.bind(source); err != nil {
		t.Error(err)
	}
	for _, c := range [][2]string{{"return ab()", "return cd()"}, {"+ x +", "+ y +"}, {"+ n +", "+ m +"}, {"max(1", "min(1"}, {".M1()", ".M2()"}, {"f(ab()", "f(cd()"}, {", x)", ", y)"}, {"var x int", "var x any"}} {
		changed := strings.Replace(source, c[0], c[1], 1)
		if changed == source {
			t.Fatalf("%q is not in\n%s", c[0], source)
		}
		if w.bind(changed) == nil {
			t.Errorf("%q for %q is accepted", c[1], c[0])
		}
	}
}

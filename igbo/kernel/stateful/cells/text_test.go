package cells

import (
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/must"
)

// TestText checks that the text of a session contains each function once, in its current version, and variables with their initialisers
// exactly if these are their values.
func TestText(t *testing.T) {
	s := after(t)
	for i, code := range []string{
		"import t \"text/template\"\nvar fixed, other = 1, 2\nvar set = 3\nvar taken = 4\nfunc f(n int) int { return fixed * n * len(t.HTMLEscapeString(\"\")) }\nconst big = 1 << 20",
		"x := 5\nset = 6\np := &taken",
		"func f(n int) int {\n\tg := func() int { return n }\n\treturn fixed * g()\n}",
		"func inc() { other++ }",
		"func inc() {}",
	} {
		must.Of(s.Prepare(i+1, code)).In(t).Commit(0)
	}
	if text := must.Of(s.Prepare(6, "fmt.Println(f(1), x)")).In(t).Text("Keep"); text != "" {
		t.Errorf("no code names Keep, and the text is %s", text)
	}
	text := must.Of(s.Prepare(7, "Keep := 1\nfmt.Println(func() int { return Keep })")).In(t).Text("Keep")
	for _, want := range []string{
		"//symbol main.f", "//symbol main.cell_7\n", "//line /stateful/cell_3.go:1\nfunc f(n int) int {\n\tg :=", "const big = 1048576\n", "var x int\n", "x = x // by a cell",
		"set = set // by a cell", "taken = taken // by a cell", "fixed = fixed // by a cell", "//line /stateful/cell_7.go:2\nfmt.Println(func",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text has no %q:\n%s", want, text)
		}
	}
	if strings.Count(text, "func f(") != 1 || strings.Contains(text, "HTMLEscape") {
		t.Errorf("an earlier f is in the text:\n%s", text)
	}
	must.Of(s.Prepare(8, "var fixed = 1")).In(t).Commit(0)
	if text := must.Of(s.Prepare(9, "Keep := fixed")).In(t).Text("Keep"); !strings.Contains(text, "//line /stateful/cell_8.go:1\nvar fixed = 1\n") || strings.Contains(text, "fixed = fixed") {
		t.Errorf("nothing changes fixed:\n%s", text)
	}
}

// TestTextOfTwoPackages checks that no function is identified by its text if two cells use one name for different packages.
func TestTextOfTwoPackages(t *testing.T) {
	s := after(t)
	must.Of(s.Prepare(1, "import t \"text/template\"\nfunc a() string { return t.HTMLEscapeString(\"\") }")).In(t).Commit(0)
	must.Of(s.Prepare(2, "import t \"html/template\"\nfunc b() string { return t.HTMLEscapeString(\"\") }")).In(t).Commit(0)
	if text := must.Of(s.Prepare(3, "Keep := 1")).In(t).Text("Keep"); text == "" || strings.Contains(text, SymbolMark) {
		t.Errorf("the text names functions:\n%s", text)
	}
}

//go:build unix

package proxy

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/igbolab/igbolab/igbo/internal/sweep"
)

// temporary matches what no message may contain: the engine's folder, its generated file, and additions of its log.
var temporary = regexp.MustCompile(`gonb_|main\.go|\[\[ Cell|goroutine \d|exit status 2|github.com/janpfeifer`)

var colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// TestErrors checks that errors name the cell and the line, show that line, and contain nothing of the engine.
func TestErrors(t *testing.T) {
	t.Parallel() // it waits for the go command
	k := startKernel(t)
	execute(t, k, "import (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc f(i int) int {\n\tvar a []int\n\treturn a[i]\n}\n\nvar table = map[string]int{\n\t\"a\": 1,\n}")
	for _, c := range []struct {
		name, code string
		ename      string
		evalue     string   // with N for the number of the cell
		traceback  []string // parts of it, in order
		stderr     string
	}{
		{name: "unused", code: "%%\nx := 3\nfmt.Println(f(2))", ename: "CompileError", evalue: "cell [N], line 2: declared and not used: x", traceback: []string{"    2 | x := 3"}},
		{name: "two", code: "%%\nfmt.Println(foo)\n\tvar y int\n", ename: "CompileError", evalue: "cell [N], line 2: undefined: foo (and 1 more)",
			traceback: []string{"cell [N], line 2: undefined: foo", "    2 | fmt.Println(foo)", "      |             ^", "cell [N], line 3: declared and not used: y", "    3 | \tvar y int", "      | \t    ^"}},
		{name: "syntax", code: "%%\nfmt.Println(\"a\"\n", ename: "CompileError", evalue: "cell [N], line 2: missing ',' before newline in argument list (and 1 more errors)"},
		{name: "brace", code: "%%\nif true {\n\tfmt.Println(1)\n\n", ename: "CompileError", evalue: "cell [N], line 3: expected '}', found 'EOF' (the cell ends here, and a brace above is not closed)", traceback: []string{"    3 | \tfmt.Println(1)"}},
		{name: "brace of a declaration", code: "func h() {\n\tfmt.Println(1)", ename: "CompileError", evalue: "cell [N], line 2: expected '}', found 'EOF'"},
		{name: "syntax of a declaration", code: "\nfunc g( {\n}\n%%\nfmt.Println(1)", ename: "CompileError", evalue: "cell [N], line 2: expected ')', found '{' (and 5 more errors)"},
		{name: "a command that fails", code: "%%\nfmt.Println(1)\n!exit 3\n!echo no", ename: "Exit", evalue: "the command ended with exit status 3"},
		{name: "declaration", code: "var z int = \"a\"\n%%\nfmt.Println(z)", ename: "CompileError", evalue: `cell [N], line 1: cannot use "a" (untyped string constant) as int value in variable declaration`, traceback: []string{`    1 | var z int = "a"`}},
		{name: "older cell", code: "func fmt2() {}\ntype table int\n%%\nfmt.Println(table[\"a\"])", ename: "CompileError", evalue: "cell [1], line 11: table redeclared in this block (and 1 more)", traceback: []string{"   11 | var table = map[string]int{", "\tcell [N], line 2: other declaration of table", "cell [N], line 4: invalid operation"}},
		{name: "package", code: "import \"nosuch/package/here\"\n%%\nhere.F()", ename: "CompileError", evalue: "cell [N], line 1: package nosuch/package/here is not in std"},
		{name: "panic", code: "%%\nvar m map[string]int\nm[\"a\"] = 1", ename: "Panic", evalue: "cell [N], line 3: assignment to entry in nil map", traceback: []string{"panic: assignment to entry in nil map", "cell [N], line 3, in main", `    3 | m["a"] = 1`}},
		{name: "recursion without end", code: "func deep(n int) int { return deep(n+1) + 1 }\n%%\nfmt.Println(deep(0))", ename: "Panic", evalue: "cell [N], line 1: runtime: goroutine stack exceeds 1000000000-byte limit",
			traceback: []string{"fatal error: stack overflow", "cell [N], line 1, in deep", "cell [N], line 3, in main"}},
		{name: "panic in an older cell", code: "%%\nfmt.Println(f(2))", ename: "Panic", evalue: "cell [1], line 8: runtime error: index out of range [2] with length 0",
			traceback: []string{"cell [1], line 8, in f", "    8 | \treturn a[i]", "cell [N], line 2, in main", "    2 | fmt.Println(f(2))"}},
		{name: "panic in a library", code: "import \"strings\"\n%%\nfmt.Println(strings.Repeat(\"a\", -1))", ename: "Panic", evalue: "cell [N], line 3: strings: negative Repeat count", traceback: []string{"strings.Repeat, strings.go line", "cell [N], line 3, in main"}},
		{name: "panic of a goroutine", code: "%%\ngo func() {\n\tpanic(fmt.Errorf(\"an error\\nof two lines\"))\n}()\nselect {}", ename: "Panic", evalue: "cell [N], line 3: an error",
			traceback: []string{"panic: an error", "\tof two lines", "cell [N], line 3, in main.func1", "cell [N], line 2, started by main"}},
		{name: "deadlock", code: "%%\nvar c chan int\n<-c", ename: "Panic", evalue: "cell [N], line 3: fatal error: all goroutines are asleep - deadlock!"},
		{name: "nil pointer", code: "%%\nvar p *int\n*p = 3", ename: "Panic", evalue: "cell [N], line 3: runtime error: invalid memory address or nil pointer dereference"},
		{name: "after text", code: "%%\nfmt.Fprintln(os.Stderr, \"before\")\npanic(1)", ename: "Panic", evalue: "cell [N], line 3: 1", stderr: "before\n"},
		{name: "long", code: "import \"strings\"\n%%\npanic(strings.Repeat(\"a\", 100_000))", ename: "Panic", evalue: "cell [N], line 3: aaaaaa", traceback: []string{"a …", "cell [N], line 3, in main"}},
		{name: "exit status", code: "%%\nos.Exit(3)", ename: "Exit", evalue: "exit status 3"},
		{name: "checked", code: "import \"runtime\"\n%%\nfmt.Fprintln(os.Stderr, \"before\")\n_, file, line, _ := runtime.Caller(0)\nfmt.Fprintf(os.Stderr, \"no such file\\n as this\\n\\t%s:%d\\n\", file, line)\nos.Exit(1)",
			ename: "Error", evalue: "cell [N], line 4: no such file", traceback: []string{"cell [N], line 4: no such file", " as this", "    4 | _, file, line"}, stderr: "before\n"},
		{name: "killed", code: "!true\n%%\np, _ := os.FindProcess(os.Getpid())\np.Kill()\nselect {}", ename: "Exit", evalue: "signal: killed: the program of the cell was killed, or the system ran out of memory"},
	} {
		if c.name == "recursion without end" && !sweep.Whole() {
			continue // a stack of 1 GB takes longer than all others together
		}
		e := execute(t, k, c.code)
		number := func(text string) string { return strings.ReplaceAll(text, "[N]", fmt.Sprintf("[%d]", e.Count)) }
		trace := colours.ReplaceAllString(strings.Join(e.Traceback, "\n"), "")
		if e.Status != "error" || e.ErrorName != c.ename || !strings.HasPrefix(e.ErrorValue, number(c.evalue)) {
			t.Errorf("%s: %s %q, expected %s %q", c.name, e.ErrorName, e.ErrorValue, c.ename, number(c.evalue))
		}
		rest := trace
		for _, part := range c.traceback {
			_, after, found := strings.Cut(rest, number(part))
			if !found {
				t.Errorf("%s: the traceback lacks %q:\n%s", c.name, number(part), trace)
			}
			rest = after
		}
		if found := temporary.FindString(e.ErrorValue + trace + e.Stderr()); found != "" {
			t.Errorf("%s: says %q:\n%s\n%s", c.name, found, trace, e.Stderr())
		}
		if e.Stderr() != c.stderr {
			t.Errorf("%s: standard error %q", c.name, e.Stderr())
		}
		if len(e.ErrorValue) > 1000 || len(trace) > 10_000 {
			t.Errorf("%s: %d bytes of message, %d of traceback", c.name, len(e.ErrorValue), len(trace))
		}
		last := e.Outputs[len(e.Outputs)-1]
		if last.Type != "error" || last.Text != strings.Join(e.Traceback, "\n") || last.Name != e.ErrorName+": "+e.ErrorValue {
			t.Errorf("%s: the output %+v is not the reply's", c.name, last)
		}
	}
	for _, c := range []struct{ name, code, stderr string }{
		{"a command that says that it fails", "!echo exit status 1 >&2", "exit status 1\n"},
		{"what looks like a panic", "%%\nfmt.Fprintln(os.Stderr, \"panic: no\")", "panic: no\n"},
		{"what looks like a place", "%%\nfmt.Fprint(os.Stderr, \"a\\n\\tmain.go:3\\n\")\nfmt.Fprint(os.Stderr, \"b\\n\")", "a\n\tmain.go:3\nb\n"},
	} {
		if e := execute(t, k, c.code); e.Err() != nil || e.Stderr() != c.stderr {
			t.Errorf("%s: %v %q", c.name, e.Err(), e.Stderr())
		}
	}
}

//go:build unix

package proxy

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/igbolab/igbolab/igbo/kernel/explain"
	"github.com/igbolab/igbolab/igbo/kernel/proxy/stdin"
	"github.com/igbolab/igbolab/igbo/kernel/wire"
)

// line is a cell, with parts of its output, display and failure.
type line struct{ code, stdout, shown, fault string }

func runLines(t *testing.T, k *wire.Kernel, all []line) {
	t.Helper()
	for _, c := range all {
		e := execute(t, k, c.code)
		if !strings.Contains(e.Stdout(), c.stdout) || !strings.Contains(shown(e), c.shown) || (e.Status == "ok") != (c.fault == "") || !strings.Contains(e.ErrorValue, c.fault) {
			t.Errorf("%q: %+v", c.code, e)
		}
	}
}

// TestStatefulLines checks that kernel lines and Go code run in order, and affect the process, commands and programs.
func TestStatefulLines(t *testing.T) {
	k := startStatefulKernel(t)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "a b"), 0o755); err != nil {
		t.Fatal(err)
	}
	runLines(t, k, []line{
		{code: "!echo one\nx := 2\n!echo two\nfmt.Println(x)\n!echo four", stdout: "one\ntwo\n2\nfour\n"},
		{code: "x", shown: "2"},
		{code: "!exit 3\nx = 100", fault: "the command ended with exit status 3"},
		{code: "!nosuchcommand", fault: "exit status 127"},
		{code: "panic(\"boom\")\n!echo no", fault: "cell [5], line 1: boom"},
		{code: "!true\nf(\n\n", fault: "cell [6], line 2"},
		{code: "x", shown: "2"},
		{code: "s := `\n%cd /nowhere\n!exit 1\n`\nlen(s)", shown: "22"},
		{code: "%cd " + dir, stdout: dir + "\n"},
		{code: "%cd \"a b\"\nwd, _ := os.Getwd()\nwd", shown: filepath.Join(dir, "a b")},
		{code: "!pwd", stdout: filepath.Join(dir, "a b") + "\n"},
		{code: "%live off"},
		{code: "import (\"fmt\"; \"os\")\n%%\nwd, _ := os.Getwd()\nfmt.Println(wd, os.Getenv(\"LETTERS\"))", stdout: filepath.Join(dir, "a b") + " \n"},
		{code: "%live on"},
		{code: "%env LETTERS=a \"b\" c"},
		{code: "os.Getenv(\"LETTERS\")", shown: "a \"b\" c"},
		{code: "!echo $LETTERS", stdout: "a \"b\" c\n"},
		{code: "%env LETTERS", stdout: "a \"b\" c\n"},
		{code: "%env NOSUCH_VARIABLE", fault: "NOSUCH_VARIABLE is not set"},
		{code: "os.Setenv(\"OF_CELL\", \"it's\"); os.Chdir(\"..\"); os.Unsetenv(\"LETTERS\")"},
		{code: "!echo $OF_CELL $LETTERS; pwd", stdout: "it's\n" + dir + "\n"},
		{code: "%cd /no/such", fault: "no such file or directory"},
		{code: "%capture out\n!echo shell\nfmt.Println(\"go\")\nx"},
		{code: "out", shown: "shell\ngo"},
		{code: "%%capture\nfmt.Println(\"dropped\")\nplots := 3"},
		{code: "plots", shown: "3"},
		{code: "%capture -a kept.txt\nfmt.Println(\"kept\")", stdout: "kept\n"},
		{code: "!cat kept.txt", stdout: "kept\n"},
		{code: "%reset", stdout: "are removed"},
		{code: "wd, _ := os.Getwd(); wd", shown: filepath.Join(dir, "a b")},
	})
	if e := execute(t, k, "%%capture\nfmt.Println(1)\n2"); len(e.Outputs) > 0 {
		t.Errorf("%+v", e)
	}
}

// TestStatefulMagics checks magics about variables and time.
func TestStatefulMagics(t *testing.T) {
	k := startStatefulKernel(t)
	runLines(t, k, []line{
		{code: "%nosuch", fault: "unknown magic %nosuch; run %lsmagic to list all magics"},
		{code: "x := 1\n%tiem x", fault: "unknown magic %tiem (did you mean %time?)"},
		{code: "x", fault: "undefined: x"},
		{code: "y := 1\n%%time", fault: "%%time must be the first line of its cell"},
		{code: "%help", stdout: "Lines that begin with % or !"},
		{code: "%lsmagic", stdout: "%timeit [-n CALLS] [-r REPEATS] CODE"},
		{code: "x := 40\ntype pair struct{ a, b int }\n// add adds.\nfunc add(a, b int) int {\n\treturn a + b\n}\nvar words []string", stdout: ""},
		{code: "%who", stdout: "x      int"},
		{code: "%who", stdout: "func add(a, b int) int"},
		{code: "%who", stdout: "type pair struct"},
		{code: "x?", stdout: "value: 40"},
		{code: "?add", stdout: "func add(a, b int) int"},
		{code: "nosuch?", fault: "nosuch is not declared"},
		{code: "%time x++\nx", stdout: "time: ", shown: "41"},
		{code: "%time\nx++\n!true\nx", stdout: " to compile)\n", shown: "42"},
		{code: "%timeit -n 10 -r 2 add(x, 1)", shown: "of 2 measurements of at least 10 calls"},
		{code: "%timeit -r1 x + 1", shown: "± 0s a call"},
		{code: "%%timeit -n 3 -r 1\nz := x\n_ = z", shown: "at least 3 calls"},
		{code: "%timeit -n 0 x", fault: "-n must be a whole number of at least 1"},
		{code: "%timeit", fault: "%timeit needs code to measure"},
		{code: "%goflags -race", fault: "use %race"},
		{code: "%restore", stdout: "nothing to restore"},
	})
	e := execute(t, k, "x")
	if n := len(e.Outputs); n != 1 || e.Outputs[0].Type != "execute_result" {
		t.Errorf("%+v", e)
	}
	if e := execute(t, k, "gonbui.DisplayHTML(\"<b>1</b>\")\nx"); len(e.Outputs) != 2 || e.Outputs[0].Type != "display_data" || e.Outputs[1].Type != "execute_result" {
		t.Errorf("%+v", e)
	}
}

// TestStatefulInput checks that a cell that reads asks the front end, that an interrupt ends the question, and that the input is empty if
// the front end cannot ask.
func TestStatefulInput(t *testing.T) {
	k := startStatefulKernel(t)
	if !stdin.Supported() {
		t.Skip("this system does not tell what processes wait for")
	}
	e := execute(t, k, "var n int\n_, err := fmt.Scan(&n)\nerr == io.EOF")
	if !strings.Contains(shown(e), "true") || !strings.Contains(e.Stderr(), "this front end cannot ask the user") {
		t.Errorf("%+v", e)
	}
	asked, answers := make(chan bool, 10), make(chan string, 10)
	k.Input = func(_ string, password bool) string {
		asked <- password
		return <-answers
	}
	for _, c := range []struct {
		code, answer, want string
		password           bool
	}{
		{"fmt.Scan(&n)\nn", "7", "7", false},
		{"line, _ := bufio.NewReader(os.Stdin).ReadString('\\n')\nline", "a b", "a b", false},
		{"%with_password\nfmt.Scanln(&line)\nline", "secret", "secret", true},
		{"!read a; echo got $a", "shell", "got shell\n", false},
		{"child := exec.Command(\"head\", \"-n1\")\nchild.Stdin = os.Stdin\nout, _ := child.Output()\nstring(out)", "of a child", "of a child", false},
		{"%with_inputs\nfmt.Scanln(&line)\nline", "last", "last", false},
	} {
		answers <- c.answer
		e := execute(t, k, c.code)
		if !strings.Contains(shown(e)+e.Stdout(), c.want) || len(asked) != 1 || <-asked != c.password {
			t.Errorf("%q: %+v", c.code, e)
		}
	}
	done := make(chan wire.Execution, 1)
	go func() { done <- execute(t, k, "fmt.Scanln(&line)\nline") }()
	<-asked
	if err := k.Interrupt(context.Background()); err != nil {
		t.Fatal(err)
	}
	if e := <-done; e.ErrorName != explain.Interrupted {
		t.Errorf("%+v", e)
	}
	answers <- "too late"
	if e := execute(t, k, "time.Sleep(100*time.Millisecond)\nline"); !strings.Contains(shown(e), "last") {
		t.Errorf("%+v", e)
	}
	answers <- "next"
	if e := execute(t, k, "fmt.Scanln(&line)\nline"); !strings.Contains(shown(e), "next") {
		t.Errorf("%+v", e)
	}
}

// TestRace checks that a data race is found in a program, and that later programs are built without the detector.
func TestRace(t *testing.T) {
	k := startKernel(t)
	if new(proxy).raceable() != nil {
		t.Skip("no C compiler")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	const racy = "import \"fmt\"\n%%\nx, done := 0, make(chan bool)\ngo func() { x++; done <- true }()\nx++\n<-done\nfmt.Println(\"end\")"
	e, err := k.Execute(ctx, "%race\n"+racy)
	if err != nil || e.Err() == nil || !strings.Contains(e.Stderr()+strings.Join(e.Traceback, "\n"), "DATA RACE") {
		t.Errorf("%v %+v", err, e)
	}
	if e := execute(t, k, racy); e.Err() != nil || e.Stdout() != "end\n" {
		t.Errorf("%+v", e)
	}
	k = startKernel(t, "CGO_ENABLED=0")
	if e := execute(t, k, "%%race\n"+racy); !strings.Contains(e.ErrorValue, "CGO_ENABLED is 0") {
		t.Errorf("%+v", e)
	}
}

// TestProgramLines checks that kernel lines before the last code of a program run before it, and later ones after it.
func TestProgramLines(t *testing.T) {
	k := startKernel(t)
	runLines(t, k, []line{
		{code: "!echo 1\nimport \"fmt\"\n!echo 2\n%%\nfmt.Println(3)\n!echo 4", stdout: "1\n2\n3\n4\n"},
		{code: "%%\npanic(1)\n!echo no", fault: "cell [2], line 2: 1"},
		{code: "fmt.Println(5)", stdout: "5\n"},
		{code: "%% -- a\nfmt.Println(os.Args[1:])", stdout: "[-- a]\n"},
		{code: "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(6)\n}", stdout: "6\n"},
		{code: "%args --a \"b c\"\nfunc main() { fmt.Println(len(os.Args)) }", stdout: "3\n"},
		{code: "%capture out\n%%\nfmt.Println(1)", fault: "needs stateful cells"},
		{code: "%%bash\necho script\nexit 2", fault: "exit status 2"},
		{code: "%%nosuch\nx", fault: "unknown magic %%nosuch"},
		{code: "%time\n%%\nfmt.Println(7)", stdout: "including the compilation of the program"},
	})
}
